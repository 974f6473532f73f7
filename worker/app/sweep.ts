import type { SweepResult } from '../domain/sweep.ts'
import { cronJobs, hadWork, shardJobs, sweep } from '../domain/sweep.ts'
import { redactedStack } from '../http/log.ts'
import { Meter } from './meter.ts'
import { sweepServices } from './compose.ts'
import type { Gateway } from './gateway.ts'
import { Database } from '../store/sql/database.ts'
import { claimTestClocks } from '../store/accounts/testClock.ts'

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
  for (const { account, offsetMs } of await claimTestClocks({ database }, gateway.clock.now(), testClocksAtOnce)) {
    const services = sweepServices(gateway, { shard, database }, { of: 'testAccount', account }, offsetMs)
    sweeps.push(report(shard, await sweep(services, cronJobs), account))
  }
  if (sweeps.some(({ failures }) => failures.length > 0)) throw new Error(`The sweep of shard ${shard} failed.`)
}

/** Logs one line if the sweep had work, and one line per failed job. */
const report = (shard: string, swept: SweepResult, testClockAccount?: string): SweepResult => {
  const done = Object.fromEntries(Object.entries(swept.counts).filter(([, count]) => count > 0))
  if (hadWork(swept)) console.log(JSON.stringify({ sweep: shard, testClockAccount, ...done }))
  for (const { job, reason } of swept.failures)
    console.error(JSON.stringify({ sweep: shard, testClockAccount, job, exception: redactedStack(reason) }))
  return swept
}
