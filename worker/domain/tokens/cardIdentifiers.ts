import { networkOf } from '#contract/card/networks'
import { Secret } from '#contract/secret'
import type { RequestServices } from '../../app/compose.ts'
import type { NewToken } from '../../store/tokens/tokens.ts'
import { cardRangeOf } from '../transactions/sources/card.ts'

/** What a token's row says of a number in clear: what may be shown of it, and keyed hashes that tell whether two are alike. */
export type CardIdentifiers = Pick<NewToken, 'network' | 'last4' | 'digits' | 'fingerprint' | 'cardRange' | 'source'>

/** Which browser a card comes from. Documented test cards come from none: whoever develops a shop tries them again and again. */
const browserOf = async (
  number: Secret,
  { account, caller, vault, isTestCard }: RequestServices,
): Promise<string | null> =>
  caller.address === null || (account.mode === 'test' && isTestCard(number))
    ? null
    : vault.fingerprint(new Secret(`address/${caller.address}`))

export const cardIdentifiers = async (number: Secret, services: RequestServices): Promise<CardIdentifiers> => {
  const [fingerprint, cardRange, source] = await Promise.all([
    services.vault.fingerprint(number),
    cardRangeOf(number, services),
    browserOf(number, services),
  ])
  const digits = number.reveal()
  return {
    network: networkOf(digits),
    last4: digits.slice(-4),
    digits: digits.length,
    fingerprint,
    cardRange,
    source,
  }
}
