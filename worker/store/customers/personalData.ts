import { decodeCustomerCheckouts, selectCustomerCheckouts } from '../checkouts/customerCheckouts.ts'
import type { CustomerCheckout } from '../checkouts/customerCheckouts.ts'
import { exportedCustomerColumns } from './customerColumns.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, integer, json, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { billColumns, subscriptionColumns } from '../subscriptions/subscriptionColumns.ts'
import type { BillRow, SubscriptionRow } from '../subscriptions/subscriptionColumns.ts'
import { orderColumn } from '../transactions/columns.ts'
import type { StoredOrder } from '../transactions/columns.ts'
import { exportedEntryColumns } from './walletEntryColumns.ts'

/** Export: one customer's data in all tables. */

/** An audit note about the customer. */
const noteColumns = defineColumns({
  at: integer,
  action: text,
  requestId: text,
  detail: json<Readonly<Record<string, unknown>>>(),
})

/** A customer, deleted or not, with all its data except payments. Lists are newest first, times are milliseconds since 1970. */
export interface CustomerData {
  readonly customer: RowOf<typeof exportedCustomerColumns>
  readonly entries: readonly RowOf<typeof exportedEntryColumns>[]
  readonly subscriptions: readonly SubscriptionRow[]
  readonly bills: readonly BillRow[]
  readonly checkouts: readonly CustomerCheckout[]
  readonly notes: readonly RowOf<typeof noteColumns>[]
}

/** A WHERE condition: the customer of this id, if it is the owner's, deleted or not. */
export const customerByIdIncludingDeleted = ({ account, mode }: Owner, id: string): Statement =>
  sql('customers.id = ? AND customers.account = ? AND customers.mode = ?', id, account, mode)

/** A condition: the customer was erased. */
export const isErased = (id: string): Statement => sql('EXISTS (SELECT 1 FROM erasures WHERE customer = ?)', id)

/** Selects a customer's payment methods, including deleted ones. Both kinds have their own index, hence the UNION. */
export const entriesIncludingDeleted = (columns: string, { account, mode }: Owner, customer: string): Statement => {
  const part = (deleted: string) =>
    `SELECT ${columns} FROM walletEntries WHERE customer = ? AND account = ? AND mode = ? AND deleted ${deleted}`
  const values = [customer, account, mode]
  return sql(`${part('IS NULL')} UNION ALL ${part('IS NOT NULL')}`, ...values, ...values)
}

/** One round trip. Null if the account has no such customer in this mode, or has erased it. */
export const readCustomerData = async ({ database, owner }: OwnerScope, id: string): Promise<CustomerData | null> => {
  const { account, mode } = owner
  const where = customerByIdIncludingDeleted(owner, id)
  const erased = isErased(id)
  const entries = entriesIncludingDeleted(exportedEntryColumns.list(), owner, id)
  const {
    customer: [customer],
    ...rows
  } = await database.named({
    customer: sql(
      `SELECT ${exportedCustomerColumns.list()} FROM customers WHERE ${where.sql} AND NOT ${erased.sql}`,
      ...where.values,
      ...erased.values,
    ),
    entries: sql(`${entries.sql} ORDER BY created DESC, id DESC`, ...entries.values),
    subscriptions: sql(
      `SELECT ${subscriptionColumns.list()} FROM subscriptions
       WHERE customer = ? AND account = ? AND mode = ? ORDER BY created DESC, id DESC`,
      id,
      account,
      mode,
    ),
    bills: sql(
      `SELECT ${billColumns.list('bills')} FROM subscriptions CROSS JOIN bills ON bills.subscription = subscriptions.id
       WHERE subscriptions.customer = ? AND subscriptions.account = ? AND subscriptions.mode = ?
       ORDER BY bills.subscription, bills.period DESC`,
      id,
      account,
      mode,
    ),
    ...selectCustomerCheckouts(owner, id),
    notes: sql(
      `SELECT ${noteColumns.list()} FROM audit WHERE account = ? AND detail ->> '$.customer' = ? ORDER BY id DESC`,
      account,
      id,
    ),
  })
  if (customer === undefined) return null
  return {
    customer: exportedCustomerColumns.decode(customer),
    entries: rows.entries.map(exportedEntryColumns.decode),
    subscriptions: rows.subscriptions.map(subscriptionColumns.decode),
    bills: rows.bills.map(billColumns.decode),
    checkouts: decodeCustomerCheckouts(rows),
    notes: rows.notes.map(noteColumns.decode),
  }
}

const orderColumns = defineColumns({ payment: text, id: text, data: orderColumn })

/** The stored orders of a payment. */
export interface PaymentOrders {
  readonly order: StoredOrder | null
  /** The orders of its credits, the oldest first. */
  readonly creditOrders: readonly { readonly transactionId: string; readonly order: StoredOrder }[]
}

/** One round trip: the stored orders of payments by id. Payments without any order are left out. */
export const readOrders = async (
  { database, owner: { account, mode } }: OwnerScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentOrders>> => {
  // The plus keeps the account's indexes, which have all of its payments, out of the plan.
  const rows = await database.rows(
    sql(
      `WITH payments AS (
         SELECT id, orderData FROM transactions
         WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(?)) AND +account = ? AND +mode = ?)
       SELECT CAST(id AS TEXT) AS payment, CAST(id AS TEXT) AS id, orderData AS data FROM payments WHERE orderData IS NOT NULL
       UNION ALL
       SELECT * FROM (
         SELECT CAST(payments.id AS TEXT), CAST(operations.id AS TEXT), creditOrder
         FROM payments CROSS JOIN operations ON operations.transactionId = payments.id AND operations.id <> operations.transactionId
         WHERE creditOrder IS NOT NULL ORDER BY payments.id, operations.id)`,
      JSON.stringify(ids),
      account,
      mode,
    ),
  )
  const byPayment = Map.groupBy(rows.map(orderColumns.decode), ({ payment }) => payment)
  return new Map([...byPayment].map(([payment, orders]) => [payment, toPaymentOrders(payment, orders)]))
}

const toPaymentOrders = (payment: string, orders: readonly RowOf<typeof orderColumns>[]): PaymentOrders => ({
  order: orders.find(({ id }) => id === payment)?.data ?? null,
  creditOrders: orders.flatMap(({ id, data }) => (id === payment ? [] : [{ transactionId: id, order: data }])),
})
