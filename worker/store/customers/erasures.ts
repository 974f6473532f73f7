import { appendAuditIf } from '../sql/audit.ts'
import { redactEvents, redactedColumns } from '../sql/redaction.ts'
import type { Redactions } from '../sql/redaction.ts'
import { redactCheckouts } from '../checkouts/redaction.ts'
import { entriesIncludingDeleted, isErased, customerByIdIncludingDeleted } from './personalData.ts'
import { customerDeletion } from './deletion.ts'
import { withoutPerson } from '../transactions/orderRedaction.ts'
import { all, sql } from '../sql/database.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { StoreScope, ShardScope } from '../sql/scope.ts'

/** Erasure: one customer's data in all tables. */

/** The redacted columns of each table. Subscriptions have none: their only personal data is the customer's id. */
const redactions = {
  customers: {
    firstName: "''",
    lastName: "''",
    company: "''",
    merchantIdentifier: 'NULL',
    phoneNumber: "''",
    emailAddress: "''",
    shippingAddress: "'{}'",
    metadata: "'{}'",
  },
  walletEntries: {
    sealedPan: 'NULL',
    wrappedPanKey: 'NULL',
    last4: "''",
    digits: '0',
    expiry: "''",
    fingerprint: "''",
    cardRange: 'NULL',
    source: 'NULL',
    networkTransactionId: 'NULL',
    address: "'{}'",
  },
  // Captures, voids and credits do not need the card: they use the processor's reference.
  transactions: {
    cardId: 'NULL',
    sealedPan: 'NULL',
    wrappedPanKey: 'NULL',
    last4: 'NULL',
    digits: 'NULL',
    expiry: 'NULL',
    fingerprint: 'NULL',
    cardRange: 'NULL',
    source: 'NULL',
    orderData: withoutPerson,
  },
  // The order of a credit.
  operations: { creditOrder: withoutPerson },
} as const satisfies Readonly<Record<string, Redactions>>

/** Members of stored responses with customer data. */
const emptied = ['customers', 'wallet'].map((member) => `'$.${member}', json('[]')`).join(', ')

/** Selects the days on which keys were claimed, each by one look-up in the primary key. */
const claimedDays = `
  WITH RECURSIVE days (day) AS (
    SELECT min(day) FROM idempotency
    UNION ALL SELECT (SELECT min(day) FROM idempotency WHERE idempotency.day > days.day) FROM days WHERE day IS NOT NULL)
  SELECT day FROM days WHERE day IS NOT NULL`

/** WHERE conditions on `idempotency`: requests that may concern the customer. */
const requestsAbout = (customer: string): readonly Statement[] => [
  sql("route = 'POST /v1/customers' AND instr(coalesce(body, ''), ?)", customer),
  // The customer's path and all paths below it: 0 is the character after the slash.
  ...['POST', 'PUT', 'DELETE']
    .map((verb) => `${verb} /v1/customers/${customer}`)
    .map((route) => sql('route >= ? AND route < ?', route, `${route}0`)),
]

/**
 * Redacts stored responses to requests about a customer. The key is retained with empty lists: if it were free, a late retry of the request
 * that created the customer would create it again. Rows without a response are deleted.
 *
 * @param requestId of the current request, whose row is not changed
 * @param condition true if the id is a customer's: any other text may occur in unrelated responses
 */
const redactResponses = (
  { account, mode }: Owner,
  customer: string,
  requestId: string,
  condition: Statement,
): readonly Statement[] =>
  requestsAbout(customer).flatMap((about) => {
    const rows = all(
      sql(`day IN (${claimedDays}) AND account = ? AND mode = ? AND requestId <> ?`, account, mode, requestId),
      about,
      condition,
    )
    return [
      sql(`DELETE FROM idempotency WHERE ${rows.sql} AND status IS NULL`, ...rows.values),
      sql(`UPDATE idempotency SET body = json_replace(body, ${emptied}) WHERE ${rows.sql}`, ...rows.values),
    ]
  })

/**
 * One round trip, all or nothing, safe to repeat: deletes a customer if it is not deleted, erases its data except its payments, and inserts an
 * erasure for those. No payment can be added afterwards. False if the account has no such customer in this mode.
 *
 * @param notes written the first time
 */
export const beginErasure = async (
  { database, owner, sign }: StoreScope,
  id: string,
  notes: { readonly deleted: AuditNote; readonly erased: AuditNote },
): Promise<boolean> => {
  const audit = sign(notes.erased)
  const { account, mode } = owner
  const where = customerByIdIncludingDeleted(owner, id)
  const erased = isErased(id)
  const deleted = sql(`EXISTS (SELECT 1 FROM customers WHERE ${where.sql} AND deleted IS NOT NULL)`, ...where.values)
  const first = sql(`${deleted.sql} AND NOT ${erased.sql}`, ...deleted.values, ...erased.values)
  const entries = entriesIncludingDeleted('id', owner, id)
  const results = await database.batchWithRetry([
    ...customerDeletion(owner, id, sign(notes.deleted)),
    sql(
      `UPDATE customers SET ${redactedColumns(redactions.customers)}, updated = ? WHERE ${where.sql} AND ${first.sql}`,
      audit.at,
      ...where.values,
      ...first.values,
    ),
    sql(
      `UPDATE walletEntries SET ${redactedColumns(redactions.walletEntries)}
       WHERE customer = ? AND account = ? AND mode = ? AND deleted IS NOT NULL AND ${first.sql}`,
      id,
      account,
      mode,
      ...first.values,
    ),
    redactEvents(sql(`SELECT ? WHERE ${first.sql}`, id, ...first.values), redactions.customers),
    redactEvents(
      sql(`SELECT id FROM (${entries.sql}) WHERE ${first.sql}`, ...entries.values, ...first.values),
      redactions.walletEntries,
    ),
    ...redactCheckouts(
      sql(
        `SELECT id FROM checkouts WHERE customer = ? AND account = ? AND mode = ? AND ${first.sql}`,
        id,
        account,
        mode,
        ...first.values,
      ),
    ),
    ...redactResponses(owner, id, audit.requestId, deleted),
    appendAuditIf(first, account, audit),
    sql(
      `INSERT INTO erasures (customer, account, mode, begun) SELECT ?, ?, ?, ? WHERE ${first.sql}`,
      id,
      account,
      mode,
      audit.at,
      ...first.values,
    ),
    sql('SELECT 1 FROM erasures WHERE customer = ? AND account = ? AND mode = ?', id, account, mode),
  ])
  return results.at(-1)?.length === 1
}

const erasureColumns = defineColumns({ customer: text, account: text, mode: enumText<Owner['mode']>() })

/** An erasure in progress. */
export type Erasure = RowOf<typeof erasureColumns>

/** Selects payments of the customer that are not redacted yet, the oldest first. */
const nextPayments = ({ account, mode, customer }: Erasure, limit: number): Statement =>
  sql(
    `SELECT created, id FROM transactions INDEXED BY transactionsByCustomer
     WHERE account = ? AND mode = ? AND customer = ?
       AND (created, id) > (SELECT untilCreated, untilId FROM erasures WHERE erasures.customer = ?)
     ORDER BY created, id LIMIT ?`,
    account,
    mode,
    customer,
    customer,
    limit,
  )

/** One round trip, safe to repeat and to run concurrently: redacts at most `limit` more payments of a customer. True if none is left. */
export const eraseNextPayments = async (
  { database }: ShardScope,
  erasure: Erasure,
  { at, limit }: { readonly at: number; readonly limit: number },
): Promise<boolean> => {
  const next = nextPayments(erasure, limit)
  const more = nextPayments(erasure, 1)
  const results = await database.batchWithRetry([
    sql(
      `UPDATE transactions SET ${redactedColumns(redactions.transactions)} WHERE id IN (SELECT id FROM (${next.sql}))`,
      ...next.values,
    ),
    sql(
      `UPDATE operations SET ${redactedColumns(redactions.operations)}
       WHERE transactionId IN (SELECT id FROM (${next.sql})) AND id <> transactionId AND creditOrder IS NOT NULL`,
      ...next.values,
    ),
    sql(
      `UPDATE erasures SET untilCreated = last.created, untilId = last.id
       FROM (SELECT created, id FROM (${next.sql}) ORDER BY created DESC, id DESC LIMIT 1) AS last
       WHERE customer = ?`,
      ...next.values,
      erasure.customer,
    ),
    sql(
      `UPDATE erasures SET done = ? WHERE customer = ? AND done IS NULL AND NOT EXISTS (${more.sql})`,
      at,
      erasure.customer,
      ...more.values,
    ),
    sql('SELECT 1 FROM erasures WHERE customer = ? AND done IS NOT NULL', erasure.customer),
  ])
  return results.at(-1)?.length === 1
}

/** A condition: the erasure is not done. */
export const isUnfinished = sql('done IS NULL')

/** One round trip: unfinished erasures of all accounts, the oldest first. */
export const findUnfinishedErasures = async ({ database }: ShardScope, limit: number): Promise<Erasure[]> => {
  const rows = await database.rows(
    sql(`SELECT ${erasureColumns.list()} FROM erasures WHERE ${isUnfinished.sql} ORDER BY begun LIMIT ?`, limit),
  )
  return rows.map(erasureColumns.decode)
}
