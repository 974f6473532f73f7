import { encryptedCardClockSkewSeconds } from '#contract/tokens/cardKeyLifetime'
import type { CreditCard } from '#contract/transactions/payment'
import { encryptedCardFormat } from '#contract/transactions/payment'
import { apiError } from '#contract/errors/apiError'
import type { TakenMessage } from '../../../store/tokens/usedMessages.ts'
import type { EncryptedCardVault } from '../../../vault/cards/encryptedCardVault.ts'
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../clock.ts'
import { presentedCardColumns, cardInstrument, toPresentedCard } from './card.ts'
import type { CardColumnsNeeds } from './card.ts'
import { customerInitiated } from './source.ts'
import type { Source } from './source.ts'

/** Path of an encrypted card in a payment. */
export const encryptedCardField = 'payment.creditCardEncrypted'

/**
 * The error of a second use of an encrypted card.
 *
 * @param field its path in the request
 */
export const encryptedCardUsed = (field: string) => apiError('encrypted_card_used', { field })

export interface OpenEncryptedCardNeeds {
  readonly account: Pick<Account, 'settings'>
  readonly encryptedCards: Pick<EncryptedCardVault, 'open'>
  /** Real time: the client that dated the card knows no test clock. */
  readonly realClock: Clock
}

/**
 * Decrypts a card that a client encrypted with a key of the account, and checks its age. Needs one round trip for that key if it is not
 * cached. The caller uses the message up in the batch that stores the card.
 *
 * Errors: format_invalid, for any defect; encrypted_card_expired.
 *
 * @param field its path in the request
 */
export const openEncryptedCard = async (
  text: string,
  field: string,
  { account, encryptedCards, realClock }: OpenEncryptedCardNeeds,
): Promise<{ card: CreditCard; message: TakenMessage }> => {
  const opened = await encryptedCards.open(text)
  const maxAgeSeconds = account.settings.encryptedCardMaxAgeSeconds
  if (opened === null || (maxAgeSeconds > 0 && opened.encryptedAt === null))
    throw apiError('format_invalid', { field, details: { format: encryptedCardFormat } })
  const { card, encryptedAt, messageId, retires } = opened
  if (maxAgeSeconds > 0 && encryptedAt !== null) {
    const age = realClock.now() / 1000 - encryptedAt
    if (age > maxAgeSeconds || age < -encryptedCardClockSkewSeconds)
      throw apiError('encrypted_card_expired', { field, details: { maxAgeSeconds } })
  }
  // Whatever the setting is or becomes, the card cannot be opened once its key is deleted.
  return { card, message: { kind: 'encryptedCard', messageId, expires: retires } }
}

/**
 * A card that a client encrypted. It is used up in the batch that inserts the transaction.
 *
 * Errors: those of `openEncryptedCard`.
 */
export const encryptedCardSource = async (
  text: string,
  needs: OpenEncryptedCardNeeds & CardColumnsNeeds,
): Promise<Source> => {
  const { card, message } = await openEncryptedCard(text, encryptedCardField, needs)
  const presented = toPresentedCard(card, 'ecom')
  return {
    from: { kind: 'message', message, columns: await presentedCardColumns(presented, needs) },
    credential: customerInitiated,
    open: () => Promise.resolve(cardInstrument(presented, presented.entry, presented.cvv)),
  }
}
