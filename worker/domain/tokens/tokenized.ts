import type { NewToken } from '../../store/tokens/tokens.ts'
import type { TakenMessage } from '../../store/tokens/usedMessages.ts'
import type { MintedToken } from '../../vault/cards/cardVault.ts'
import type { CardIdentifiers } from './cardIdentifiers.ts'

/** A card, bank account or wallet payload under a new token: its sealed values and its identifiers in clear. */
export interface Tokenized extends CardIdentifiers, Pick<NewToken, 'method' | 'expiry'> {
  readonly fresh: MintedToken
  /** The wallet payload or encrypted card, which can be tokenized once. */
  readonly message?: TakenMessage
}
