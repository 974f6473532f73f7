import type { SessionState } from '#contract/device'
import type { EventType } from '#contract/events'
import type { TerminalState } from '#contract/terminals'
import { sql } from '../sql/database.ts'
import { announce, rowAsJson } from '../events/events.ts'
import type { TerminalRow } from './terminals.ts'
import type { Statement } from '../sql/database.ts'

/** What is told of card readers. */

const columns = [
  'id',
  'nickname',
  'make',
  'model',
  'serialNumber',
  'configuration',
] as const satisfies readonly (keyof TerminalRow)[]

/** A payment at a reader, as far as its event tells of it. */
export interface SessionStep {
  readonly transactionId: string
  readonly state: SessionState
}

/** A terminal as its events keep it: one flat object of what is shown, and nothing of a shopper. */
export interface TerminalSnapshot extends Pick<TerminalRow, Exclude<(typeof columns)[number], 'configuration'>> {
  /** JSON. */
  readonly configuration: string
  readonly status: TerminalState
  readonly session: SessionStep | null
}

const snapshot = (status: string, session: string): string =>
  `json_set(${rowAsJson('terminals', columns)}, '$.status', ${status}, '$.session', ${session}) AS snapshot`

/**
 * Announces that a terminal was registered, with the request that did it, where that was not announced before: statements for a batch that
 * knows that its reader keeps its key.
 *
 * @param own a piece of SQL for WHERE, of `terminals`
 * @param at milliseconds since 1970
 */
export const registered = (own: Statement, at: number, status: TerminalState): readonly Statement[] => [
  announce(
    sql(
      `SELECT account, mode, 'terminal.registered' AS type, id AS resource, '' AS occasion, registering AS requestId, ? AS at, 0 AS place,
              ${snapshot('?', 'NULL')}
       FROM terminals WHERE ${own.sql} AND registering IS NOT NULL`,
      at,
      status,
      ...own.values,
    ),
  ),
  sql(`UPDATE terminals SET registering = NULL WHERE ${own.sql} AND registering IS NOT NULL`, ...own.values),
]

/** Announces that a terminal is deleted: stands before the statement that does it. */
export const deleted = (
  own: Statement,
  { at, requestId, status }: { readonly at: number; readonly requestId: string; readonly status: TerminalState },
): Statement =>
  announce(
    sql(
      `SELECT account, mode, 'terminal.deleted' AS type, id AS resource, '' AS occasion, ? AS requestId, ? AS at, 0 AS place,
              ${snapshot('?', 'NULL')}
       FROM terminals WHERE ${own.sql}`,
      requestId,
      at,
      status,
      ...own.values,
    ),
  )

/** What a reader's object has seen, and keeps until it is written down. Plain data. */
export interface ReaderNews {
  readonly type: Extract<EventType, 'terminal.online' | 'terminal.offline' | 'terminal.session_updated'>
  /** Tells it from all others of its type at this terminal, whatever becomes of the object. */
  readonly occasion: string
  /** Milliseconds since 1970, by the gateway's clock: how far the account's is ahead of that, its row says. */
  readonly at: number
  /** Null where no request has brought it about, or the one of the session's payment. */
  readonly requestId: string | null
  /** What a read of the terminal answers. */
  readonly status: TerminalState
  readonly session: SessionStep | null
}

/** Announces what a terminal's object has seen, in its order: safe to repeat. One that was deleted since is told of, too. */
export const readerNews = (terminal: string, news: readonly ReaderNews[]): Statement =>
  announce(
    sql(
      `SELECT terminals.account, terminals.mode, news.value ->> '$.type' AS type, terminals.id AS resource,
              news.value ->> '$.occasion' AS occasion,
              coalesce(news.value ->> '$.requestId',
                       (SELECT requestId FROM operations WHERE id = CAST(news.value ->> '$.session.transactionId' AS INTEGER))) AS requestId,
              (news.value ->> '$.at') + CASE terminals.mode WHEN 'test' THEN testClockOffset ELSE 0 END AS at, news.key AS place,
              ${snapshot("news.value ->> '$.status'", "news.value -> '$.session'")}
       FROM terminals
       JOIN accounts ON accounts.id = terminals.account
       JOIN json_each(?) AS news
       WHERE terminals.id = ?`,
      JSON.stringify(news),
      terminal,
    ),
  )
