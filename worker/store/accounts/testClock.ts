import { transactionIdEpochMs } from '#contract/transactions/transactionKey'
import { appendAuditIf } from '../sql/audit.ts'
import { scanPosition } from '../sql/sweepPositions.ts'
import { all, sql } from '../sql/database.ts'
import { defineColumns, flag, integer, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope, StoreScope, ShardScope } from '../sql/scope.ts'
import { accountColumns, accountJoins, decodeAccount } from './accountRecord.ts'
import type { AccountRecord } from './accountRecord.ts'

/** An account whose test clock differs from real time, its offset in milliseconds, and whether the clock is passing through time. */
const testClockColumns = defineColumns({ account: text, offsetMs: integer, isPassing: flag })

/** One round trip: claims at most `limit` accounts with a test clock, those whose last sweep is the longest ago. */
export const claimTestClocks = async ({ database }: ShardScope, nowMs: number, limit: number) =>
  (
    await database.rows(
      sql(
        `UPDATE accounts SET testClockSwept = ?
       WHERE id IN (SELECT id FROM accounts WHERE testClockOffset <> 0 OR testClockTarget IS NOT NULL ORDER BY testClockSwept LIMIT ?)
       RETURNING id AS account, testClockOffset AS offsetMs, testClockTarget IS NOT NULL AS isPassing`,
        nowMs,
        limit,
      ),
    )
  ).map(testClockColumns.decode)

/** One round trip: an account in test mode. Null without one. */
export const findTestAccount = async ({ database }: ShardScope, account: string): Promise<AccountRecord | null> => {
  const row = await database.row(
    sql(
      `SELECT owner.account, owner.mode, ${accountColumns('owner')}
       FROM (SELECT ? AS account, 'test' AS mode) AS owner ${accountJoins('owner')}`,
      account,
    ),
  )
  return row && decodeAccount(row)
}

/** A new offset from real time, or a change of the offset. Milliseconds. */
export type ClockChange = { readonly offsetMs: number } | { readonly byMs: number }

/** How far the time of a row and that of its id may differ, and the clocks that gave them. */
const scanMarginMs = 24 * 3_600_000

/**
 * Statements that index all rows of an account's test mode that await a scan: scans read by real time, which its clock leaves. They read what
 * is younger than the last scans: a few minutes of the shard, and a few days of the account's payments.
 */
const endScansOf = (account: string, realNow: number): Statement[] => [
  sql(
    `UPDATE operations SET awaitsScan = 0
     WHERE id > ${scanPosition('operations')} AND id < ? AND account = ? AND mode = 'test' AND awaitsScan = 1 AND due IS NOT NULL`,
    (realNow + scanMarginMs - transactionIdEpochMs) * 1000,
    account,
  ),
  sql(
    `UPDATE tokens SET awaitsScan = 0
     WHERE id > ${scanPosition('tokens')} AND account = ? AND mode = 'test' AND awaitsScan = 1 AND sealedPan IS NOT NULL`,
    account,
  ),
  sql(
    `UPDATE transactions SET awaitsScan = 0
     WHERE id IN (SELECT id FROM transactions INDEXED BY transactionsByTime
                  WHERE account = ? AND mode = 'test' AND created > ${scanPosition('holds')} / 1000 + ? AND created < ?)
       AND awaitsScan = 1 AND status IN ('pending', 'authorized', 'partially_captured', 'captured')`,
    account,
    transactionIdEpochMs - scanMarginMs,
    realNow + scanMarginMs,
  ),
]

/**
 * One round trip: changes the time of an account's test clock. A later time starts a passage, or changes the destination of the current one:
 * concurrent changes add up. An earlier time is set at once, and its passage has arrived. False, without a change, if the offset would exceed
 * `latestOffsetMs`.
 *
 * @param realNow milliseconds since 1970
 */
export const changeTestClock = async (
  { database, owner: { account }, sign }: StoreScope,
  change: ClockChange,
  { latestOffsetMs, realNow }: { readonly latestOffsetMs: number; readonly realNow: number },
  note: AuditNote,
): Promise<boolean> => {
  const audit = sign(note)
  const wanted =
    'offsetMs' in change
      ? sql('?', change.offsetMs)
      : sql('coalesce(testClockTarget, testClockOffset) + ?', change.byMs)
  const where = sql(`id = ? AND ${wanted.sql} <= ?`, account, ...wanted.values, latestOffsetMs)
  const isLater = sql(`${wanted.sql} >= testClockOffset`, ...wanted.values)
  const [, changed] = await database.batch([
    appendAuditIf(sql(`EXISTS (SELECT 1 FROM accounts WHERE ${where.sql})`, ...where.values), account, audit, {
      before: sql("json_object('offsetMs', coalesce(testClockTarget, testClockOffset))"),
      after: sql(`json_object('offsetMs', CAST(${wanted.sql} AS INTEGER))`, ...wanted.values),
      row: sql('accounts WHERE id = ?', account),
    }),
    sql(
      `UPDATE accounts SET testClockTarget = ${wanted.sql},
                           testClockMoment = iif(${isLater.sql}, coalesce(testClockMoment, ? + testClockOffset), ? + ${wanted.sql}),
                           testClockHeld = iif(${isLater.sql}, testClockHeld, 0),
                           testClockOffset = iif(${isLater.sql}, testClockOffset, ${wanted.sql})
       WHERE ${where.sql} RETURNING id`,
      ...wanted.values,
      ...isLater.values,
      realNow,
      realNow,
      ...wanted.values,
      ...isLater.values,
      ...isLater.values,
      ...wanted.values,
      ...where.values,
    ),
    ...endScansOf(account, realNow),
  ])
  return changed!.length > 0
}

const passageColumns = defineColumns({
  /** The destination as an offset from real time in milliseconds. */
  targetMs: integer,
  /** The moment whose work is done, milliseconds since 1970. */
  moment: integer,
})

/** A passage of an account's test clock through time. */
export type Passage = RowOf<typeof passageColumns>

const passageList = 'testClockTarget AS targetMs, testClockMoment AS moment'

/** A condition: the passage is under way, and the caller holds it. A hold is named by its end. */
const isHeld = (account: string, hold: number): Statement =>
  sql('id = ? AND testClockTarget IS NOT NULL AND testClockHeld = ?', account, hold)

/**
 * One round trip: holds the passage of an account's test clock until `hold`, so that one caller at a time continues it. Returns `held` while
 * another caller holds it, and null without a passage.
 *
 * @param realNow milliseconds since 1970, like `hold`
 */
export const holdPassage = async (
  { database, owner: { account } }: OwnerScope,
  realNow: number,
  hold: number,
): Promise<Passage | 'held' | null> => {
  const [held, passing] = await database.batch([
    sql(
      `UPDATE accounts SET testClockHeld = ? WHERE id = ? AND testClockTarget IS NOT NULL AND testClockHeld <= ? RETURNING ${passageList}`,
      hold,
      account,
      realNow,
    ),
    sql('SELECT 1 FROM accounts WHERE id = ? AND testClockTarget IS NOT NULL', account),
  ])
  return passageColumns.decodeFirst(held) ?? (passing!.length > 0 ? 'held' : null)
}

const targetColumn = defineColumns({ targetMs: integer })

/**
 * One round trip: moves a held passage to a moment, and extends the hold. Returns the destination, which may have changed. Null if the clock was
 * set back or another caller holds the passage.
 */
export const movePassage = async (
  { database, owner: { account } }: OwnerScope,
  hold: number,
  next: { readonly moment: number; readonly realNow: number; readonly hold: number },
): Promise<number | null> => {
  const held = isHeld(account, hold)
  const row = await database.row(
    sql(
      `UPDATE accounts SET testClockMoment = ?, testClockOffset = ?, testClockHeld = ? WHERE ${held.sql} RETURNING testClockTarget AS targetMs`,
      next.moment,
      next.moment - next.realNow,
      next.hold,
      ...held.values,
    ),
  )
  return row && targetColumn.decode(row).targetMs
}

/** One round trip: ends a held passage at its destination, unless that has changed. Returns whether it has ended. */
export const endPassage = async (
  { database, owner: { account } }: OwnerScope,
  hold: number,
  targetMs: number,
): Promise<boolean> => {
  const where = all(isHeld(account, hold), sql('testClockTarget = ?', targetMs))
  const ended = await database.rows(
    sql(
      `UPDATE accounts SET testClockOffset = testClockTarget, testClockTarget = NULL, testClockMoment = NULL, testClockHeld = 0
       WHERE ${where.sql} RETURNING id`,
      ...where.values,
    ),
  )
  return ended.length > 0
}

/** One round trip: releases a hold, so that another caller may continue the passage at once. */
export const releasePassage = async ({ database, owner: { account } }: OwnerScope, hold: number): Promise<void> => {
  await database.rows(sql('UPDATE accounts SET testClockHeld = 0 WHERE id = ? AND testClockHeld = ?', account, hold))
}

/** One round trip: the offset of an account's test clock from real time in milliseconds, and the destination of its passage, if any. */
export const readTestClock = async ({ database, owner: { account } }: OwnerScope) => {
  const row = await database.row(
    sql('SELECT testClockOffset AS offsetMs, testClockTarget AS targetMs FROM accounts WHERE id = ?', account),
  )
  return clockColumns.decode(row!)
}

const clockColumns = defineColumns({ offsetMs: integer, targetMs: nullable(integer) })
