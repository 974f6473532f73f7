import type { BatchRow } from './batches.ts'
import { totalsAsJson } from './totals.ts'
import type { TotalAsText } from './totals.ts'
import { sql } from '../sql/database.ts'
import { announce, rowAsJson } from '../events/events.ts'
import { announceOutcomes } from '../transactions/transactionEvents.ts'
import type { Statement } from '../sql/database.ts'

const columns = ['id', 'status', 'cutoff', 'created', 'closed'] as const satisfies readonly (keyof BatchRow)[]

/** The columns of a batch that an event stores. */
export type BatchSnapshot = Pick<BatchRow, (typeof columns)[number]> & { readonly totals: readonly TotalAsText[] }

/**
 * Inserts events of operations that a batch settled at this time, and of the batch if it closed.
 *
 * @param requestId the request that closes the batch; null for a scheduled batch
 */
export const announceSettled = (
  batch: string,
  operations: readonly number[],
  at: number,
  requestId: string | null,
): readonly Statement[] => [
  announceOutcomes(operations, at, sql('?', requestId)),
  announce(
    sql(
      `SELECT account, mode, 'batch.closed' AS type, id AS resource, '' AS occasion, ? AS requestId, closed AS at, 0 AS place,
              json_set(${rowAsJson('batches', columns)}, '$.totals', json(${totalsAsJson})) AS snapshot
       FROM batches WHERE id = ? AND status = 'closed' AND closed = ?`,
      requestId,
      batch,
      at,
    ),
  ),
]
