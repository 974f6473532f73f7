import { openEncryptedCard } from '../transactions/sources/encryptedCard.ts'
import type { OpenEncryptedCardNeeds } from '../transactions/sources/encryptedCard.ts'
import type { Tokenized } from './tokenized.ts'
import { tokenizeCard } from './tokenizeCard.ts'
import type { TokenizeCardNeeds } from './tokenizeCard.ts'

/** Path of the encrypted card in the request. */
export const encryptedCardMember = 'creditCardEncrypted'

export type TokenizeEncryptedCardNeeds = TokenizeCardNeeds & OpenEncryptedCardNeeds

/** Tokenizes an encrypted card. Errors: those of `openEncryptedCard` and `checkCard`. */
export const tokenizeEncryptedCard = async (text: string, needs: TokenizeEncryptedCardNeeds): Promise<Tokenized> => {
  const { card, message } = await openEncryptedCard(text, encryptedCardMember, needs)
  return { ...(await tokenizeCard(card, needs, encryptedCardMember)), message }
}
