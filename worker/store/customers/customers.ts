import { customerColumns, customerMemberColumns, newCustomerColumns } from './customerColumns.ts'
import type { CustomerMembers, CustomerRow, NewCustomer } from './customerColumns.ts'
import { announceCustomer } from './customerEvents.ts'
import type { SqlValue } from '../sql/database.ts'
import { all, sql } from '../sql/database.ts'
import { selectTotal, readPage } from '../sql/paging.ts'
import type { PageRequest, Page } from '../sql/paging.ts'
import { text } from '../sql/row.ts'
import type { Cause } from '../events/rowEvents.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'

export type { CustomerMembers, CustomerRow, NewCustomer } from './customerColumns.ts'

/** A WHERE condition: the customer of this id, if it is the owner's and not deleted. */
export const customerById = ({ account, mode }: Owner, id: string): Statement =>
  sql(
    'customers.id = ? AND customers.account = ? AND customers.mode = ? AND customers.deleted IS NULL',
    id,
    account,
    mode,
  )

/** A condition: the owner has this customer. */
export const customerExists = (owner: Owner, id: string): Statement => {
  const where = customerById(owner, id)
  return sql(`EXISTS (SELECT 1 FROM customers WHERE ${where.sql})`, ...where.values)
}

/** Increments the customer counter if the previous statement has inserted this customer. */
const countCustomer = (owner: Owner, id: string): Statement => {
  const where = customerById(owner, id)
  return sql(
    `INSERT INTO counters (account, mode, name, total) SELECT account, mode, 'customers', 1 FROM customers WHERE ${where.sql}
     ON CONFLICT DO UPDATE SET total = total + 1`,
    ...where.values,
  )
}

/**
 * Statements that insert a customer, unless its merchantIdentifier is taken, count it and insert its event.
 *
 * @param requestId of the request that creates it; null for background work
 */
export const customerInsertion = (
  owner: Owner,
  customer: NewCustomer,
  requestId: string | null,
): readonly [insertion: Statement, count: Statement, event: Statement] => {
  const { account, mode } = owner
  return [
    sql(
      `INSERT INTO customers (${newCustomerColumns.list()}, account, mode, updated)
       VALUES (${newCustomerColumns.placeholders}, ?, ?, ?)
       ON CONFLICT (account, mode, merchantIdentifier) WHERE merchantIdentifier IS NOT NULL AND deleted IS NULL DO NOTHING
       RETURNING id`,
      ...newCustomerColumns.encode(customer),
      account,
      mode,
      customer.created,
    ),
    countCustomer(owner, customer.id),
    announceCustomer({
      type: 'customer.created',
      which: customerById(owner, customer.id),
      at: customer.created,
      requestId,
    }),
  ]
}

/**
 * One round trip: inserts a customer. Among concurrent inserts of one merchantIdentifier one succeeds; the others return the id of the
 * customer that has it.
 */
export const insertCustomer = async (
  { database, owner, cause }: StoreScope,
  customer: NewCustomer,
): Promise<{ readonly result: 'inserted' } | { readonly result: 'identifier_taken'; readonly by: string }> => {
  const { account, mode } = owner
  const where = customerById(owner, customer.id)
  const [[inserted] = [], , , [holder] = []] = await database.batchWithVerification(
    [
      ...customerInsertion(owner, customer, cause),
      sql(
        'SELECT id FROM customers WHERE account = ? AND mode = ? AND merchantIdentifier = ? AND deleted IS NULL',
        account,
        mode,
        customer.merchantIdentifier,
      ),
    ],
    sql(`SELECT id FROM customers WHERE ${where.sql}`, ...where.values),
  )
  return inserted === undefined
    ? { result: 'identifier_taken', by: text.read(holder?.['id'], 'id') }
    : { result: 'inserted' }
}

/** One round trip. Null if the account has no such customer in this mode, or has deleted it. */
export const findCustomer = async ({ database, owner }: OwnerScope, id: string): Promise<CustomerRow | null> => {
  const where = customerById(owner, id)
  const row = await database.row(
    sql(`SELECT ${customerColumns.list()} FROM customers WHERE ${where.sql}`, ...where.values),
  )
  return row && customerColumns.decode(row)
}

/** One round trip: a page of the customers that are not deleted, newest first. */
export const listCustomerRows = (
  { database, owner }: OwnerScope,
  page: PageRequest,
): Promise<Page<CustomerRow> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'customers',
      columns: customerColumns.list(),
      within: sql('account = ? AND mode = ?', owner.account, owner.mode),
      visible: sql('deleted IS NULL'),
      total: selectTotal(owner, 'customers'),
      entry: customerColumns.decode,
    },
    page,
  )

export type CustomerUpdate =
  | { readonly result: 'updated'; readonly customer: CustomerRow }
  | { readonly result: 'customer_not_found' }
  | { readonly result: 'identifier_taken'; readonly by: string }

/**
 * Inserts the event of a change. Stands before the UPDATE, to compare old and new values.
 *
 * @param changed not empty
 * @param condition a WHERE condition: the customer, if the UPDATE will change it
 */
const announceChange = (
  changed: readonly (readonly [column: string, value: SqlValue])[],
  condition: Statement,
  cause: Cause,
): Statement => {
  const values = changed.map(([, value]) => value)
  return announceCustomer({
    ...cause,
    type: 'customer.updated',
    which: all(
      condition,
      sql(`(${changed.map(([name]) => name).join(', ')}) IS NOT (${values.map(() => '?').join(', ')})`, ...values),
    ),
    occasion: sql('?', cause.requestId),
    changed: Object.fromEntries(changed.map(([name, value]) => [name, sql('?', value)])),
  })
}

/**
 * One round trip: updates some members of a customer. Among concurrent updates to one merchantIdentifier one succeeds; the others return
 * the id of the customer that has it.
 *
 * @param at milliseconds since 1970
 */
export const updateCustomerRow = async (
  { database, owner, cause: requestId }: StoreScope,
  id: string,
  change: Partial<CustomerMembers>,
  at: number,
): Promise<CustomerUpdate> => {
  const where = customerById(owner, id)
  const changed = customerMemberColumns.encodeChange(change)
  const holder = sql(
    'SELECT id FROM customers WHERE account = ? AND mode = ? AND merchantIdentifier = ? AND deleted IS NULL AND id <> ?',
    owner.account,
    owner.mode,
    change.merchantIdentifier ?? null,
    id,
  )
  const condition = all(where, sql(`NOT EXISTS (${holder.sql})`, ...holder.values))
  const {
    customer: [customer],
    holders: [taken],
  } = await database.named({
    holders: holder,
    event: changed.length === 0 ? null : announceChange(changed, condition, { at, requestId }),
    update: sql(
      `UPDATE customers SET ${[...changed.map(([name]) => `${name} = ?`), 'updated = ?'].join(', ')} WHERE ${condition.sql}`,
      ...changed.map(([, value]) => value),
      at,
      ...condition.values,
    ),
    customer: sql(`SELECT ${customerColumns.list()} FROM customers WHERE ${where.sql}`, ...where.values),
  })
  if (customer === undefined) return { result: 'customer_not_found' }
  return taken === undefined
    ? { result: 'updated', customer: customerColumns.decode(customer) }
    : { result: 'identifier_taken', by: text.read(taken['id'], 'id') }
}
