import { backgroundServices } from '../app/compose.ts'
import type { ShardContext } from '../app/context.ts'
import type { Gateway } from '../app/gateway.ts'
import { servicesAtMoments } from '../app/workServices.ts'
import { Meter } from '../app/meter.ts'
import { passTime } from '../domain/testClock/passage.ts'
import { withTimeout } from '../domain/withTimeout.ts'
import type { AccountRecord } from '../store/accounts/accountRecord.ts'
import { Database } from '../store/sql/database.ts'
import type { Owner } from '../store/sql/owner.ts'
import { readOwnerWork, settleLanes } from '../store/work/dueWork.ts'
import type { LaneBacklog } from '../store/work/dueWork.ts'
import type { Lane } from '../store/work/nextDue.ts'
import { report, reportFailure } from './report.ts'
import { isCallingLane, shareWorkers } from './shareWorkers.ts'
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

/** A round starts no invocation that would end after this time, as long as it takes no longer than the one before. Milliseconds. */
const roundMs = 14_000
/** Meanwhile other lanes may have come due: they are looked for after this time. */
const lookAgainMs = 5_000
/** Lanes that come due while another one is slow are started up to this time. */
const longestRoundMs = 60_000
/** A lane whose due rows cannot be processed now is tried again after this time. */
const retryAfterMs = 60_000
/** Due rows for which one more object is worth its requests. */
const rowsPerWorker = 12

/**
 * Does due work of one account and mode: a round, which works on all due lanes at the same time. A lane that comes due meanwhile does not wait
 * for the others.
 */
export const workOnAccount = async (needs: AccountWorkNeeds): Promise<RoundResult> => {
  const { gateway, shard, owner } = needs
  const d1 = gateway.environment.shards.get(shard)
  if (d1 === undefined) throw new Error('The shard of this account is not bound.')
  const scope = { database: new Database(d1, new Meter()), owner }
  const started = Date.now()
  const elapsed = () => Date.now() - started
  const running = new Map<Lane, { readonly workers: number; readonly ended: Promise<void> }>()
  let effects = 0
  let longest = 0
  let failures = 0
  let isDone = false
  /** Of the round itself, such as a database that is away: lane workers report their own. */
  const thrown: unknown[] = []

  const workOn = async (account: AccountRecord, lane: Lane, workers: number): Promise<void> => {
    const effectsBefore = effects
    const runs = await Promise.all(
      Array.from({ length: workers }, (_, index) =>
        workRepeatedly(needs, { shard, account, lane }, index + 1, elapsed),
      ),
    )
    longest = Math.max(longest, ...runs.map(({ tookMs }) => tookMs))
    for (const run of runs.flatMap(({ results }) => results)) {
      if (run.hadEffect) effects++
      failures += run.failures
    }
    const nowMs = gateway.clock.now() + account.clockOffsetMs
    const end = { hadEffect: effects > effectsBefore, nowMs, retryAt: nowMs + retryAfterMs }
    const left = await settleLanes(scope, [lane], end)
    noteBacklog(needs, lane, left.get(lane) ?? null, nowMs)
    isDone = left.size === 0
  }

  for (;;) {
    const work = await readOwnerWork(scope, gateway.clock.now())
    if (work === null) return { isDone: true, failures }
    const { account, isPassing, lanes } = work
    if (isPassing && running.size === 0) return continuePassage(gateway, { shard, database: scope.database }, account)
    const due = isPassing ? [] : [...lanes.keys()].filter((lane) => !running.has(lane))
    if (due.length === 0 && running.size === 0) return { isDone: true, failures }
    const mayStart = elapsed() + longest < roundMs || (running.size > 0 && elapsed() < longestRoundMs)
    if (mayStart) {
      const used = [...running].reduce((sum, [lane, { workers }]) => sum + (isCallingLane(lane) ? workers : 0), 0)
      for (const [lane, workers] of shareWorkers(due, needs.wishes, needs.workers - used)) {
        const ended = workOn(account, lane, workers)
          .catch((reason: unknown) => void thrown.push(reason))
          .finally(() => running.delete(lane))
        running.set(lane, { workers, ended })
      }
    }
    if (running.size === 0) return { isDone: false, failures }
    await withTimeout(Promise.race([...running.values()].map(({ ended }) => ended)), lookAgainMs, undefined)
    if (thrown.length > 0) {
      await Promise.all([...running.values()].map(({ ended }) => ended))
      throw thrown[0]
    }
    if (running.size === 0 && (isDone || elapsed() + longest >= roundMs)) return { isDone, failures }
  }
}

/** Remembers how many objects a backlog is worth, and logs it. */
const noteBacklog = (
  { shard, owner, wishes }: AccountWorkNeeds,
  lane: Lane,
  backlog: LaneBacklog | null,
  nowMs: number,
): void => {
  wishes.delete(lane)
  if (backlog === null) return
  wishes.set(lane, Math.ceil(backlog.count / rowsPerWorker))
  const oldestSeconds = Math.round((nowMs - (backlog.since ?? nowMs)) / 1000)
  console.log(JSON.stringify({ work: shard, ...owner, lane, backlog: backlog.count, oldestSeconds }))
}

/**
 * One invocation after another, while there is work and time. A lane that may be shared by more objects has one, after which its backlog is
 * known.
 */
const workRepeatedly = async (
  { workOnLane, wishes }: AccountWorkNeeds,
  work: LaneWork,
  number: number,
  elapsed: () => number,
): Promise<{ readonly results: readonly LaneResult[]; readonly tookMs: number }> => {
  const results: LaneResult[] = []
  for (;;) {
    const began = elapsed()
    const result = await workOnLane(work, number).catch((thrown: unknown) => failed(work, thrown))
    results.push(result)
    const tookMs = elapsed() - began
    const isFirst = isCallingLane(work.lane) && !wishes.has(work.lane)
    if (!result.hasMore || result.failures > 0 || isFirst || elapsed() + tookMs > roundMs) return { results, tookMs }
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
