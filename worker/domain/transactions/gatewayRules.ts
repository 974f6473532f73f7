import type { AccountSettings } from '#contract/accounts'
import { expiryIsPast, parseExpiry } from '#contract/card/expiry'
import { luhn } from '#contract/card/luhn'
import { currencies } from '#contract/currencies'
import { routingNumberIsValid } from '#contract/routingNumber'
import type { Secret } from '#contract/secret'
import type { CredentialUse, Instrument } from '../../processors/processor.ts'

export interface Presented {
  readonly instrument: Instrument
  /** ISO 4217 number. */
  readonly currency: number
  readonly credential: Pick<CredentialUse, 'initiatedBy' | 'initial'>
}

type Rules = Pick<AccountSettings, 'enabledCurrencies' | 'avsReject' | 'cvvReject'>

/** Whether an account takes money in a currency: in those that it names, or in all that are tender. */
export const isEnabled = (enabled: readonly number[] | null, currency: number): boolean =>
  enabled?.includes(currency) ?? currencies.get(currency)?.kind === 'tender'

/**
 * What the gateway declines without asking the processor: a response code, or null.
 *
 * Check digits and an expiry in the past are declines here and no refusals: the interface's schema does not forbid them.
 */
export const declineBefore = (presented: Presented, rules: Rules, nowMs: number): string | null => {
  if (!isEnabled(rules.enabledCurrencies, presented.currency)) return 'G07'
  const { instrument } = presented
  switch (instrument.kind) {
    case 'card':
      return declineNumber(instrument.pan, instrument.expiry, presented, nowMs)
    case 'networkToken':
      return declineNumber(instrument.dpan, instrument.expiry, presented, nowMs)
    case 'check':
      return declineRouting(instrument.routing)
    case 'cash':
      return null
  }
}

const declineNumber = (number: Secret, expires: string, { credential }: Presented, nowMs: number): string | null => {
  if (!luhn(number.reveal())) return '14'
  const expiry = parseExpiry(expires)
  if (expiry !== null && !expiryIsPast(expiry, nowMs)) return null
  // What a merchant charges by itself is sent on: issuers accept cards that they have renewed.
  return credential.initiatedBy === 'merchant' && credential.initial === 'subsequent' && expiry !== null ? null : '54'
}

/** Nine digits have a check digit of their own; other forms are a bank that nobody knows. */
const declineRouting = (routing: string): string | null => {
  if (routingNumberIsValid(routing)) return null
  return routing.length === 9 ? 'R28' : 'R13'
}

/** Which rule of the account undoes an approval, because of what the issuer said of address and CVV: a response code, or null. */
export const declineAfter = ({ avs, cvv }: { avs?: string; cvv?: string }, rules: Rules): string | null => {
  if (avs !== undefined && rules.avsReject.includes(avs)) return 'G04'
  return cvv !== undefined && rules.cvvReject.includes(cvv) ? 'G05' : null
}
