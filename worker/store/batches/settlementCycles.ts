import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { refMember } from '../transactions/columns.ts'

/**
 * Settlement cycles: a batch settles the captures and credits that were approved since the batch before was inserted. An operation has the
 * number of its cycle from its approval on, so that its index entry is written once and lists the operations of a batch as well.
 */

/** An SQL expression: the current cycle of the account and mode of a row. */
export const currentCycle = (row: string): string =>
  `coalesce((SELECT cycle FROM settlementCycles WHERE settlementCycles.account = ${row}.account AND settlementCycles.mode = ${row}.mode), 0)`

/**
 * The cycle of an operation that its processor settles, until the processor's report shows it as settled. No batch has it. The index of cycles
 * then lists what awaits a report.
 */
export const awaitsReport = -1

/** An SQL expression: the cycle of a capture or credit that is approved now. The built-in simulator has no row. */
export const cycleOfMovement = (operation: string): string =>
  `CASE WHEN EXISTS (SELECT 1 FROM connections WHERE connections.id = ${refMember('connection', operation)} AND settlesByReport = 1)
        THEN ${awaitsReport} ELSE ${currentCycle(operation)} END`

/** An SQL expression: the cycle of an operation that is approved now. Null if its type is not settled. */
export const cycleOfApproval = (operation = 'operations'): string =>
  `CASE WHEN ${operation}.type IN ('capture', 'credit') THEN ${cycleOfMovement(operation)} END`

/** The current cycle of an account and mode, as an SQL expression. */
export const currentCycleOf = ({ account, mode }: Owner): Statement =>
  sql('coalesce((SELECT cycle FROM settlementCycles WHERE account = ? AND mode = ?), 0)', account, mode)

/** Begins the next cycle if the batch was inserted. */
export const beginNextCycle = (batch: string): Statement =>
  sql(
    `INSERT INTO settlementCycles (account, mode, cycle) SELECT account, mode, cycle + 1 FROM batches WHERE id = ?
     ON CONFLICT DO UPDATE SET cycle = excluded.cycle`,
    batch,
  )

/** A condition: the operation was settled in the batch. It uses the index operationsByCycle. */
export const isInBatch = (batch: string, { account, mode }: Owner): Statement =>
  sql(
    `operations.account = ? AND operations.mode = ? AND operations.settlementCycle = (SELECT cycle FROM batches WHERE id = ?)
     AND operations.batchId = ?`,
    account,
    mode,
    batch,
    batch,
  )
