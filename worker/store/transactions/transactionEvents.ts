import type { EventType } from '#contract/events/events'
import type { OperationState, OperationType } from '#contract/transactions/transactions'
import { sql } from '../sql/database.ts'
import { announce, rowAsJson } from '../events/events.ts'
import type { Statement } from '../sql/database.ts'
import { attentionOf } from './attentionOf.ts'
import { listedOperationColumns, operationResourceColumns, transactionResourceColumns } from './columns.ts'

/** Events of payments: a statement for the end of each batch that records an outcome. */

/** The most operations in a snapshot: the first one and the newest. It limits the size of events for payments with many captures. */
const mostListed = 50

/**
 * The longest order in a snapshot, in bytes. Deliveries are at most 20 KiB (Standard Webhooks, "Payload"); an order may be a hundred times
 * as long.
 */
const longestOrder = 8 * 1024

/** Columns of a row as JSON, without an order that is too long. */
const withShortOrder = (table: string, columns: readonly string[], order: string): string =>
  `json_set(${rowAsJson(table, columns)}, '$.${order}', iif(length(CAST(${table}.${order} AS BLOB)) <= ${longestOrder}, ${table}.${order}, NULL))`

const resourceColumns = withShortOrder('transactions', transactionResourceColumns.names, 'orderData')
const operationColumns = withShortOrder('operation', operationResourceColumns.names, 'creditOrder')

/** A credit with an order of its own shows that one, so its snapshot has no other. */
const paymentResource =
  "iif(operation.creditOrder IS NULL, json(payment.resource), json_set(payment.resource, '$.orderData', NULL))"

/** Event types by operation type and state. Reversals have no events of their own. */
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

/** Also by response code, since a tip may raise a partial approval above the requested amount. */
const isPartial =
  "operation.type = 'authorize' AND (payment.approved < payment.requested OR operation.responseCode = '10')"

/** The event type of an operation in its current state. NULL if it has none. */
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
  /** Selects the ids of operations. */
  readonly which: Statement
  /** The event type of an `operation` of a `payment`, as SQL. NULL if it has none. */
  readonly type: Statement
  /** A condition: the operation has an event. */
  readonly when: Statement
  /** The request that caused the event, as SQL. */
  readonly requestId: Statement
  readonly at: number
  /** The event's kind as an SQL expression of its snapshot, for a type with several kinds. */
  readonly kind?: string
}

const byIds = (ids: readonly number[]): Statement => sql('SELECT value FROM json_each(?)', JSON.stringify(ids))

/** Inserts events of operations, each with its payment as GET returns it. Each payment is read once for all of its operations. */
const announceOperations = ({ which, type, when, requestId, at, kind }: Announcement): Statement =>
  announce(
    sql(
      `WITH payment AS MATERIALIZED (
         SELECT id, status, requested, approved, ${resourceColumns} AS resource, ${attentionOf('transactions')} AS attention,
                (SELECT json_group_array(${rowAsJson('listed', listedOperationColumns.names)} ORDER BY listed.id <> listed.transactionId, listed.id)
                 FROM (SELECT * FROM operations WHERE transactionId = transactions.id
                       ORDER BY id <> transactionId, id DESC LIMIT ${mostListed}) AS listed) AS operations
         FROM transactions
         WHERE id IN (SELECT transactionId FROM operations WHERE id IN (${which.sql})))
       SELECT account, mode, ${type.sql} AS type, payment.id AS resource, operation.id AS occasion, ${requestId.sql} AS requestId,
              ? AS at, iif(operation.id = payment.id, 0, operation.id) AS place,
              json_object('transaction', ${paymentResource}, 'operation', ${operationColumns},
                          'operations', json(payment.operations), 'attention', payment.attention) AS snapshot
       FROM payment CROSS JOIN operations AS operation ON operation.transactionId = payment.id
       WHERE +operation.id IN (${which.sql}) AND ${when.sql} AND ${type.sql} IS NOT NULL`,
      ...which.values,
      ...type.values,
      ...requestId.values,
      at,
      ...which.values,
      ...when.values,
      ...type.values,
    ),
    kind,
  )

/**
 * Inserts events of operations that changed their state at this time: approved, declined, settled and so on.
 *
 * @param requestId the request that caused the event, as SQL; by default the operation's request
 */
export const announceOutcomes = (
  ids: readonly number[],
  at: number,
  requestId: Statement = sql('operation.requestId'),
): Statement =>
  announceOperations({ which: byIds(ids), type: typeByState, when: sql('operation.updated = ?', at), requestId, at })

/** Inserts the event of an operation that was disputed. */
export const announceDispute = (operation: number, at: number, when: Statement): Statement =>
  announceOperations({
    which: sql('SELECT ?', operation),
    type: sql("'transaction.disputed'"),
    when,
    requestId: sql('NULL'),
    at,
  })

/** Inserts the event of an expired payment, if its release was inserted. */
export const announceExpiry = (payment: number, release: number, at: number): Statement =>
  announceOperations({
    which: sql('SELECT ?', payment),
    type: sql("'transaction.expired'"),
    when: sql(
      "payment.status = 'expired' AND EXISTS (SELECT 1 FROM operations AS release WHERE release.id = ? AND release.target = payment.id)",
      release,
    ),
    requestId: sql('NULL'),
    at,
  })

/** The kind of an operation without an outcome, by its snapshot. A reversal has the kind of the first operation, which it undoes. */
const kindOfOperation = `CASE CASE snapshot ->> '$.operation.type' WHEN 'reversal' THEN snapshot ->> '$.operations[0].type'
                                                                ELSE snapshot ->> '$.operation.type' END
  WHEN 'capture' THEN 1 WHEN 'void' THEN 2 WHEN 'credit' THEN 3 ELSE 0 END`

/** Inserts events of operations that need attention since this time. @param which selects their ids */
export const announceAttention = (which: Statement, at: number): Statement =>
  announceOperations({
    which,
    type: sql("'transaction.needs_attention'"),
    when: sql('operation.attention = ?', at),
    requestId: sql('operation.requestId'),
    at,
    kind: kindOfOperation,
  })
