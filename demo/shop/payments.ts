import { randomBytes } from 'node:crypto'
import type { SluiceClient, TransactionResponse } from '../../widget/client/index.ts'
import { totalsOf, type Bag, type Totals } from './bag.ts'
import { cancel, readCard, sell, type Card } from './gateway.ts'

export type Outcome =
  | { result: 'approved'; transaction: TransactionResponse; card: Card | undefined }
  /** Partial approval, which this shop does not accept. `canceled`: the sale was voided. */
  | { result: 'partial'; transaction: TransactionResponse; canceled: boolean }
  | { result: 'declined'; transaction: TransactionResponse }
  | { result: 'rejected'; reason: string }
  | { result: 'unknown' }

export type Payment = {
  /** Id of the order, 128 random bits: the id alone gives access to the receipt. */
  id: string
  bag: Bag
  totals: Totals
  outcome: Outcome
}

const decide = async (sluice: SluiceClient, payment: Parameters<typeof sell>[1]): Promise<Outcome> => {
  const response = await sell(sluice, payment)
  if (!response.isKnown) return { result: 'unknown' }
  if ('rejected' in response) return { result: 'rejected', reason: response.rejected }
  const { transaction } = response
  if (!transaction.approved) return { result: 'declined', transaction }
  const { transactionId } = transaction
  if (Math.round(transaction.amount * 100) < payment.totals.total)
    return { result: 'partial', transaction, canceled: await cancel(sluice, transactionId) }
  return { result: 'approved', transaction, card: await readCard(sluice, transactionId) }
}

/**
 * The shop's payments, in memory. One token is one payment: a second submit of the same token, by a double click or a reload,
 * returns the first payment.
 */
export const openPayments = (sluice: SluiceClient) => {
  const byToken = new Map<string, Promise<Payment>>()
  const byId = new Map<string, Payment>()
  /** The order of each token, for retries of a payment whose outcome is unknown. */
  const orders = new Map<string, string>()

  const record = async (token: string, bag: Bag): Promise<Payment> => {
    const totals = totalsOf(bag)
    const order = orders.get(token) ?? randomBytes(16).toString('hex')
    orders.set(token, order)
    const outcome = await decide(sluice, { order, token, bag, totals })
    const payment = { id: order, bag, totals, outcome }
    byId.set(order, payment)
    // A retry with the same order returns the gateway's stored result.
    if (outcome.result === 'unknown') byToken.delete(token)
    return payment
  }

  return {
    /** Pays for a bag with a token. A used token returns its payment. */
    pay: (token: string, bag: Bag): Promise<Payment> => {
      const payment = byToken.get(token) ?? record(token, bag)
      byToken.set(token, payment)
      return payment
    },
    /** Whether this token was submitted before. */
    has: (token: string): boolean => byToken.has(token),
    find: (id: string): Payment | undefined => byId.get(id),
  }
}

export type Payments = ReturnType<typeof openPayments>
