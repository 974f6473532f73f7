import type { EventType } from '#contract/events'
import type { OperationState, OperationType } from '#contract/transactions'
import { sql } from '../sql/database.ts'
import { announce, rowAsJson } from '../events/events.ts'
import type { OperationRow } from './operations.ts'
import type { TransactionRow } from './transactions.ts'
import type { Statement } from '../sql/database.ts'

/** What is told of payments: a statement for the end of each batch that decides an operation. */

/** What the API shows of a transaction, and so an event. Nothing that is sealed, or that a card or its holder could be recognized by. */
export const transactionColumns = [
  'id',
  'status',
  'method',
  'currency',
  'approved',
  'captured',
  'capturing',
  'credited',
  'settled',
  'released',
  'tip',
  'network',
  'preferredNetwork',
  'last4',
  'digits',
  'expiry',
  'customer',
  'wallet',
  'terminal',
  'initiatedBy',
  'initial',
  'networkTransactionId',
  'orderData',
  'referenceTransactionId',
  'initiatedByUserId',
  'batchId',
  'created',
  'updated',
  'expires',
] as const satisfies readonly (keyof TransactionRow)[]

/** Of each operation of the payment. */
const listColumns = [
  'id',
  'type',
  'status',
  'amount',
  'responseCode',
  'created',
] as const satisfies readonly (keyof OperationRow)[]

/** Of the operation that is shown. */
export const operationColumns = [
  ...listColumns,
  'authCode',
  'latency',
  'avs',
  'cvv',
  'details',
  'requestId',
] as const satisfies readonly (keyof OperationRow)[]

export type ShownTransaction = Pick<TransactionRow, (typeof transactionColumns)[number]>
export type ShownOperation = Pick<OperationRow, (typeof operationColumns)[number]>
export type ListedOperation = Pick<OperationRow, (typeof listColumns)[number]>

/** What an event keeps of a payment. */
export interface TransactionSnapshot {
  readonly transaction: ShownTransaction
  /** The one that the event is about. */
  readonly operation: ShownOperation
  /** The first one first. */
  readonly operations: readonly ListedOperation[]
}

/**
 * How many operations a snapshot lists, so that each captured cent of a payment does not make all later events longer: the first one, and
 * the newest.
 */
const mostListed = 50

/**
 * How much of an order a snapshot takes, in bytes: receivers are promised deliveries of 20 KiB at most (Standard Webhooks, "Payload"), and an
 * order may be a hundred times as long.
 */
const longestOrder = 8 * 1024

/** The payment, without an order that is too long. */
const shownColumns = `json_set(${rowAsJson('transactions', transactionColumns)},
  '$.orderData', iif(length(CAST(orderData AS BLOB)) <= ${longestOrder}, orderData, NULL))`

/** What is told of an operation that has come to a state. Of reversals nothing: they are part of what they undo. */
const told: Readonly<Partial<Record<OperationType, Readonly<Partial<Record<OperationState, EventType>>>>>> = {
  authorize: {
    approved: 'transaction.authorized',
    declined: 'transaction.declined',
    failed: 'transaction.failed',
    reversed: 'transaction.reversed',
  },
  capture: {
    approved: 'transaction.captured',
    declined: 'transaction.capture_failed',
    failed: 'transaction.capture_failed',
    settled: 'transaction.settled',
    returned: 'transaction.returned',
  },
  void: {
    approved: 'transaction.voided',
    declined: 'transaction.void_failed',
    failed: 'transaction.void_failed',
  },
  credit: {
    approved: 'transaction.credited',
    declined: 'transaction.credit_declined',
    failed: 'transaction.credit_failed',
    // A payout of which nobody knew whether it happened.
    reversed: 'transaction.reversed',
    settled: 'transaction.settled',
    returned: 'transaction.returned',
  },
}

/** By the code, too, since a tip comes on top of what was requested. */
const isPartial =
  "operation.type = 'authorize' AND (payment.approved < payment.requested OR operation.responseCode = '10')"

/** What is told of an operation as it stands: null where that is nothing. */
const typeByState = sql(
  `CASE ${Object.entries(told)
    .flatMap(([type, states]) =>
      Object.entries(states).map(([status, event]) => {
        const tells =
          event === 'transaction.authorized'
            ? `iif(${isPartial}, 'transaction.partially_authorized', '${event}')`
            : `'${event}'`
        return `WHEN operation.type = '${type}' AND operation.status = '${status}' THEN ${tells}`
      }),
    )
    .join('\n        ')} END`,
)

interface Telling {
  /** The ids of operations. */
  readonly ids: readonly number[]
  /** The type of the event of an `operation` of a `payment`, as SQL; NULL where there is none. */
  readonly type: Statement
  /** Which of the operations are told of, as SQL. */
  readonly when: Statement
  /** The request that brought it about, as SQL. */
  readonly requestId: Statement
  readonly at: number
}

/**
 * Tells of operations, each with its payment as GET shows it. Each payment is read once, however many operations of it are told of: its
 * operations are looked for among those that are meant, and not the other way round.
 */
const tell = ({ ids, type, when, requestId, at }: Telling): Statement => {
  const meant = JSON.stringify(ids)
  return announce(
    sql(
      `WITH payment AS MATERIALIZED (
         SELECT id, status, requested, approved, ${shownColumns} AS shown,
                (SELECT json_group_array(${rowAsJson('own', listColumns)} ORDER BY own.id <> own.transactionId, own.id)
                 FROM (SELECT * FROM operations WHERE transactionId = transactions.id
                       ORDER BY id <> transactionId, id DESC LIMIT ${mostListed}) AS own) AS operations
         FROM transactions
         WHERE id IN (SELECT transactionId FROM operations WHERE id IN (SELECT value FROM json_each(?))))
       SELECT account, mode, ${type.sql} AS type, payment.id AS resource, operation.id AS occasion, ${requestId.sql} AS requestId,
              ? AS at, iif(operation.id = payment.id, 0, operation.id) AS place,
              json_object('transaction', json(payment.shown), 'operation', ${rowAsJson('operation', operationColumns)},
                          'operations', json(payment.operations)) AS snapshot
       FROM payment CROSS JOIN operations AS operation ON operation.transactionId = payment.id
       WHERE +operation.id IN (SELECT value FROM json_each(?)) AND ${when.sql} AND ${type.sql} IS NOT NULL`,
      meant,
      ...type.values,
      ...requestId.values,
      at,
      meant,
      ...when.values,
      ...type.values,
    ),
  )
}

/**
 * That operations came to the states in which they are, where they did at this time: approved, declined, settled and so on.
 *
 * @param requestId the request that brought it about, as SQL; the one that asked for the operation, where nothing else is said
 */
export const announceOutcomes = (
  ids: readonly number[],
  at: number,
  requestId: Statement = sql('operation.requestId'),
): Statement => tell({ ids, type: typeByState, when: sql('operation.updated = ?', at), requestId, at })

/** That settled operations were disputed, where that had been foreseen of them and has come true. */
export const announceDisputes = (ids: readonly number[], at: number): Statement =>
  tell({
    ids,
    type: sql("'transaction.disputed'"),
    when: sql("operation.status = 'settled' AND operation.foreseen ->> 'event' = 'disputed'"),
    requestId: sql('NULL'),
    at,
  })

/** That a payment has expired, where that began to give its hold back. */
export const announceExpiry = (payment: number, release: number, at: number): Statement =>
  tell({
    ids: [payment],
    type: sql("'transaction.expired'"),
    when: sql(
      "payment.status = 'expired' AND EXISTS (SELECT 1 FROM operations AS release WHERE release.id = ? AND release.target = payment.id)",
      release,
    ),
    requestId: sql('NULL'),
    at,
  })
