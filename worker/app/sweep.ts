import type { Swept } from '../domain/sweep.ts'
import { cronJobs, didSomething, shardJobs, sweep } from '../domain/sweep.ts'
import { redactedStack } from '../http/log.ts'
import { Meter } from './meter.ts'
import { sweepServices } from './compose.ts'
import type { Gateway } from './gateway.ts'
import { Database } from '../store/sql/database.ts'
import { claimTestClocks } from '../store/accounts/testClock.ts'

/** How many accounts with a clock of their own have their turn in one minute. */
const testClocksAtOnce = 10

/** The minute cron: one sweep of every shard. Whatever fails keeps nothing else from its sweep, and fails the cron's run. */
export const sweepAll = async (gateway: Gateway): Promise<void> => {
  const results = await Promise.allSettled(
    [...gateway.environment.shards].map(([shard, d1]) => sweepShard(gateway, shard, d1)),
  )
  const failed = results.filter(({ status }) => status === 'rejected').length
  if (failed > 0) throw new Error(`The sweep of ${failed} of ${results.length} shards failed.`)
}

/** Everybody by the real clock, then those accounts whose test mode has a clock of its own by theirs. */
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

/** One line in the log where anything was done, and one for each job that failed. */
const report = (shard: string, swept: Swept, testClockOf?: string): Swept => {
  const done = Object.fromEntries(Object.entries(swept.counts).filter(([, count]) => count > 0))
  if (didSomething(swept)) console.log(JSON.stringify({ sweep: shard, testClockOf, ...done }))
  for (const { job, reason } of swept.failures)
    console.error(JSON.stringify({ sweep: shard, testClockOf, job, exception: redactedStack(reason) }))
  return swept
}
