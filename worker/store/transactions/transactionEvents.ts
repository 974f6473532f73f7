import type { EventType } from '#contract/events/events'
import type { OperationState, OperationType } from '#contract/transactions/transactions'
import { sql } from '../sql/database.ts'
import { announceNumbered } from '../events/events.ts'
import type { Statement } from '../sql/database.ts'
import { paymentStateColumns, snapshotOfOperation } from './paymentSnapshot.ts'

/** Events of payments: a statement for the end of each batch that records an outcome. */

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

/** The types of operations that have an event in this state. */
export const typesWithEvent = (status: OperationState): readonly OperationType[] =>
  Object.entries(eventTypes).flatMap(([type, states]) => (states[status] === undefined ? [] : [type as OperationType]))

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
  /** The request that caused the event, as SQL. Empty for that of the operation. */
  readonly requestId: Statement
  readonly at: number
  /** The event's kind as an SQL expression, for a type with several kinds. */
  readonly kind?: string
  /** The id of the operation whose row has the event's numbers (eventNumbers.ts), as SQL. Default: the operation itself. */
  readonly numberedBy?: string
}

const byIds = (ids: readonly number[]): Statement => sql('SELECT value FROM json_each(?)', JSON.stringify(ids))

/** The request of the operation. */
const operationRequest = sql("''")

/** Inserts events of operations, each with its payment as GET returns it. Each payment is read once for all of its operations. */
const announceOperations = ({
  which,
  type,
  when,
  requestId,
  at,
  kind,
  numberedBy = 'operation.id',
}: Announcement): Statement =>
  announceNumbered(
    sql(
      `WITH payment AS MATERIALIZED (
         SELECT id, status, requested, approved, updated, ${paymentStateColumns}
         FROM transactions
         WHERE id IN (SELECT transactionId FROM operations WHERE id IN (${which.sql})))
       SELECT operation.account, operation.mode, ${type.sql} AS type, payment.id AS resource, operation.id AS occasion, ${requestId.sql} AS requestId,
              ? AS at, iif(operation.id = payment.id, 0, operation.id) AS place, ${kind ?? 'NULL'} AS kind,
              ${snapshotOfOperation} AS snapshot, numbered.eventSequence AS sequence, numbered.eventPosition AS earliestPosition
       FROM operations AS operation CROSS JOIN payment ON payment.id = operation.transactionId
       CROSS JOIN operations AS numbered ON numbered.id = ${numberedBy}
       WHERE operation.id IN (${which.sql}) AND ${when.sql} AND ${type.sql} IS NOT NULL`,
      ...which.values,
      ...type.values,
      ...requestId.values,
      at,
      at,
      ...which.values,
      ...when.values,
      ...type.values,
    ),
    kind === undefined ? undefined : 'kind',
  )

/**
 * Inserts events of operations that changed their state at this time: approved, declined, settled and so on.
 *
 * @param requestId the request that caused the event, as SQL; by default the request of each operation
 */
export const announceOutcomes = (
  ids: readonly number[],
  at: number,
  requestId: Statement = operationRequest,
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
    numberedBy: String(release),
  })

/** The kind of an operation without an outcome. A reversal has the kind of the first operation, which it undoes. */
const kindOfOperation = `CASE iif(operation.type = 'reversal', (SELECT type FROM operations AS first WHERE first.id = payment.id), operation.type)
  WHEN 'capture' THEN 1 WHEN 'void' THEN 2 WHEN 'credit' THEN 3 ELSE 0 END`

/** Inserts events of operations that need attention since this time. @param which selects their ids */
export const announceAttention = (which: Statement, at: number): Statement =>
  announceOperations({
    which,
    type: sql("'transaction.needs_attention'"),
    when: sql('operation.attention = ?', at),
    requestId: operationRequest,
    at,
    kind: kindOfOperation,
  })
