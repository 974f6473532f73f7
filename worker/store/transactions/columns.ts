import type { OperationState, OperationType, TransactionState } from '#contract/transactions/transactions'
import type { Ref } from '../../processors/processor.ts'
import type { DisputeSummary } from '../disputes/disputeColumns.ts'
import { addedLater, defineColumns, exactJson, flag, integer, json, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** Columns of `transactions` and `operations`. Amounts are minor units, times are milliseconds since 1970. */

/** An order as its client sent it, without the members that only the gateway sets. */
export interface StoredOrder {
  readonly metadata?: Readonly<Record<string, string>> | null
  readonly [member: string]: unknown
}

export const orderColumn = exactJson<StoredOrder>()

/** The disputes of a payment, copied from their table. */
export const disputesColumn = json<readonly DisputeSummary[]>()

/** An operation that the bank returned. Its amount is in minor units, its time in milliseconds since 1970. */
export interface ReturnedOperation {
  readonly id: number
  readonly type: OperationType
  readonly amount: number
  readonly code: string | null
  readonly at: number
}

/** The returned operations of a payment, copied from their table. */
export const returnsColumn = json<readonly ReturnedOperation[]>()

/** The processor's reference of an operation. */
export const refColumn = json<Ref>()

/** A member of an operation's Ref as SQL, in the words of its indexes. Null for a reference that cannot be read. */
export const refMember = (name: 'connection' | 'theirs', operation = 'operations'): string =>
  `CASE WHEN json_valid(${operation}.storedRef) THEN ${operation}.storedRef ->> '$.${name}' END`

const columnsOfRef = { id: 'id', transactionId: 'transactionId', account: 'account', created: 'created' }

/**
 * The value of the column `storedRef` as SQL: a Ref without the members that its row implies, which the column `processorRef` adds. A member
 * that the row implies and the Ref lacks is null.
 *
 * @param ref as SQL. The result has its bound values, then those of the row, each once.
 * @param row columns of the operation as SQL
 */
export const compactRef = (ref: string, row: Partial<typeof columnsOfRef> = {}): string => {
  const { id, transactionId, account, created } = { ...columnsOfRef, ...row }
  const implied = {
    account: 'account',
    op: 'CAST(id AS TEXT)',
    root: 'CAST(root AS TEXT)',
    created: 'at',
    realTime: 'at',
  }
  const paths = Object.entries(implied).map(
    ([name, value]) => `iif(ref ->> '$.${name}' IS ${value}, '$.${name}', '$.none')`,
  )
  const nulls = Object.keys(implied).map((name) => `'$.${name}', NULL`)
  return `(SELECT json_remove(json_insert(ref, ${nulls.join(', ')}), ${paths.join(', ')})
           FROM (SELECT ${ref} AS ref, CAST(${id} AS INTEGER) AS id, ${transactionId} AS root, ${account} AS account, ${created} AS at))`
}

/** The same for a bound Ref of the row itself. */
export const compactBoundRef = compactRef('?')

/** Details of a decline beyond its code. */
export const detailsColumn = json<Readonly<Record<string, unknown>>>()

/** The instrument of a transaction, sealed, with its display data. Cash has only its method. */
export const instrumentColumns = defineColumns({
  /** creditCard, check, cash, digitalPayPayment, or terminal until a card is presented. */
  method: text,
  cardId: nullable(text),
  sealedPan: nullable(text),
  wrappedPanKey: nullable(text),
  network: nullable(text),
  last4: nullable(text),
  digits: nullable(integer),
  expiry: nullable(text),
  fingerprint: nullable(text),
  cardRange: nullable(text),
  /** Keyed hash of the browser's address that created the token. */
  source: nullable(text),
  customer: nullable(text),
  wallet: nullable(text),
  /** The network that the holder of a co-badged card chose. */
  preferredNetwork: nullable(text),
})

export type InstrumentColumns = RowOf<typeof instrumentColumns>

/** The columns that API resources and events of a transaction are made from. No sealed value, and none that identifies a card or its holder. */
export const transactionResourceColumns = defineColumns({
  id: integer,
  status: enumText<TransactionState>(),
  method: text,
  currency: integer,
  approved: integer,
  captured: integer,
  capturing: integer,
  credited: integer,
  settled: integer,
  /** The released part of `approved`. */
  released: integer,
  tip: integer,
  network: nullable(text),
  preferredNetwork: nullable(text),
  last4: nullable(text),
  digits: nullable(integer),
  expiry: nullable(text),
  customer: nullable(text),
  wallet: nullable(text),
  terminal: nullable(text),
  initiatedBy: text,
  initial: text,
  networkTransactionId: nullable(text),
  orderData: nullable(orderColumn),
  referenceTransactionId: nullable(text),
  initiatedByUserId: nullable(text),
  disputes: addedLater(disputesColumn),
  returns: addedLater(returnsColumn),
  batchId: nullable(text),
  /** Null for the built-in simulator. */
  connection: addedLater(text),
  created: integer,
  updated: integer,
  expires: nullable(integer),
})

export type TransactionResource = RowOf<typeof transactionResourceColumns>

const payment = {
  id: integer,
  account: text,
  mode: enumText<'test' | 'live'>(),
  /** `credit` is an unreferenced credit. */
  type: enumText<'payment' | 'credit'>(),
  status: enumText<TransactionState>(),
  method: text,
  currency: integer,
  approved: integer,
  captured: integer,
  credited: integer,
  settled: integer,
  /** Reserved by pending captures and credits. */
  capturing: integer,
  crediting: integer,
  /** Whether a void or final capture is pending, which excludes other operations. */
  held: flag,
  released: integer,
  terminal: nullable(text),
  expires: nullable(integer),
  /** Null for the built-in simulator. */
  connection: nullable(text),
}

/** The columns of a payment that operations need. */
export const paymentColumns = defineColumns(payment)

export type PaymentRow = RowOf<typeof paymentColumns>

/** The same columns with the order, for responses. */
export const modifiedPaymentColumns = defineColumns({ ...payment, orderData: nullable(orderColumn) })

export type ModifiedPayment = RowOf<typeof modifiedPaymentColumns>

const listed = {
  id: integer,
  type: enumText<OperationType>(),
  status: enumText<OperationState>(),
  amount: integer,
  responseCode: nullable(text),
  referenceTransactionId: addedLater(text),
  initiatedByUserId: addedLater(text),
  created: integer,
}

/** The columns of an operation in the list of its payment. */
export const listedOperationColumns = defineColumns(listed)

export type ListedOperation = RowOf<typeof listedOperationColumns>

const resource = {
  ...listed,
  authCode: nullable(text),
  latency: integer,
  avs: nullable(text),
  cvv: nullable(text),
  details: nullable(detailsColumn),
  /** Of a credit that refunds a payment: its own order. */
  creditOrder: addedLater(orderColumn),
  requestId: text,
}

/** The columns that API resources of an operation are made from. */
export const operationResourceColumns = defineColumns(resource)

export type OperationResource = RowOf<typeof operationResourceColumns>

/** All columns of an operation that the gateway uses. */
export const operationColumns = defineColumns({
  ...resource,
  transactionId: integer,
  account: text,
  mode: enumText<'test' | 'live'>(),
  processorRef: nullable(refColumn),
  attempts: integer,
  /** Of a reversal: the operation that it undoes. */
  undoes: nullable(integer),
  /** Of a void: the operation that it undoes. Of a reversal that releases the rest of a hold: the authorization. */
  target: nullable(integer),
  /** Of a capture: whether it is the last one. */
  final: flag,
  batchId: nullable(text),
  due: nullable(integer),
  /** Since when a person has to look it up. Null if nobody has to. */
  attention: nullable(integer),
})

export type OperationRow = RowOf<typeof operationColumns>

/** The columns of the operation that a modification refers to. */
export const namedOperationColumns = defineColumns({
  id: integer,
  amount: integer,
  type: enumText<OperationType>(),
  status: enumText<OperationState>(),
  processorRef: nullable(refColumn),
  batchId: nullable(text),
})

export type NamedOperation = RowOf<typeof namedOperationColumns>
