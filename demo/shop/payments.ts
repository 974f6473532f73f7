import { randomBytes } from 'node:crypto'
import type { SluiceClient, TransactionResponse } from '../../widget/client/index.ts'
import { totalsOf, type Bag, type Totals } from './bag.ts'
import { authorize, readCard, release, type Card } from './gateway.ts'

export type Outcome =
  | { result: 'approved'; transaction: TransactionResponse; card: Card | undefined }
  /** The card covers less than the total, so this shop does not take it. `released`: and holds nothing on it. */
  | { result: 'partial'; transaction: TransactionResponse; released: boolean }
  | { result: 'declined'; transaction: TransactionResponse }
  | { result: 'refused'; reason: string }
  | { result: 'unheard' }

export type Payment = {
  /** 128 random bits: whoever knows it may read the receipt. */
  id: string
  bag: Bag
  totals: Totals
  outcome: Outcome
}

const decide = async (sluice: SluiceClient, token: string, bag: Bag, totals: Totals): Promise<Outcome> => {
  const answer = await authorize(sluice, { token, bag, totals })
  if (!answer.heard) return { result: 'unheard' }
  if ('refused' in answer) return { result: 'refused', reason: answer.refused }
  const { transaction } = answer
  if (transaction.errors) return { result: 'declined', transaction }
  const { transactionId } = transaction
  if (Math.round(transaction.amount * 100) < totals.total)
    return { result: 'partial', transaction, released: await release(sluice, transactionId) }
  return { result: 'approved', transaction, card: await readCard(sluice, transactionId) }
}

/**
 * The shop's book, in memory: gone at a restart, as a demo's may be. One token is one payment: a second submit of the
 * same token, by a double click or a page sent again, gets the first one's payment.
 */
export const openBook = (sluice: SluiceClient) => {
  const byToken = new Map<string, Promise<Payment>>()
  const byId = new Map<string, Payment>()

  const record = async (token: string, bag: Bag): Promise<Payment> => {
    const totals = totalsOf(bag)
    const outcome = await decide(sluice, token, bag, totals)
    const payment = { id: randomBytes(16).toString('hex'), bag, totals, outcome }
    byId.set(payment.id, payment)
    // Unheard may be asked again: the gateway knows the token and gives the answer that was lost.
    if (outcome.result === 'unheard') byToken.delete(token)
    return payment
  }

  return {
    /** Pays for a bag with a token; or, for a token that was seen, the payment that it made. */
    pay: (token: string, bag: Bag): Promise<Payment> => {
      const known = byToken.get(token) ?? record(token, bag)
      byToken.set(token, known)
      return known
    },
    /** True when this token was submitted before. */
    knows: (token: string): boolean => byToken.has(token),
    find: (id: string): Payment | undefined => byId.get(id),
  }
}

export type Book = ReturnType<typeof openBook>
