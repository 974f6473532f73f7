import { customerEvent } from './customerEvents.ts'
import type { SqlValue } from '../sql/database.ts'
import { all, sql } from '../sql/database.ts'
import { counted, readPage } from '../sql/paging.ts'
import type { PageAsked, PageRead } from '../sql/paging.ts'
import type { Cause } from '../events/rowEvents.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'

/** Members that were said, and nothing of those that were not. */
type Said = Readonly<Record<string, string | undefined>>

/** What a merchant says of a customer. What was never said is an empty text. */
export interface CustomerMembers {
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  /** The merchant's own number; null for none. No two customers of an account and mode have the same. */
  readonly merchantIdentifier: string | null
  readonly phoneNumber: string
  readonly emailAddress: string
  readonly shippingAddress: Said
  readonly metadata: Said
}

/** A customer as it is written down. */
export interface NewCustomer extends CustomerMembers {
  /** UUIDv7. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly created: number
}

export interface CustomerRow extends NewCustomer {
  /** How many payment methods are stored. */
  readonly stored: number
  readonly updated: number
}

const columns = `id, firstName, lastName, company, merchantIdentifier, phoneNumber, emailAddress, shippingAddress, metadata,
                 stored, created, updated`

const customerRow = (row: Row): CustomerRow => ({
  ...(row as unknown as CustomerRow),
  shippingAddress: JSON.parse(row['shippingAddress'] as string) as Said,
  metadata: JSON.parse(row['metadata'] as string) as Said,
})

/** A piece of SQL for WHERE: the customer of this id, if it is the owner's and was not deleted. */
export const theCustomer = ({ account, mode }: Owner, id: string): Statement =>
  sql(
    'customers.id = ? AND customers.account = ? AND customers.mode = ? AND customers.deleted IS NULL',
    id,
    account,
    mode,
  )

/** A piece of SQL with its values: true where the owner has this customer. */
export const customerExists = (owner: Owner, id: string): Statement => {
  const own = theCustomer(owner, id)
  return sql(`EXISTS (SELECT 1 FROM customers WHERE ${own.sql})`, ...own.values)
}

/** One more customer, where the statement before has written one of this id. */
const countCustomer = (owner: Owner, id: string): Statement => {
  const own = theCustomer(owner, id)
  return sql(
    `INSERT INTO counters (account, mode, name, total) SELECT account, mode, 'customers', 1 FROM customers WHERE ${own.sql}
     ON CONFLICT DO UPDATE SET total = total + 1`,
    ...own.values,
  )
}

/**
 * Writes a customer down, where no other has the merchantIdentifier, and answers its id; then counts and announces it.
 *
 * @param requestId of the request that makes it; null where time does
 */
export const customerInsertion = (
  owner: Owner,
  customer: NewCustomer,
  requestId: string | null,
): readonly [insertion: Statement, count: Statement, event: Statement] => {
  const { account, mode } = owner
  return [
    sql(
      `INSERT INTO customers (id, account, mode, firstName, lastName, company, merchantIdentifier, phoneNumber, emailAddress,
                              shippingAddress, metadata, created, updated)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (account, mode, merchantIdentifier) WHERE merchantIdentifier IS NOT NULL AND deleted IS NULL DO NOTHING
       RETURNING id`,
      customer.id,
      account,
      mode,
      customer.firstName,
      customer.lastName,
      customer.company,
      customer.merchantIdentifier,
      customer.phoneNumber,
      customer.emailAddress,
      JSON.stringify(customer.shippingAddress),
      JSON.stringify(customer.metadata),
      customer.created,
      customer.created,
    ),
    countCustomer(owner, customer.id),
    customerEvent({
      type: 'customer.created',
      which: theCustomer(owner, customer.id),
      at: customer.created,
      requestId,
    }),
  ]
}

/**
 * One round trip: writes a customer down. Of any number of rivals with one merchantIdentifier one is written; the others learn the id of
 * the customer that has it.
 */
export const insertCustomer = async (
  { database, owner, cause }: StoreScope,
  customer: NewCustomer,
): Promise<{ readonly result: 'inserted' } | { readonly result: 'identifier_taken'; readonly by: string }> => {
  const { account, mode } = owner
  const own = theCustomer(owner, customer.id)
  const [[inserted] = [], , , [holder] = []] = await database.writing(
    [
      ...customerInsertion(owner, customer, cause),
      sql(
        'SELECT id FROM customers WHERE account = ? AND mode = ? AND merchantIdentifier = ? AND deleted IS NULL',
        account,
        mode,
        customer.merchantIdentifier,
      ),
    ],
    sql(`SELECT id FROM customers WHERE ${own.sql}`, ...own.values),
  )
  return inserted === undefined ? { result: 'identifier_taken', by: holder?.['id'] as string } : { result: 'inserted' }
}

/** One round trip. Null where the account has no such customer in this mode, or has deleted it. */
export const findCustomer = async ({ database, owner }: OwnerScope, id: string): Promise<CustomerRow | null> => {
  const own = theCustomer(owner, id)
  const row = await database.row(sql(`SELECT ${columns} FROM customers WHERE ${own.sql}`, ...own.values))
  return row === null ? null : customerRow(row)
}

/** One round trip: a page of the customers that were not deleted, newest first. */
export const listCustomers = (
  { database, owner }: OwnerScope,
  page: PageAsked,
): Promise<PageRead<CustomerRow> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'customers',
      columns,
      within: sql('account = ? AND mode = ?', owner.account, owner.mode),
      shown: 'deleted IS NULL',
      total: counted(owner, 'customers'),
      entry: customerRow,
    },
    page,
  )

export type Updating =
  | { readonly result: 'updated'; readonly customer: CustomerRow }
  | { readonly result: 'customer_not_found' }
  | { readonly result: 'identifier_taken'; readonly by: string }

/** Objects are columns of JSON. */
const column = (value: string | null | Said): SqlValue =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

/**
 * Announces a change of a customer, before it is written: only then it can be seen whether anything becomes another than it was.
 *
 * @param changed not empty
 * @param may a piece of SQL for WHERE: the customer, where the change will be written
 */
const announceChange = (
  changed: readonly (readonly [column: string, value: SqlValue])[],
  may: Statement,
  cause: Cause,
): Statement => {
  const values = changed.map(([, value]) => value)
  return customerEvent({
    ...cause,
    type: 'customer.updated',
    which: all(
      may,
      sql(`(${changed.map(([name]) => name).join(', ')}) IS NOT (${values.map(() => '?').join(', ')})`, ...values),
    ),
    occasion: sql('?', cause.requestId),
    changed: Object.fromEntries(changed.map(([name, value]) => [name, sql('?', value)])),
  })
}

/**
 * One round trip: writes some members of a customer anew, each as a whole. Of any number of rivals that take one merchantIdentifier one is
 * updated; the others learn the id of the customer that has it.
 *
 * @param at milliseconds since 1970
 */
export const updateCustomer = async (
  { database, owner, cause: requestId }: StoreScope,
  id: string,
  change: Partial<CustomerMembers>,
  at: number,
): Promise<Updating> => {
  const own = theCustomer(owner, id)
  const changed = Object.entries(change).map(([name, value]) => [name, column(value)] as const)
  const holder = sql(
    'SELECT id FROM customers WHERE account = ? AND mode = ? AND merchantIdentifier = ? AND deleted IS NULL AND id <> ?',
    owner.account,
    owner.mode,
    change.merchantIdentifier ?? null,
    id,
  )
  const may = all(own, sql(`NOT EXISTS (${holder.sql})`, ...holder.values))
  const { customer, holders } = await database.named({
    holders: holder,
    event: changed.length === 0 ? null : announceChange(changed, may, { at, requestId }),
    update: sql(
      `UPDATE customers SET ${[...changed.map(([name]) => `${name} = ?`), 'updated = ?'].join(', ')} WHERE ${may.sql}`,
      ...changed.map(([, value]) => value),
      at,
      ...may.values,
    ),
    customer: sql(`SELECT ${columns} FROM customers WHERE ${own.sql}`, ...own.values),
  })
  if (customer[0] === undefined) return { result: 'customer_not_found' }
  const by = holders[0]?.['id'] as string | undefined
  return by === undefined
    ? { result: 'updated', customer: customerRow(customer[0]) }
    : { result: 'identifier_taken', by }
}
