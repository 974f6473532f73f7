import { networkOf } from '#contract/card/networks'
import type { Secret } from '#contract/schema/secret'
import type { NewToken } from '../../store/tokens/tokens.ts'
import type { CardVault } from '../../vault/cards/cardVault.ts'
import type { Account, Caller } from '../accounts/account.ts'
import { attributeFingerprint, cardRangeFingerprint } from '../transactions/sources/card.ts'

/** Data of a card number that is stored in clear: network, last four digits and length, and keyed hashes that identify equal numbers. */
export type CardIdentifiers = Pick<NewToken, 'network' | 'last4' | 'digits' | 'fingerprint' | 'cardRange' | 'source'>

export interface CardIdentifierNeeds {
  readonly account: Pick<Account, 'mode'>
  readonly caller: Pick<Caller, 'address'>
  /** Whether a number is one of the documented test cards. */
  readonly isTestCard: (number: Secret) => boolean
  readonly vault: Pick<CardVault, 'fingerprint'>
}

/** Keyed hash of the browser's address. Null for documented test cards, which developers use many times. */
const addressFingerprint = async (
  number: Secret,
  { account, caller, vault, isTestCard }: CardIdentifierNeeds,
): Promise<string | null> =>
  caller.address === null || (account.mode === 'test' && isTestCard(number))
    ? null
    : attributeFingerprint(`address/${caller.address}`, { vault })

export const cardIdentifiers = async (number: Secret, needs: CardIdentifierNeeds): Promise<CardIdentifiers> => {
  const [fingerprint, cardRange, source] = await Promise.all([
    needs.vault.fingerprint(number),
    cardRangeFingerprint(number, needs),
    addressFingerprint(number, needs),
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
