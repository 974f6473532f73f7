import type { SessionState } from '#contract/terminals/device'
import type { EventType } from '#contract/events/events'
import type { Configuration, TerminalState } from '#contract/terminals/terminals'
import { sql } from '../sql/database.ts'
import { defineColumns, json, nested, nullable, text, enumText } from '../sql/row.ts'
import { announce, rowAsJson } from '../events/events.ts'
import type { TerminalRow } from './terminalColumns.ts'
import type { Statement } from '../sql/database.ts'

/** The columns of a terminal in events. */
const columns = [
  'id',
  'nickname',
  'make',
  'model',
  'serialNumber',
  'configuration',
] as const satisfies readonly (keyof TerminalRow)[]

/** The state of a payment at a terminal. */
export interface SessionStep {
  readonly transactionId: string
  readonly state: SessionState
}

/** The snapshot of a terminal in events: a flat object without personal data. */
export const terminalSnapshot = defineColumns({
  id: text,
  nickname: text,
  make: text,
  model: text,
  serialNumber: text,
  configuration: json<Configuration>(),
  status: enumText<TerminalState>(),
  session: nullable(nested<SessionStep>()),
} satisfies Record<(typeof columns)[number] | 'status' | 'session', unknown>)

const snapshot = (status: string, session: string): string =>
  `json_set(${rowAsJson('terminals', columns)}, '$.status', ${status}, '$.session', ${session}) AS snapshot`

/**
 * Statements that insert the event of a registration, once, in the batch that confirms that the device has stored its key.
 *
 * @param where a WHERE condition on `terminals`
 * @param at milliseconds since 1970
 */
export const announceRegistration = (where: Statement, at: number, status: TerminalState): readonly Statement[] => [
  announce(
    sql(
      `SELECT account, mode, 'terminal.registered' AS type, id AS resource, '' AS occasion, registering AS requestId, ? AS at, 0 AS place,
              ${snapshot('?', 'NULL')}
       FROM terminals WHERE ${where.sql} AND registering IS NOT NULL`,
      at,
      status,
      ...where.values,
    ),
  ),
  sql(`UPDATE terminals SET registering = NULL WHERE ${where.sql} AND registering IS NOT NULL`, ...where.values),
]

/** Inserts the event of a deletion. Stands before the UPDATE that deletes. */
export const announceDeletion = (
  where: Statement,
  { at, requestId, status }: { readonly at: number; readonly requestId: string; readonly status: TerminalState },
): Statement =>
  announce(
    sql(
      `SELECT account, mode, 'terminal.deleted' AS type, id AS resource, '' AS occasion, ? AS requestId, ? AS at, 0 AS place,
              ${snapshot('?', 'NULL')}
       FROM terminals WHERE ${where.sql}`,
      requestId,
      at,
      status,
      ...where.values,
    ),
  )

/** An event of a terminal, which its object stores until it is inserted. */
export interface TerminalEvent {
  readonly type: Extract<EventType, 'terminal.online' | 'terminal.offline' | 'terminal.session_updated'>
  /** Unique among the events of its type at this terminal. */
  readonly occasion: string
  /** Milliseconds since 1970 in real time. The statement adds the offset of the test clock. */
  readonly at: number
  /** Null for the request of the session's payment, or if no request caused the event. */
  readonly requestId: string | null
  /** The status of the terminal at the event. */
  readonly status: TerminalState
  readonly session: SessionStep | null
}

/** Inserts events of a terminal's object in their order, even for a deleted terminal. Safe to repeat. */
export const announceTerminalEvents = (terminal: string, events: readonly TerminalEvent[]): Statement =>
  announce(
    sql(
      `SELECT terminals.account, terminals.mode, event.value ->> '$.type' AS type, terminals.id AS resource,
              event.value ->> '$.occasion' AS occasion,
              coalesce(event.value ->> '$.requestId',
                       (SELECT requestId FROM operations WHERE id = CAST(event.value ->> '$.session.transactionId' AS INTEGER))) AS requestId,
              (event.value ->> '$.at') + CASE terminals.mode WHEN 'test' THEN testClockOffset ELSE 0 END AS at, event.key AS place,
              ${snapshot("event.value ->> '$.status'", "event.value -> '$.session'")}
       FROM terminals
       JOIN accounts ON accounts.id = terminals.account
       JOIN json_each(?) AS event
       WHERE terminals.id = ?`,
      JSON.stringify(events),
      terminal,
    ),
  )
