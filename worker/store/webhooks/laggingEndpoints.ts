import { sql } from '../sql/database.ts'
import { text } from '../sql/row.ts'
import type { ShardScope } from '../sql/scope.ts'

/** A condition: the webhook has deliveries that have not ended. */
export const isLagging = sql(
  `enabled = 1 AND seen < (SELECT max(position) FROM events
                           WHERE events.account = webhooks.account AND events.mode = webhooks.mode)`,
)

/**
 * One round trip: claims at most `limit` webhooks with deliveries that have not ended and returns their ids. Those with the oldest claim are
 * first, so that every webhook is woken even while many fail for days.
 */
export const claimLaggingEndpoints = async (
  { database }: ShardScope,
  nowMs: number,
  limit: number,
): Promise<string[]> => {
  const rows = await database.rows(
    sql(
      `UPDATE webhooks SET swept = ?
       WHERE id IN (SELECT id FROM webhooks WHERE ${isLagging.sql} ORDER BY swept LIMIT ?)
       RETURNING id`,
      nowMs,
      limit,
    ),
  )
  return rows.map(({ id }) => text.read(id, 'id'))
}
