import { randomBytes } from 'node:crypto'
import { totalsOf, type Bag, type Totals } from './bag.ts'
import { authorize, readCard, type CardAnswer, type GatewaySettings, type TransactionAnswer } from './gateway.ts'

export type Outcome =
  | { result: 'approved'; transaction: TransactionAnswer; card: CardAnswer | undefined }
  /** The card covers less than the total, so this shop does not take it. */
  | { result: 'partial'; transaction: TransactionAnswer }
  | { result: 'declined'; transaction: TransactionAnswer }
  | { result: 'refused'; reason: string }
  | { result: 'unheard' }

export type Payment = {
  /** 128 random bits: whoever knows it may read the receipt. */
  id: string
  bag: Bag
  totals: Totals
  outcome: Outcome
}

const decide = async (settings: GatewaySettings, token: string, bag: Bag, totals: Totals): Promise<Outcome> => {
  const answer = await authorize(settings, { token, bag, totals })
  if (!answer.heard) return { result: 'unheard' }
  if ('refused' in answer) return { result: 'refused', reason: answer.refused }
  const { transaction } = answer
  if (transaction.errors) return { result: 'declined', transaction }
  if (Math.round(transaction.amount * 100) < totals.total) return { result: 'partial', transaction }
  return { result: 'approved', transaction, card: await readCard(settings, transaction.transactionId) }
}

/**
 * The shop's book, in memory: gone at a restart, as a demo's may be. One token is one payment: a second submit of the
 * same token, by a double click or a page sent again, gets the first one's payment.
 */
export const openBook = (settings: GatewaySettings) => {
  const byToken = new Map<string, Promise<Payment>>()
  const byId = new Map<string, Payment>()

  const record = async (token: string, bag: Bag): Promise<Payment> => {
    const totals = totalsOf(bag)
    const outcome = await decide(settings, token, bag, totals)
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
