import type { OperationState, OperationType, TransactionState } from '#contract/transactions/transactions'
import type { Ref } from '../../processors/processor.ts'
import { defineColumns, exactJson, flag, integer, json, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** Columns of `transactions` and `operations`. Amounts are minor units, times are milliseconds since 1970. */

/** An order as its client sent it, without the members that only the gateway sets. */
export interface StoredOrder {
  readonly metadata?: Readonly<Record<string, string>> | null
  readonly [member: string]: unknown
}

export const orderColumn = exactJson<StoredOrder>()

/** The processor's reference of an operation. */
export const refColumn = json<Ref>()

/** Facts of a decline that its code does not tell. */
export const detailsColumn = json<Readonly<Record<string, unknown>>>()

/** The instrument that a transaction is made with, sealed and as it may be shown. Cash has only its method. */
export const instrumentColumns = defineColumns({
  /** creditCard, check, cash, digitalPayPayment, or terminal until a card was presented. */
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
  /** Keyed hash of the address that a browser made the token from. */
  source: nullable(text),
  customer: nullable(text),
  wallet: nullable(text),
  /** Of a co-badged card: the network that its holder chose. */
  preferredNetwork: nullable(text),
})

export type InstrumentColumns = RowOf<typeof instrumentColumns>

/** What the API shows of a transaction, and so an event. Nothing that is sealed, or that identifies a card or its holder. */
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
  /** Approved, and given up. */
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
  batchId: nullable(text),
  created: integer,
  updated: integer,
  expires: nullable(integer),
})

export type TransactionResource = RowOf<typeof transactionResourceColumns>

const payment = {
  id: integer,
  account: text,
  mode: enumText<'test' | 'live'>(),
  /** A credit here is one that refers to no payment. */
  type: enumText<'payment' | 'credit'>(),
  status: enumText<TransactionState>(),
  method: text,
  currency: integer,
  approved: integer,
  captured: integer,
  credited: integer,
  settled: integer,
  /** Reserved by captures and credits under way. */
  capturing: integer,
  crediting: integer,
  /** Whether a void or final capture is under way, beside which no other operation may be. */
  held: flag,
  released: integer,
  terminal: nullable(text),
  expires: nullable(integer),
}

/** What the processor is called with for an operation of a payment. */
export const paymentColumns = defineColumns(payment)

export type PaymentRow = RowOf<typeof paymentColumns>

/** The same with what answers show of the order. */
export const modifiedPaymentColumns = defineColumns({ ...payment, orderData: nullable(orderColumn) })

export type ModifiedPayment = RowOf<typeof modifiedPaymentColumns>

const listed = {
  id: integer,
  type: enumText<OperationType>(),
  status: enumText<OperationState>(),
  amount: integer,
  responseCode: nullable(text),
  created: integer,
}

/** Of each operation that the API lists with its payment. */
export const listedOperationColumns = defineColumns(listed)

export type ListedOperation = RowOf<typeof listedOperationColumns>

const shown = {
  ...listed,
  authCode: nullable(text),
  latency: integer,
  avs: nullable(text),
  cvv: nullable(text),
  details: nullable(detailsColumn),
  requestId: text,
}

/** Of the operation that the API shows. */
export const operationResourceColumns = defineColumns(shown)

export type OperationResource = RowOf<typeof operationResourceColumns>

/** What the gateway works with. */
export const operationColumns = defineColumns({
  ...shown,
  transactionId: integer,
  account: text,
  mode: enumText<'test' | 'live'>(),
  processorRef: nullable(refColumn),
  attempts: integer,
  /** Of a reversal: the operation that it undoes. */
  undoes: nullable(integer),
  /** Of a void: the operation that it undoes. Of a reversal that gives back the rest of a hold: the authorize. */
  target: nullable(integer),
  /** Of a capture: whether nothing more is captured after it. */
  final: flag,
  batchId: nullable(text),
  due: nullable(integer),
})

export type OperationRow = RowOf<typeof operationColumns>

/** Of the operation that a modification names. */
export const namedOperationColumns = defineColumns({
  id: integer,
  type: enumText<OperationType>(),
  status: enumText<OperationState>(),
  processorRef: nullable(refColumn),
  batchId: nullable(text),
})

export type NamedOperation = RowOf<typeof namedOperationColumns>
