import type { Offer } from '#contract/checkouts/offer'
import type { PricedOrder } from '#contract/checkouts/order'
import { unpaidStates } from '#contract/checkouts/attempts'
import { storedMethodScope } from '#contract/scopes'
import type { Order } from '#contract/transactions/order'
import type { TransactionState } from '#contract/transactions/transactions'
import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { AccountRecord } from '../accounts/accountRecord.ts'
import { appendAuditIf } from '../sql/audit.ts'
import { consentsColumn } from './givenConsents.ts'
import { checkoutColumns } from './checkoutColumns.ts'
import type { CheckoutRow } from './checkoutColumns.ts'
import { receiptColumns, selectReceipts } from './receipts.ts'
import type { ReceiptRow } from './receipts.ts'
import { announceCheckoutCreated } from './checkoutEvents.ts'
import { customerExists } from '../customers/customers.ts'
import { all, toSqlList, sql } from '../sql/database.ts'
import { defineColumns, exactJson, flag, integer, json, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { isDue } from '../sql/ownedRows.ts'
import type { Claim } from '../sql/ownedRows.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope, ShardScope } from '../sql/scope.ts'

/** An attempt to pay, with its payment. */
const attemptColumns = defineColumns({
  nonce: text,
  transactionId: integer,
  created: integer,
  locale: text,
  email: text,
  phone: text,
  consents: consentsColumn,
  /** Whether the payment method is to be saved. */
  store: flag,
  charged: flag,
  /** The order that was charged; null if the checkout offers no choices. */
  pricedOrder: nullable(json<PricedOrder>()),
  /** Of the payment. */
  status: enumText<TransactionState>(),
  responseCode: nullable(text),
  authCode: nullable(text),
  network: text,
  last4: text,
  /** The payment's order, with amounts in their original text. */
  orderData: nullable(exactJson<Order>()),
  customer: nullable(text),
  wallet: nullable(text),
})

export type CheckoutAttemptRow = RowOf<typeof attemptColumns>

/** The customer, payment method and subscription that a paid checkout created. */
const completionColumns = defineColumns({
  transactionId: integer,
  customer: nullable(text),
  wallet: nullable(text),
  subscription: nullable(text),
  at: integer,
})

export type CompletionRow = RowOf<typeof completionColumns>

/** A saved payment method of the merchant's customer. */
const methodColumns = defineColumns({ wallet: text, network: text, last4: text, expiry: text })

type OfferedMethod = RowOf<typeof methodColumns>

/** What the merchant's customer has stored about itself. */
const personColumns = defineColumns({ firstName: text, lastName: text, emailAddress: text })

/** A checkout with its attempts, completion and saved payment methods. */
export interface FoundCheckout {
  readonly checkout: CheckoutRow
  /** The oldest first. */
  readonly attempts: readonly CheckoutAttemptRow[]
  readonly completion: CompletionRow | null
  /** At most ten, the default first. None if the key that created the checkout may not charge them. */
  readonly methods: readonly OfferedMethod[]
  /** Null without a customer, and under the same condition. */
  readonly person: RowOf<typeof personColumns> | null
}

/** A WHERE condition: the checkout of this id, if it is the owner's. */
const checkoutById = ({ account, mode }: Owner, id: string): Statement =>
  sql('checkouts.id = ? AND checkouts.account = ? AND checkouts.mode = ?', id, account, mode)

/** One round trip. False, without an insert, if its customer does not exist. */
export const insertCheckout = async (
  { database, cause: requestId }: StoreScope,
  row: CheckoutRow,
): Promise<boolean> => {
  const hasCustomer = row.customer === null ? sql('TRUE') : customerExists(row, row.customer)
  const where = checkoutById(row, row.id)
  const [[inserted] = []] = await database.batchWithVerification(
    [
      sql(
        `INSERT INTO checkouts (${checkoutColumns.list()}) SELECT ${checkoutColumns.placeholders} WHERE ${hasCustomer.sql} RETURNING id`,
        ...checkoutColumns.encode(row),
        ...hasCustomer.values,
      ),
      announceCheckoutCreated(row, requestId),
    ],
    sql(`SELECT id FROM checkouts WHERE ${where.sql}`, ...where.values),
  )
  return inserted !== undefined
}

/**
 * Selects attempts of checkouts, the oldest first.
 *
 * @param which the condition after the column `checkout`: `= ?` or `IN (…)`
 */
export const selectAttempts = (which: Statement): Statement =>
  sql(
    `SELECT checkout, nonce, checkoutTries.transactionId, checkoutTries.created, locale, email, phone, consents, store, charged, pricedOrder, transactions.status,
            operations.responseCode, operations.authCode, coalesce(network, '') AS network, coalesce(last4, '') AS last4, orderData,
            transactions.customer, transactions.wallet
     FROM checkoutTries
     JOIN transactions ON transactions.id = checkoutTries.transactionId
     JOIN operations ON operations.id = checkoutTries.transactionId
     WHERE checkout ${which.sql} ORDER BY checkoutTries.created, checkoutTries.transactionId`,
    ...which.values,
  )

export const selectCompletions = (which: Statement): Statement =>
  sql(`SELECT * FROM checkoutCompletions WHERE checkout ${which.sql}`, ...which.values)

/** Selects the customer of a checkout, if its key may charge the customer's payment methods. Values: checkout, scope. */
const chargeableCustomer = `
  SELECT customer FROM checkouts JOIN apiKeys ON apiKeys.id = checkouts.key
  WHERE checkouts.id = ? AND ? IN (SELECT value FROM json_each(scopes))`

/** Statements that select a checkout's attempts, completion, methods and person by its id. The caller's first statement checks the owner. */
const checkoutParts = (id: string) => ({
  attempts: selectAttempts(sql('= ?', id)),
  completion: selectCompletions(sql('= ?', id)),
  methods: sql(
    `SELECT id AS wallet, network, last4, coalesce(expiry, '') AS expiry FROM walletEntries
     WHERE deleted IS NULL AND customer = (${chargeableCustomer})
     ORDER BY isDefault DESC, created DESC LIMIT 10`,
    id,
    storedMethodScope,
  ),
  person: sql(
    `SELECT ${personColumns.list()} FROM customers WHERE deleted IS NULL AND id = (${chargeableCustomer})`,
    id,
    storedMethodScope,
  ),
})

/** The columns of attempts and completions, for a SELECT of them as JSON. */
export const { names: attemptNames } = attemptColumns
export const { names: completionNames } = completionColumns

interface CheckoutParts {
  readonly attempts: readonly Row[]
  readonly completion: readonly Row[]
  readonly methods: readonly Row[]
  readonly person: readonly Row[]
}

/** Decodes the rows of `selectAttempts` and `selectCompletions`. */
export const decodeAttempts = (attempts: readonly Row[], [completion]: readonly Row[]) => ({
  attempts: attempts.map(attemptColumns.decode),
  completion: completion === undefined ? null : completionColumns.decode(completion),
})

const decodeParts = ({ attempts, completion, methods, person: [person] }: CheckoutParts) => ({
  ...decodeAttempts(attempts, completion),
  methods: methods.map(methodColumns.decode),
  person: person === undefined ? null : personColumns.decode(person),
})

/** One round trip. Null if the account has no such checkout in this mode. */
export const findCheckoutRow = async ({ database, owner }: OwnerScope, id: string): Promise<FoundCheckout | null> => {
  const where = checkoutById(owner, id)
  const { checkout, ...rest } = await database.named({
    checkout: sql(`SELECT ${checkoutColumns.list()} FROM checkouts WHERE ${where.sql}`, ...where.values),
    ...checkoutParts(id),
  })
  return checkout[0] === undefined ? null : { checkout: checkoutColumns.decode(checkout[0]), ...decodeParts(rest) }
}

/** A checkout with the receipts that were sent again. */
export interface FoundCheckoutWithReceipts extends FoundCheckout {
  readonly receipts: readonly ReceiptRow[]
}

/** One round trip: the same with the receipts that were sent again. */
export const findCheckoutRowWithReceipts = async (
  { database, owner }: OwnerScope,
  id: string,
): Promise<FoundCheckoutWithReceipts | null> => {
  const where = checkoutById(owner, id)
  const { checkout, receipts, ...rest } = await database.named({
    checkout: sql(`SELECT ${checkoutColumns.list()} FROM checkouts WHERE ${where.sql}`, ...where.values),
    receipts: selectReceipts(id),
    ...checkoutParts(id),
  })
  return checkout[0] === undefined
    ? null
    : {
        checkout: checkoutColumns.decode(checkout[0]),
        receipts: receipts.map(receiptColumns.decode),
        ...decodeParts(rest),
      }
}

/** A checkout in a customer's data export. Its offer has only the members with personal data. */
export type CustomerCheckout = Omit<FoundCheckout, 'methods' | 'person' | 'checkout'> & {
  readonly checkout: Omit<CheckoutRow, 'offer'> & { readonly offer: Pick<Offer, 'prefill'> }
}

/** Statements that select a customer's checkouts, newest first. */
export const selectCustomerCheckouts = ({ account, mode }: Owner, customer: string) => {
  const where = sql('customer = ? AND account = ? AND mode = ?', customer, account, mode)
  const among = sql(`IN (SELECT id FROM checkouts WHERE ${where.sql})`, ...where.values)
  const named = checkoutColumns.names.map((column) =>
    column === 'offer' ? "json_object('prefill', offer -> '$.prefill') AS offer" : column,
  )
  return {
    checkouts: sql(
      `SELECT ${named.join(', ')} FROM checkouts WHERE ${where.sql} ORDER BY created DESC, id`,
      ...where.values,
    ),
    attempts: selectAttempts(among),
    completions: selectCompletions(among),
  }
}

/** Decodes the rows of those statements. */
export const decodeCustomerCheckouts = (
  read: Readonly<Record<'checkouts' | 'attempts' | 'completions', Row[]>>,
): CustomerCheckout[] => {
  const attempts = Map.groupBy(read.attempts, ({ checkout }) => checkout)
  const completions = new Map(read.completions.map((row) => [row['checkout'], row]))
  return read.checkouts.map((row) => {
    const {
      methods: _methods,
      person: _person,
      ...parts
    } = decodeParts({
      attempts: attempts.get(row['id']) ?? [],
      completion: [completions.get(row['id'])].filter((completion) => completion !== undefined),
      methods: [],
      person: [],
    })
    return { checkout: checkoutColumns.decode(row), ...parts }
  })
}

/** A checkout with its account, as found by a shopper who only has its id. */
export interface CheckoutWithAccount extends FoundCheckout {
  readonly account: AccountRecord
}

/** One round trip. Null if the checkout does not exist. */
export const findCheckoutWithAccount = async (
  { database }: ShardScope,
  id: string,
): Promise<CheckoutWithAccount | null> => {
  const { checkout, ...rest } = await database.named({
    checkout: sql(
      `SELECT ${checkoutColumns.list('checkouts')}, ${accountColumns('checkouts')}
       FROM checkouts ${accountJoins('checkouts')} WHERE checkouts.id = ?`,
      id,
    ),
    ...checkoutParts(id),
  })
  const [row] = checkout
  return row === undefined
    ? null
    : { checkout: checkoutColumns.decode(row), ...decodeParts(rest), account: decodeAccount(row) }
}

/** A WHERE condition with one value, the current time: the checkout is neither canceled nor expired. After its expiry event it stays expired. */
export const isCheckoutOpen = 'canceled IS NULL AND expires > ? AND announceExpiry IS NOT NULL'

/** A condition: an attempt of the checkout is pending or paid. */
export const isPaidOrPaying = (id: string): Statement =>
  sql(
    `EXISTS (SELECT 1 FROM checkoutTries JOIN transactions ON transactions.id = checkoutTries.transactionId
             WHERE checkout = ? AND status NOT IN (${toSqlList(unpaidStates)}))`,
    id,
  )

/** One round trip: cancels an open checkout. False if it is not open. */
export const markCheckoutCanceled = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<boolean> => {
  const audit = sign(note)
  const where = checkoutById(owner, id)
  const busy = isPaidOrPaying(id)
  const open = all(where, sql(isCheckoutOpen, audit.at), sql(`NOT ${busy.sql}`, ...busy.values))
  const [, [canceled] = []] = await database.batch([
    appendAuditIf(sql(`EXISTS (SELECT 1 FROM checkouts WHERE ${open.sql})`, ...open.values), owner.account, audit),
    sql(
      `UPDATE checkouts SET canceled = ?, announceExpiry = NULL WHERE ${open.sql} RETURNING id`,
      audit.at,
      ...open.values,
    ),
  ])
  return canceled !== undefined
}

/**
 * One round trip: claims the sending of a receipt and returns whether this call claimed it. The receipt counts as failed until
 * `markReceiptSent`, so a crash never sends it twice.
 */
export const claimReceipt = async ({ database, owner }: OwnerScope, id: string): Promise<boolean> => {
  const where = checkoutById(owner, id)
  const claimed = await database.row(
    sql(
      `UPDATE checkouts SET receipt = 'failed', due = NULL WHERE ${where.sql} AND receipt = 'due' RETURNING id`,
      ...where.values,
    ),
  )
  return claimed !== null
}

export const markReceiptSent = async ({ database, owner }: OwnerScope, id: string): Promise<void> => {
  const where = checkoutById(owner, id)
  await database.batch([sql(`UPDATE checkouts SET receipt = 'sent' WHERE ${where.sql}`, ...where.values)])
}

/** A checkout whose completion or receipt may be missing. */
const dueColumns = defineColumns({
  id: text,
  /** The API key that created it. */
  key: text,
})

export type DueCheckout = RowOf<typeof dueColumns>

/** One round trip: leases due checkouts, the oldest first. */
export const claimDueCheckouts = async (
  scope: OwnerScope,
  { nowMs, leaseUntil, limit }: Claim,
): Promise<DueCheckout[]> => {
  const due = isDue(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `UPDATE checkouts SET due = ? WHERE id IN (SELECT id FROM checkouts WHERE ${due.sql} ORDER BY due LIMIT ?) RETURNING ${dueColumns.list()}`,
      leaseUntil,
      ...due.values,
      limit,
    ),
  )
  return rows.map(dueColumns.decode)
}

/**
 * One round trip: clears `due` of a completed checkout, unless an attempt was inserted since the lease.
 *
 * @param attempts the number that the sweep has read. An attempt inserted at the time of the lease has the same `due` as the lease
 */
export const clearDue = async (
  { database, owner }: OwnerScope,
  id: string,
  leased: number,
  attempts: number,
): Promise<void> => {
  const where = checkoutById(owner, id)
  await database.batch([
    sql(
      `UPDATE checkouts SET due = NULL WHERE ${where.sql} AND due = ? AND (SELECT count(*) FROM checkoutTries WHERE checkout = checkouts.id) = ?`,
      ...where.values,
      leased,
      attempts,
    ),
  ])
}
