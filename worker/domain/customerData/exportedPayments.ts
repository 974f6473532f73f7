import type { PersonalDataStore } from '../../store/customers/personalDataStore.ts'
import { listTransactions } from '../transactions/list/list.ts'

/** Payments per page. */
const paymentsPerPage = 500

export type ExportedPaymentsNeeds = Parameters<typeof listTransactions>[1] & {
  readonly customerData: Pick<PersonalDataStore, 'readOrders'>
}

/**
 * Up to `most` payments of a customer as in the list of transactions, with their stored orders, newest first. `cursor` continues
 * the list of this customer's payments; null at its end.
 */
export const exportedPayments = async (customer: string, most: number, needs: ExportedPaymentsNeeds) => {
  const transactions = []
  let cursor: string | null = null
  do {
    const page = await readPage(customer, cursor, needs)
    transactions.push(...page.transactions)
    cursor = page.cursor
  } while (cursor !== null && transactions.length + paymentsPerPage <= most)
  return { transactions, cursor }
}

const readPage = async (customer: string, cursor: string | null, needs: ExportedPaymentsNeeds) => {
  const search = { filters: { customer }, format: 'json', pageSize: paymentsPerPage, cursor } as const
  const { transactions = [], nextCursor = null } = await listTransactions(search, needs)
  const ids = transactions.map(({ transactionId }) => String(transactionId))
  const orders = ids.length === 0 ? null : await needs.customerData.readOrders(ids)
  const withOrders = (summary: (typeof transactions)[number]) => ({
    ...summary,
    ...(orders?.get(String(summary.transactionId)) ?? { order: null, creditOrders: [] }),
  })
  return { transactions: transactions.map(withOrders), cursor: nextCursor }
}
