import { parseKeepingNumbers } from '#contract/rawJson'
import type { RequestServices } from '../../app/compose.ts'
import { listTransactions } from '../transactions/list.ts'

/** Payments of a piece. */
const paymentsAtOnce = 500

/**
 * The payments that were made with a customer's stored methods, as the list has them and with their orders as they are stored: piece by
 * piece, the newest first, up to `most` of them. `cursor` leads on from there in the list of this customer's payments; null at its end.
 */
export const exportedPayments = async (customer: string, most: number, services: RequestServices) => {
  const transactions = []
  let cursor: string | null = null
  do {
    const page = await pageOf(customer, cursor, services)
    transactions.push(...page.transactions)
    cursor = page.cursor
  } while (cursor !== null && transactions.length + paymentsAtOnce <= most)
  return { transactions, cursor }
}

const pageOf = async (customer: string, cursor: string | null, services: RequestServices) => {
  const search = { filters: { customer }, format: 'json', pageSize: paymentsAtOnce, cursor } as const
  const { transactions = [], nextCursor = null } = await listTransactions(search, services)
  const ids = transactions.map(({ transactionId }) => String(transactionId))
  const orders = ids.length === 0 ? new Map<string, string>() : await services.customerData.readOrders(ids)
  const withOrder = (summary: (typeof transactions)[number]) => {
    const order = orders.get(String(summary.transactionId))
    return { ...summary, order: order === undefined ? null : parseKeepingNumbers(order) }
  }
  return { transactions: transactions.map(withOrder), cursor: nextCursor }
}
