import type { EventType } from '#contract/events/events'
import type { OperationState, OperationType } from '#contract/transactions/transactions'
import { sql } from '../sql/database.ts'
import { announce, rowAsJson } from '../events/events.ts'
import type { Statement } from '../sql/database.ts'
import { listedOperationColumns, operationResourceColumns, transactionResourceColumns } from './columns.ts'

/** Events of payments: a statement for the end of each batch that records an outcome. */

/** How many operations a snapshot lists: the first one, and the newest. A payment of many captures would make each event longer. */
const mostListed = 50

/**
 * The longest order in a snapshot, in bytes: deliveries are at most 20 KiB (Standard Webhooks, "Payload"), and an order may be a hundred times
 * as long.
 */
const longestOrder = 8 * 1024

/** The payment, without an order that is too long. */
const shownColumns = `json_set(${rowAsJson('transactions', transactionResourceColumns.names)},
  '$.orderData', iif(length(CAST(orderData AS BLOB)) <= ${longestOrder}, orderData, NULL))`

/** The event of an operation in a state. Reversals have none: they are part of what they reverse. */
const eventTypes: Readonly<Partial<Record<OperationType, Readonly<Partial<Record<OperationState, EventType>>>>>> = {
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
    // An unreferenced credit with an unknown outcome.
    reversed: 'transaction.reversed',
    settled: 'transaction.settled',
    returned: 'transaction.returned',
  },
}

/** By the code, too, since a tip comes on top of what was requested. */
const isPartial =
  "operation.type = 'authorize' AND (payment.approved < payment.requested OR operation.responseCode = '10')"

/** The event of an operation in its present state; NULL where there is none. */
const typeByState = sql(
  `CASE ${Object.entries(eventTypes)
    .flatMap(([type, states]) =>
      Object.entries(states).map(([status, event]) => {
        const announced =
          event === 'transaction.authorized'
            ? `iif(${isPartial}, 'transaction.partially_authorized', '${event}')`
            : `'${event}'`
        return `WHEN operation.type = '${type}' AND operation.status = '${status}' THEN ${announced}`
      }),
    )
    .join('\n        ')} END`,
)

interface Announcement {
  /** The ids of operations. */
  readonly ids: readonly number[]
  /** The type of the event of an `operation` of a `payment`, as SQL; NULL where there is none. */
  readonly type: Statement
  /** Which of the operations have an event, as SQL. */
  readonly when: Statement
  /** The request that caused it, as SQL. */
  readonly requestId: Statement
  readonly at: number
}

/** Inserts events of operations, each with its payment as GET shows it. Each payment is read once, however many of its operations have one. */
const announceOperations = ({ ids, type, when, requestId, at }: Announcement): Statement => {
  const meant = JSON.stringify(ids)
  return announce(
    sql(
      `WITH payment AS MATERIALIZED (
         SELECT id, status, requested, approved, ${shownColumns} AS shown,
                (SELECT json_group_array(${rowAsJson('own', listedOperationColumns.names)} ORDER BY own.id <> own.transactionId, own.id)
                 FROM (SELECT * FROM operations WHERE transactionId = transactions.id
                       ORDER BY id <> transactionId, id DESC LIMIT ${mostListed}) AS own) AS operations
         FROM transactions
         WHERE id IN (SELECT transactionId FROM operations WHERE id IN (SELECT value FROM json_each(?))))
       SELECT account, mode, ${type.sql} AS type, payment.id AS resource, operation.id AS occasion, ${requestId.sql} AS requestId,
              ? AS at, iif(operation.id = payment.id, 0, operation.id) AS place,
              json_object('transaction', json(payment.shown), 'operation', ${rowAsJson('operation', operationResourceColumns.names)},
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
 * Inserts events of operations that changed their state at this time: approved, declined, settled and so on.
 *
 * @param requestId the request that caused it, as SQL; by default the one that requested the operation
 */
export const announceOutcomes = (
  ids: readonly number[],
  at: number,
  requestId: Statement = sql('operation.requestId'),
): Statement => announceOperations({ ids, type: typeByState, when: sql('operation.updated = ?', at), requestId, at })

/** Inserts events of settled operations whose scheduled dispute is due. */
export const announceDisputes = (ids: readonly number[], at: number): Statement =>
  announceOperations({
    ids,
    type: sql("'transaction.disputed'"),
    when: sql("operation.status = 'settled' AND operation.foreseen ->> 'event' = 'disputed'"),
    requestId: sql('NULL'),
    at,
  })

/** Inserts the event of a payment that expired, where the release of its hold began. */
export const announceExpiry = (payment: number, release: number, at: number): Statement =>
  announceOperations({
    ids: [payment],
    type: sql("'transaction.expired'"),
    when: sql(
      "payment.status = 'expired' AND EXISTS (SELECT 1 FROM operations AS release WHERE release.id = ? AND release.target = payment.id)",
      release,
    ),
    requestId: sql('NULL'),
    at,
  })
