import type { NewToken } from '../../store/tokens/tokens.ts'
import type { TakenMessage } from '../../store/tokens/walletMessages.ts'
import type { FreshToken } from '../../vault/cardVault.ts'
import type { CardIdentifiers } from './cardIdentifiers.ts'

/** A card, bank account or phone's payment under a fresh token: what is sealed of it, and what of it may be shown to anybody. */
export interface Tokenized extends CardIdentifiers, Pick<NewToken, 'method' | 'expiry'> {
  readonly fresh: FreshToken
  /** The wallet's message that it was made from, which is to be taken with it. */
  readonly message?: TakenMessage
}
