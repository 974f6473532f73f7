import type { SweepResult } from '../domain/sweep.ts'
import { cronJobs, hadWork, shardJobs, sweep } from '../domain/sweep.ts'
import { passTime } from '../domain/testClock/passage.ts'
import { redactedStack } from '../http/log.ts'
import { Meter } from './meter.ts'
import { backgroundServices, sweepServices } from './compose.ts'
import type { ShardContext } from './context.ts'
import type { Gateway } from './gateway.ts'
import { Database } from '../store/sql/database.ts'
import { claimTestClocks, findTestAccount } from '../store/accounts/testClock.ts'

/** Accounts with a test clock that one run of the cron sweeps. */
const testClocksAtOnce = 10

/** The minute cron: sweeps every shard. A failed shard does not stop the others, and the run fails at the end. */
export const sweepAll = async (gateway: Gateway): Promise<void> => {
  const results = await Promise.allSettled(
    [...gateway.environment.shards].map(([shard, d1]) => sweepShard(gateway, shard, d1)),
  )
  const failed = results.filter(({ status }) => status === 'rejected').length
  if (failed > 0) throw new Error(`The sweep of ${failed} of ${results.length} shards failed.`)
}

/** Sweeps the rows on real time, then those of accounts with a test clock. */
const sweepShard = async (gateway: Gateway, shard: string, d1: D1Database): Promise<void> => {
  const database = new Database(d1, new Meter())
  const sweeps = [
    report(shard, await sweep(sweepServices(gateway, { shard, database }, { of: 'shard' }, 0), shardJobs)),
  ]
  const testClocks = await claimTestClocks({ database }, gateway.clock.now(), testClocksAtOnce)
  for (const { account, offsetMs, isPassing } of testClocks) {
    const services = sweepServices(gateway, { shard, database }, { of: 'testAccount', account }, offsetMs)
    if (isPassing) sweeps.push(...(await continuePassage(gateway, { shard, database }, account)))
    else sweeps.push(report(shard, await sweep(services, cronJobs), account))
  }
  if (sweeps.some(({ failures }) => failures.length > 0)) throw new Error(`The sweep of shard ${shard} failed.`)
}

/** Continues a passage of a test clock whose request ended early. A later run retries it if it fails. */
const continuePassage = async (gateway: Gateway, place: ShardContext, account: string): Promise<SweepResult[]> => {
  const record = await findTestAccount(place, account)
  const swept: SweepResult[] = []
  if (record !== null)
    await passTime(backgroundServices(gateway, place, record, 'testclock'), {
      waitForHold: false,
      onSwept: (result) => swept.push(report(place.shard, result, account)),
    })
  return swept
}

/** Logs one line if the sweep had work, and one line per failed job. */
const report = (shard: string, swept: SweepResult, testClockAccount?: string): SweepResult => {
  const done = Object.fromEntries(Object.entries(swept.counts).filter(([, count]) => count > 0))
  if (hadWork(swept)) console.log(JSON.stringify({ sweep: shard, testClockAccount, ...done }))
  for (const { job, reason } of swept.failures)
    console.error(JSON.stringify({ sweep: shard, testClockAccount, job, exception: redactedStack(reason) }))
  return swept
}
