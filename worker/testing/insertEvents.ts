import type { EventType } from '#contract/events/events'
import { announce } from '../store/events/events.ts'
import { sql } from '../store/sql/database.ts'
import type { Statement } from '../store/sql/database.ts'
import type { Merchant } from './merchant.ts'

export interface EventToInsert {
  readonly type: EventType
  readonly mode?: 'test' | 'live'
  /** Default: a resource of its own. */
  readonly resource?: string
  readonly requestId?: string | null
  /** Milliseconds since 1970. */
  readonly at: number
  readonly snapshot: object
}

/** Inserts events as the batches of changes do. @param rows as `announce` takes them */
export const insertEvents = async (merchant: Pick<Merchant, 'run'>, rows: Statement): Promise<void> => {
  const statement = announce(rows)
  await merchant.run(statement.sql, ...statement.values)
}

/** Inserts an event and returns its id and position. */
export const insertEvent = async (
  merchant: Pick<Merchant, 'id' | 'run' | 'rows'>,
  { type, mode = 'test', resource = crypto.randomUUID(), requestId = null, at, snapshot }: EventToInsert,
): Promise<{ readonly id: string; readonly position: number }> => {
  await insertEvents(
    merchant,
    sql(
      `SELECT ? AS account, ? AS mode, ? AS type, ? AS resource, ? AS occasion, ? AS requestId, ? AS at, 0 AS place, ? AS snapshot`,
      merchant.id,
      mode,
      type,
      resource,
      crypto.randomUUID(),
      requestId,
      at,
      JSON.stringify(snapshot),
    ),
  )
  const [row] = await merchant.rows(
    'SELECT id, position FROM events WHERE account = ? AND mode = ? ORDER BY position DESC LIMIT 1',
    merchant.id,
    mode,
  )
  return { id: row!['id'] as string, position: row!['position'] as number }
}
