import type { AccountSettings } from '#contract/accounts/accounts'
import { isExpired, parseExpiry } from '#contract/card/expiry'
import { isCardNumber } from '#contract/card/cardNumber'
import { currencies } from '#contract/money/currencies'
import { isRoutingNumber } from '#contract/transactions/routingNumber'
import type { Secret } from '#contract/schema/secret'
import type { CredentialUse, Instrument } from '../../../processors/processor.ts'

export interface RuleInput {
  readonly instrument: Instrument
  /** ISO 4217 number. */
  readonly currency: number
  readonly credential: Pick<CredentialUse, 'initiatedBy' | 'initial'>
}

type Rules = Pick<AccountSettings, 'enabledCurrencies' | 'avsReject' | 'cvvReject' | 'storedCvvReject'>

/** Whether an account accepts a currency: an enabled one, or, by default, any legal tender. */
export const isCurrencyEnabled = (enabled: readonly number[] | null, currency: number): boolean =>
  enabled?.includes(currency) ?? currencies.get(currency)?.kind === 'tender'

/**
 * The response code of a decline before the processor is called, or null.
 *
 * A wrong check digit, equal digits and a past expiry are declines, not errors, since the API's schema allows them.
 */
export const declineBeforeProcessor = (presented: RuleInput, rules: Rules, nowMs: number): string | null => {
  if (!isCurrencyEnabled(rules.enabledCurrencies, presented.currency)) return 'G07'
  const { instrument } = presented
  switch (instrument.kind) {
    case 'card':
      return cardDecline(instrument.pan, instrument.expiry, presented, nowMs)
    case 'networkToken':
      return cardDecline(instrument.dpan, instrument.expiry, presented, nowMs)
    case 'check':
      return routingDecline(instrument.routing)
    case 'cash':
      return null
  }
}

const cardDecline = (number: Secret, expires: string, { credential }: RuleInput, nowMs: number): string | null => {
  if (!isCardNumber(number.reveal())) return '14'
  const expiry = parseExpiry(expires)
  if (expiry !== null && !isExpired(expiry, nowMs)) return null
  // Subsequent merchant-initiated charges are sent: issuers accept cards that they have renewed.
  return credential.initiatedBy === 'merchant' && credential.initial === 'subsequent' && expiry !== null ? null : '54'
}

/** Nine digits with a wrong check digit are R28; other lengths are no routing number at all, R13. */
const routingDecline = (routing: string): string | null => {
  if (isRoutingNumber(routing)) return null
  return routing.length === 9 ? 'R28' : 'R13'
}

/**
 * The response code of the account's AVS or CVV rule that declines and reverses an approval, or null.
 *
 * @param isStored whether a stored card paid: its CVV alone proves that the shopper has the card
 */
export const declineAfterApproval = (
  { avs, cvv }: { avs?: string; cvv?: string },
  rules: Rules,
  isStored: boolean,
): string | null => {
  if (avs !== undefined && rules.avsReject.includes(avs)) return 'G04'
  const rejected = isStored ? [...rules.cvvReject, ...rules.storedCvvReject] : rules.cvvReject
  return cvv !== undefined && rejected.includes(cvv) ? 'G05' : null
}
