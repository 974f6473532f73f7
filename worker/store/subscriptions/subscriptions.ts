import { customerById, customerExists } from '../customers/customers.ts'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { readPage } from '../sql/paging.ts'
import type { PageRequest, Page } from '../sql/paging.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { billColumns, subscriptionColumns } from './subscriptionColumns.ts'
import type { BillRow, SubscriptionRow } from './subscriptionColumns.ts'

export type { BillRow, PriceColumns, SubscriptionRow } from './subscriptionColumns.ts'

/** A WHERE condition: the subscription of this id, if it is the owner's. */
export const subscriptionById = ({ account, mode }: Owner, id: string): Statement =>
  sql('subscriptions.id = ? AND subscriptions.account = ? AND subscriptions.mode = ?', id, account, mode)

/** A WHERE condition: the same, if it is this customer's and the customer is not deleted. */
export const subscriptionOfCustomer = (owner: Owner, customer: string, id: string): Statement =>
  all(subscriptionById(owner, id), sql('subscriptions.customer = ?', customer), customerExists(owner, customer))

/** One round trip: a page of a customer's subscriptions, newest first. */
export const listSubscriptionRows = (
  { database, owner }: OwnerScope,
  customer: string,
  page: PageRequest,
): Promise<Page<SubscriptionRow> | 'customer_not_found' | 'cursor_not_found'> => {
  const where = customerById(owner, customer)
  return readPage(
    database,
    {
      table: 'subscriptions',
      columns: subscriptionColumns.list(),
      within: sql('customer = ? AND account = ? AND mode = ?', customer, owner.account, owner.mode),
      total: sql(`SELECT enrolled AS total FROM customers WHERE ${where.sql}`, ...where.values),
      missing: 'customer_not_found',
      entry: subscriptionColumns.decode,
    },
    page,
  )
}

/** One round trip: a page of a subscription's bills, newest first. They are counted by reading all: one subscription has few. */
export const listBillRows = (
  { database, owner }: OwnerScope,
  customer: string,
  id: string,
  page: PageRequest,
): Promise<Page<BillRow> | 'subscription_not_found' | 'cursor_not_found'> => {
  const where = subscriptionOfCustomer(owner, customer, id)
  return readPage(
    database,
    {
      table: 'bills',
      columns: billColumns.list(),
      within: sql('subscription = ? AND account = ? AND mode = ?', id, owner.account, owner.mode),
      total: sql(
        `SELECT (SELECT count(*) FROM bills WHERE subscription = subscriptions.id) AS total FROM subscriptions WHERE ${where.sql}`,
        ...where.values,
      ),
      sortColumns: ['period'],
      missing: 'subscription_not_found',
      entry: billColumns.decode,
    },
    page,
  )
}
