import { backgroundServices } from '../app/compose.ts'
import type { ShardContext } from '../app/context.ts'
import type { Gateway } from '../app/gateway.ts'
import { servicesAtMoments } from '../app/workServices.ts'
import { Meter } from '../app/meter.ts'
import { passTime } from '../domain/testClock/passage.ts'
import type { AccountRecord } from '../store/accounts/accountRecord.ts'
import { Database } from '../store/sql/database.ts'
import type { Owner } from '../store/sql/owner.ts'
import { readOwnerWork, settleLanes } from '../store/work/dueWork.ts'
import type { Lane } from '../store/work/nextDue.ts'
import { report, reportFailure } from './report.ts'
import { shareWorkers } from './shareWorkers.ts'
import type { LaneResult, LaneWork } from '../app/objects.ts'

/** Works on a lane in an invocation of its own. @param number from 1: of the account's objects for this lane */
export type WorkOnLane = (work: LaneWork, number: number) => Promise<LaneResult>

export interface AccountWorkNeeds {
  readonly gateway: Gateway
  readonly shard: string
  readonly owner: Owner
  /** Objects that call processors at the same time. */
  readonly workers: number
  readonly workOnLane: WorkOnLane
  /** How many objects lanes with a backlog wish. A round changes it. */
  readonly wishes: Map<Lane, number>
}

export interface RoundResult {
  /** Whether nothing is due any more, or nothing of it can be done now. */
  readonly isDone: boolean
  /** Number of failed jobs. */
  readonly failures: number
}

const nothingDue: RoundResult = { isDone: true, failures: 0 }

/** A round starts no further invocation that would end after this time. Milliseconds. */
const roundMs = 14_000
/** A lane whose due rows cannot be processed now is tried again after this time. */
const retryAfterMs = 60_000

/** Does due work of one account and mode: one round, which works on all due lanes at the same time. */
export const workOnAccount = async (needs: AccountWorkNeeds): Promise<RoundResult> => {
  const { gateway, shard, owner, wishes } = needs
  const d1 = gateway.environment.shards.get(shard)
  if (d1 === undefined) throw new Error('The shard of this account is not bound.')
  const scope = { database: new Database(d1, new Meter()), owner }
  const work = await readOwnerWork(scope, gateway.clock.now())
  if (work === null) return nothingDue
  const { account, isPassing, lanes } = work
  if (isPassing) return continuePassage(gateway, { shard, database: scope.database }, account)
  if (lanes.size === 0) return nothingDue

  const started = Date.now()
  const shares = shareWorkers(lanes.keys(), wishes, needs.workers)
  const results = await Promise.all(
    [...shares].map(async ([lane, count]) => {
      const each = Array.from({ length: count }, (_, index) =>
        workRepeatedly(needs, { shard, account, lane }, index + 1, started),
      )
      return [lane, (await Promise.all(each)).flat()] as const
    }),
  )
  const hadEffect = results.some(([, runs]) => runs.some((run) => run.hadEffect))
  const nowMs = gateway.clock.now() + account.clockOffsetMs
  const left = await settleLanes(scope, [...shares.keys()], { hadEffect, nowMs, retryAt: nowMs + retryAfterMs })
  wishes.clear()
  for (const [lane, backlog] of left) {
    if (backlog === null) continue
    wishes.set(lane, (shares.get(lane) ?? 1) * 2)
    const oldestSeconds = Math.round((nowMs - (backlog.since ?? nowMs)) / 1000)
    console.log(JSON.stringify({ work: shard, ...owner, lane, backlog: backlog.count, oldestSeconds }))
  }
  const failures = results.flatMap(([, runs]) => runs).reduce((sum, run) => sum + run.failures, 0)
  return { isDone: left.size === 0, failures }
}

/** One invocation after another, while there is work and time. */
const workRepeatedly = async (
  { workOnLane }: AccountWorkNeeds,
  work: LaneWork,
  number: number,
  started: number,
): Promise<LaneResult[]> => {
  const results: LaneResult[] = []
  for (;;) {
    const began = Date.now()
    const result = await workOnLane(work, number).catch((thrown: unknown) => failed(work, thrown))
    results.push(result)
    const took = Date.now() - began
    if (!result.hasMore || result.failures > 0 || Date.now() + took - started > roundMs) return results
  }
}

/** The object ended early: its claims end later, and the next round makes others. */
const failed = ({ shard, account, lane }: LaneWork, reason: unknown): LaneResult => {
  reportFailure({ shard, account: account.id, mode: account.mode, lane }, reason, null)
  return { hadEffect: false, hasMore: false, failures: 1 }
}

/** Continues the passage of a test clock whose request ended early. */
const continuePassage = async (gateway: Gateway, place: ShardContext, account: AccountRecord): Promise<RoundResult> => {
  let failures = 0
  const services = backgroundServices(gateway, place, account, 'testclock')
  const needs = { ...services, sweepAt: servicesAtMoments(gateway, place, account) }
  const state = await passTime(needs, {
    waitForHold: false,
    onSwept: (result) => {
      failures += result.failures.length
      report({ shard: place.shard, account: account.id, mode: account.mode }, result)
    },
  })
  return { isDone: state !== 'underWay', failures }
}
