import type { OperationState } from '#contract/transactions/transactions'
import { sql, toSqlList } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { ofPayment } from './ofPayment.ts'
import { typesWithEvent } from './transactionEvents.ts'

/**
 * The numbers of payments' events. An operation's row has the number of its newest event among those of its payment, and the position that the
 * account's next event had at the time. The statement that changes the operation sets both. So its batch needs no index to number the event,
 * and a repeated batch, which changes no row, finds the event from that position on.
 */

const nextPosition = (row: string): string =>
  `(SELECT coalesce(max(position), 0) + 1 FROM events WHERE events.account = ${row}.account AND events.mode = ${row}.mode)`

/** SQL expressions of `eventSequence` and `eventPosition` for the next event of an operation. @param row an operation of the payment */
export const nextEventNumbers = (row: string): { readonly sequence: string; readonly position: string } => ({
  sequence: `(SELECT coalesce(max(numbered.eventSequence), 0) + 1 FROM operations AS numbered WHERE ${ofPayment(`${row}.transactionId`, 'numbered')})`,
  position: nextPosition(row),
})

const ofOperation = nextEventNumbers('operations')

/** Assignments of an UPDATE of one operation that always has an event. */
export const numberEvent = (): string =>
  `eventSequence = ${ofOperation.sequence}, eventPosition = ${ofOperation.position}`

/** Assignments of an UPDATE of one operation, beginning with a comma: it has an event if its type has one in this state. */
export const numberEventOf = (status: OperationState): string => {
  const types = typesWithEvent(status)
  if (types.length === 0) return ''
  const { sequence, position } = ofOperation
  const hasEvent = `type IN (${toSqlList(types)})`
  return `, eventSequence = iif(${hasEvent}, ${sequence}, eventSequence), eventPosition = iif(${hasEvent}, ${position}, eventPosition)`
}

/**
 * SELECT of `operation`, `sequence` and `position` for an UPDATE of operations that all have an event, several of a payment in the order of
 * their ids.
 *
 * @param which a condition on `operations`
 */
export const numberEvents = (which: Statement): Statement => {
  const { sequence } = nextEventNumbers('payment')
  return sql(
    `WITH numbered AS MATERIALIZED (SELECT id, transactionId, account, mode FROM operations WHERE ${which.sql}),
          next AS MATERIALIZED (
            SELECT transactionId, ${sequence} AS sequence, ${nextPosition('payment')} AS position
            FROM (SELECT DISTINCT transactionId, account, mode FROM numbered) AS payment)
     SELECT numbered.id AS operation, next.position,
            next.sequence + row_number() OVER (PARTITION BY transactionId ORDER BY id <> transactionId, id) - 1 AS sequence
     FROM numbered JOIN next USING (transactionId)`,
    ...which.values,
  )
}
