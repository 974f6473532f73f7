import { checkoutsOfCustomer, readingCheckoutsOf } from '../checkouts/checkouts.ts'
import type { CheckoutOfCustomer } from '../checkouts/checkouts.ts'
import type { CustomerRow } from './customers.ts'
import { sql } from '../sql/database.ts'
import type { BillRow, SubscriptionRow } from '../subscriptions/subscriptions.ts'
import type { WalletEntryRow } from './walletEntries.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** One customer's data in all tables, to be given out. */

/** A customer, deleted or not, with all that hangs on it but its payments. Everything newest first, times in milliseconds since 1970. */
export interface CustomerData {
  readonly customer: CustomerRow & { readonly deleted: number | null }
  readonly entries: readonly (WalletEntryRow & { readonly deleted: number | null })[]
  readonly subscriptions: readonly SubscriptionRow[]
  readonly bills: readonly BillRow[]
  readonly checkouts: readonly CheckoutOfCustomer[]
  readonly notes: readonly CustomerNote[]
}

/** An audit note about the customer. */
export interface CustomerNote {
  readonly at: number
  readonly action: string
  readonly requestId: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** A piece of SQL for WHERE: the customer of this id, if it is the owner's, deleted or not. */
export const customerByIdIncludingDeleted = ({ account, mode }: Owner, id: string): Statement =>
  sql('customers.id = ? AND customers.account = ? AND customers.mode = ?', id, account, mode)

/** A piece of SQL: whether the customer of this id was erased. */
export const isErased = (id: string): Statement => sql('EXISTS (SELECT 1 FROM erasures WHERE customer = ?)', id)

/** SELECT of a customer's payment methods, those that were deleted, too: each sort has an index of its own. */
export const entriesEver = (columns: string, { account, mode }: Owner, customer: string): Statement => {
  const part = (deleted: string) =>
    `SELECT ${columns} FROM walletEntries WHERE customer = ? AND account = ? AND mode = ? AND deleted ${deleted}`
  const values = [customer, account, mode]
  return sql(`${part('IS NULL')} UNION ALL ${part('IS NOT NULL')}`, ...values, ...values)
}

const parsed = (text: unknown) => JSON.parse(text as string) as Record<string, string>

const customerRow = (row: Row): CustomerData['customer'] => ({
  ...(row as unknown as CustomerData['customer']),
  shippingAddress: parsed(row['shippingAddress']),
  metadata: parsed(row['metadata']),
})

const entryRow = (row: Row): CustomerData['entries'][number] => ({
  ...(row as unknown as CustomerData['entries'][number]),
  isDefault: row['isDefault'] === 1,
  address: parsed(row['address']),
})

const noteRow = (row: Row): CustomerNote => ({ ...(row as unknown as CustomerNote), detail: parsed(row['detail']) })

/** One round trip. Null where the account has no such customer in this mode, or has erased it. */
export const readCustomerData = async ({ database, owner }: OwnerScope, id: string): Promise<CustomerData | null> => {
  const { account, mode } = owner
  const own = customerByIdIncludingDeleted(owner, id)
  const erased = isErased(id)
  const entries = entriesEver('id, network, last4, digits, expiry, isDefault, address, created, deleted', owner, id)
  const {
    customer: [customer],
    ...rows
  } = await database.named({
    customer: sql(`SELECT * FROM customers WHERE ${own.sql} AND NOT ${erased.sql}`, ...own.values, ...erased.values),
    entries: sql(`${entries.sql} ORDER BY created DESC, id DESC`, ...entries.values),
    subscriptions: sql(
      'SELECT * FROM subscriptions WHERE customer = ? AND account = ? AND mode = ? ORDER BY created DESC, id DESC',
      id,
      account,
      mode,
    ),
    bills: sql(
      `SELECT bills.* FROM subscriptions CROSS JOIN bills ON bills.subscription = subscriptions.id
       WHERE subscriptions.customer = ? AND subscriptions.account = ? AND subscriptions.mode = ?
       ORDER BY subscription, period DESC`,
      id,
      account,
      mode,
    ),
    ...readingCheckoutsOf(owner, id),
    notes: sql(
      `SELECT at, action, requestId, detail FROM audit WHERE account = ? AND detail ->> '$.customer' = ? ORDER BY id DESC`,
      account,
      id,
    ),
  })
  if (customer === undefined) return null
  return {
    customer: customerRow(customer),
    entries: rows.entries.map(entryRow),
    subscriptions: rows.subscriptions as unknown as SubscriptionRow[],
    bills: rows.bills as unknown as BillRow[],
    checkouts: checkoutsOfCustomer(rows),
    notes: rows.notes.map(noteRow),
  }
}

/** One round trip: the orders of payments by their ids, as they are stored. A payment without one is not among them. */
export const readOrders = async (
  { database, owner: { account, mode } }: OwnerScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await database.rows(
    sql(
      `SELECT CAST(id AS TEXT) AS id, orderData FROM transactions
       WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND account = ? AND mode = ? AND orderData IS NOT NULL`,
      JSON.stringify(ids),
      account,
      mode,
    ),
  )
  return new Map(rows.map((row) => [row['id'] as string, row['orderData'] as string]))
}
