import { appendAuditIf } from '../sql/audit.ts'
import { blankEvents, blankRow } from '../sql/redaction.ts'
import type { Blanks } from '../sql/redaction.ts'
import { blankCheckouts } from '../checkouts/redaction.ts'
import { entriesEver, isErased, customerByIdIncludingDeleted } from './personalData.ts'
import { customerDeletion } from './deletion.ts'
import { all, listed, sql } from '../sql/database.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { StoreScope, ShardScope } from '../sql/scope.ts'

/** One customer's data in all tables, to be forgotten. */

/**
 * Members of an order by whom they are about. What is about the person is forgotten with the customer; what was sold, for how much, and by
 * which number stays, because whoever sold it must account for it.
 */
export const orderMembers = {
  person: ['customerPublicIdentifier', 'billTo', 'shipTo', 'email', 'metadata'],
  sale: [
    'referenceObject',
    'referenceObjectId',
    'discount',
    'surcharge',
    'shipping',
    'tip',
    'tax',
    'total',
    'date',
    'lines',
  ],
} as const

/** What the rows of each table lose. Of subscriptions none: they name nobody but by the customer's id. */
const blanks = {
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
    networkTransactionId: 'NULL',
    address: "'{}'",
  },
  tokens: {
    sealedPan: 'NULL',
    sealedCvv: 'NULL',
    last4: "''",
    digits: '0',
    expiry: "''",
    fingerprint: "''",
    cardRange: 'NULL',
    source: 'NULL',
  },
  // Neither capture, void nor credit needs the card: they name the payment by the processor's own reference.
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
    // A text in the snapshots of events, too, and no object: the empty one makes it that.
    orderData: (own) => `json_remove(${own}, ${listed(orderMembers.person.map((member) => `$.${member}`))}) || ''`,
  },
} as const satisfies Readonly<Record<string, Blanks>>

/** Members of answers that say something of a customer. */
const emptied = ['customers', 'wallet'].map((member) => `'$.${member}', json('[]')`).join(', ')

/** Pieces of SQL for WHERE, by which the key of `idempotency` is searched: requests that may have been about the customer. */
const requestsAbout = (customer: string): readonly Statement[] => [
  sql("route = 'POST /v1/customers' AND instr(coalesce(body, ''), ?)", customer),
  // The customer, and all below it: 0 comes right after the slash.
  ...['POST', 'PUT', 'DELETE']
    .map((verb) => `${verb} /v1/customers/${customer}`)
    .map((route) => sql('route >= ? AND route < ?', route, `${route}0`)),
]

/**
 * Forgets what is kept for repetitions of requests about a customer. An answer keeps its key and has empty lists from now on: were the key
 * free, a late repetition of the request that made the customer would make it once more. What has no answer yet will not get one kept.
 *
 * @param requestId of the request that runs, whose row stays
 * @param condition that the customer is one: any other id may be a word that stands in many an answer
 */
const forgetAnswers = (
  { account, mode }: Owner,
  customer: string,
  requestId: string,
  condition: Statement,
): readonly Statement[] =>
  requestsAbout(customer).flatMap((about) => {
    const rows = all(sql('account = ? AND mode = ? AND requestId <> ?', account, mode, requestId), about, condition)
    return [
      sql(`DELETE FROM idempotency WHERE ${rows.sql} AND status IS NULL`, ...rows.values),
      sql(`UPDATE idempotency SET body = json_replace(body, ${emptied}) WHERE ${rows.sql}`, ...rows.values),
    ]
  })

/**
 * Deletes a customer that is not deleted, erases all of it but its payments, and notes that those are to follow: one round trip, all or
 * nothing, safe to repeat. From then on no payment can be added. False where the account has no such customer in this mode.
 *
 * @param audit written the first time
 */
export const beginErasure = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<boolean> => {
  const audit = sign(note)
  const { account, mode } = owner
  const own = customerByIdIncludingDeleted(owner, id)
  const erased = isErased(id)
  const deleted = sql(`EXISTS (SELECT 1 FROM customers WHERE ${own.sql} AND deleted IS NOT NULL)`, ...own.values)
  const first = sql(`${deleted.sql} AND NOT ${erased.sql}`, ...deleted.values, ...erased.values)
  const cards = entriesEver('cardId', owner, id)
  const entries = entriesEver('id', owner, id)
  const results = await database.repeatable([
    ...customerDeletion(owner, id, { ...audit, action: 'customer.deleted' }),
    sql(
      `UPDATE customers SET ${blankRow(blanks.customers)}, updated = ? WHERE ${own.sql} AND ${first.sql}`,
      audit.at,
      ...own.values,
      ...first.values,
    ),
    // A token that was spent into an entry has given it its id.
    sql(
      `UPDATE tokens SET ${blankRow(blanks.tokens)}
       WHERE id IN (${cards.sql}) AND account = ? AND mode = ? AND spentInto IS NOT NULL AND ${first.sql}`,
      ...cards.values,
      account,
      mode,
      ...first.values,
    ),
    sql(
      `UPDATE walletEntries SET ${blankRow(blanks.walletEntries)}
       WHERE customer = ? AND account = ? AND mode = ? AND deleted IS NOT NULL AND ${first.sql}`,
      id,
      account,
      mode,
      ...first.values,
    ),
    blankEvents(sql(`SELECT ? WHERE ${first.sql}`, id, ...first.values), blanks.customers),
    blankEvents(
      sql(`SELECT id FROM (${entries.sql}) WHERE ${first.sql}`, ...entries.values, ...first.values),
      blanks.walletEntries,
    ),
    ...blankCheckouts(
      sql(
        `SELECT id FROM checkouts WHERE customer = ? AND account = ? AND mode = ? AND ${first.sql}`,
        id,
        account,
        mode,
        ...first.values,
      ),
    ),
    ...forgetAnswers(owner, id, audit.requestId, deleted),
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

/** An erasure that is under way. */
export type Erasure = Owner & { readonly customer: string }

/** Payments of the customer that are not blanked yet, the oldest first. */
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

/**
 * Erases up to `limit` more payments of a customer: one round trip, safe to repeat and to run twice at once. Answers whether all are erased
 * now.
 */
export const eraseNextPayments = async (
  { database }: ShardScope,
  erasure: Erasure,
  { at, limit }: { readonly at: number; readonly limit: number },
): Promise<boolean> => {
  const next = nextPayments(erasure, limit)
  const more = nextPayments(erasure, 1)
  const results = await database.repeatable([
    sql(
      `UPDATE transactions SET ${blankRow(blanks.transactions)} WHERE id IN (SELECT id FROM (${next.sql}))`,
      ...next.values,
    ),
    blankEvents(
      sql(`SELECT CAST(id AS TEXT) FROM (${next.sql})`, ...next.values),
      blanks.transactions,
      '$.transaction',
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

/** True of erasures that are not done. */
export const isUnfinished = sql('done IS NULL')

/** Erasures that are not done, the oldest first, whosever they are. */
export const findUnfinishedErasures = async ({ database }: ShardScope, limit: number): Promise<Erasure[]> => {
  const rows = await database.rows(
    sql(`SELECT customer, account, mode FROM erasures WHERE ${isUnfinished.sql} ORDER BY begun LIMIT ?`, limit),
  )
  return rows as unknown as Erasure[]
}
