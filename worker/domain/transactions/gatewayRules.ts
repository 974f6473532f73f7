import type { AccountSettings } from '#contract/accounts'
import { expiryIsPast, parseExpiry } from '#contract/card/expiry'
import { luhn } from '#contract/card/luhn'
import { currencies } from '#contract/currencies'
import type { Secret } from '#contract/secret'

export interface Presented {
  readonly currency: number
  readonly number: Secret
  /** MMYY */
  readonly expiry: string
}

type Rules = Pick<AccountSettings, 'enabledCurrencies' | 'avsReject' | 'cvvReject'>

const isEnabled = (enabled: readonly number[] | null, currency: number): boolean =>
  enabled?.includes(currency) ?? currencies.get(currency)?.kind === 'tender'

/**
 * What the gateway declines without asking the processor: a response code, or null.
 *
 * A number that fails Luhn and an expiry in the past are declines here and no refusals: the interface's schema does not forbid them.
 */
export const declineBefore = (card: Presented, rules: Rules, nowMs: number): string | null => {
  if (!isEnabled(rules.enabledCurrencies, card.currency)) return 'G07'
  if (!luhn(card.number.reveal())) return '14'
  const expiry = parseExpiry(card.expiry)
  return expiry === null || expiryIsPast(expiry, nowMs) ? '54' : null
}

/** Which rule of the account undoes an approval, because of what the issuer said of address and CVV: a response code, or null. */
export const declineAfter = ({ avs, cvv }: { avs?: string; cvv?: string }, rules: Rules): string | null => {
  if (avs !== undefined && rules.avsReject.includes(avs)) return 'G04'
  return cvv !== undefined && rules.cvvReject.includes(cvv) ? 'G05' : null
}
