import type { Database, Row, Statement } from './database.ts'
import { sql } from './database.ts'
import type { Owner } from './owner.ts'

/** Members that were said, and nothing of those that were not. */
type Said = Readonly<Record<string, string | undefined>>

/** A customer as it is written down. What was never said is an empty text. */
export interface NewCustomer {
  /** UUIDv7. */
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  /** The merchant's own number; null for none. No two customers of an account and mode have the same. */
  readonly merchantIdentifier: string | null
  readonly phoneNumber: string
  readonly emailAddress: string
  readonly shippingAddress: Said
  readonly metadata: Said
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
 * One round trip: writes a customer down. Of any number of rivals with one merchantIdentifier one is written; the others learn the id of
 * the customer that has it.
 */
export const insertCustomer = async (
  database: Database,
  owner: Owner,
  customer: NewCustomer,
): Promise<{ readonly result: 'inserted' } | { readonly result: 'identifier_taken'; readonly by: string }> => {
  const { account, mode } = owner
  const [[inserted] = [], , [holder] = []] = await database.batch([
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
    sql(
      'SELECT id FROM customers WHERE account = ? AND mode = ? AND merchantIdentifier = ? AND deleted IS NULL',
      account,
      mode,
      customer.merchantIdentifier,
    ),
  ])
  return inserted === undefined ? { result: 'identifier_taken', by: holder?.['id'] as string } : { result: 'inserted' }
}

/** One round trip. Null where the account has no such customer in this mode, or has deleted it. */
export const findCustomer = async (database: Database, owner: Owner, id: string): Promise<CustomerRow | null> => {
  const own = theCustomer(owner, id)
  const row = await database.row(sql(`SELECT ${columns} FROM customers WHERE ${own.sql}`, ...own.values))
  return row === null ? null : customerRow(row)
}
