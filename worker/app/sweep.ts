import { hadWork, shardJobs, sweep } from '../domain/sweep.ts'
import { Database } from '../store/sql/database.ts'
import type { Owner } from '../store/sql/owner.ts'
import { claimDueAccounts } from '../store/work/dueWork.ts'
import { report, reportFailure } from '../work/report.ts'
import type { Gateway } from './gateway.ts'
import { Meter } from './meter.ts'
import { shardWorkServices } from './workServices.ts'

/** Accounts of a shard that work at the same time. Each has at least one lane worker, and the shard one database. */
const accountsAtOnce = { live: 64, test: 16 } as const
/** Lane workers with calls of processors, of all accounts of a mode and of one account: a connection has at most 32 calls at a time. */
const workersOfMode = accountsAtOnce
const workersOfAccount = 8
/** Longer than the time to the next run, so that an account with much work does not pause. */
const grantMs = 90_000
/** The jobs of a shard go on for this time while they find work. */
const shardJobsMs = 14_000

/** The minute cron: works on every shard. A failed shard does not stop the others, and the run fails at the end. */
export const sweepAll = async (gateway: Gateway): Promise<void> => {
  const results = await Promise.allSettled(
    [...gateway.environment.shards].map(([shard, d1]) => sweepShard(gateway, shard, d1)),
  )
  const failed = results.filter(({ status }) => status === 'rejected').length
  if (failed > 0) throw new Error(`The sweep of ${failed} of ${results.length} shards failed.`)
}

/** Does the jobs of a shard, which find work for accounts, and wakes the objects of accounts with due work. */
const sweepShard = async (gateway: Gateway, shard: string, d1: D1Database): Promise<void> => {
  const database = new Database(d1, new Meter())
  const failedJobs = await sweepShardJobs(gateway, shard, database)
  const due = await claimDueAccounts({ database }, gateway.clock.now(), accountsAtOnce)
  const failedAccounts = await Promise.all([
    ...due.live.map((account) => wake(gateway, shard, { account, mode: 'live' }, due.live.length)),
    ...due.test.map((account) => wake(gateway, shard, { account, mode: 'test' }, due.test.length)),
  ])
  if (failedJobs || failedAccounts.includes(true)) throw new Error(`The sweep of shard ${shard} failed.`)
}

/** Returns whether a job failed. */
const sweepShardJobs = async (gateway: Gateway, shard: string, database: Database): Promise<boolean> => {
  const started = Date.now()
  const services = shardWorkServices(gateway, { shard, database })
  for (;;) {
    const swept = await sweep(services, shardJobs)
    report({ shard }, swept)
    if (swept.failures.length > 0) return true
    if (!hadWork(swept) || Date.now() - started > shardJobsMs) return false
  }
}

/** @param awake number of accounts of the mode that share its lane workers. Returns whether the work failed */
const wake = async (gateway: Gateway, shard: string, owner: Owner, awake: number): Promise<boolean> => {
  const share = Math.floor(workersOfMode[owner.mode] / awake)
  const grant = { until: Date.now() + grantMs, workers: Math.min(Math.max(share, 1), workersOfAccount) }
  try {
    return (await gateway.work.wake(gateway, shard, owner, grant)).failures > 0
  } catch (reason) {
    reportFailure({ shard, ...owner }, reason, null)
    return true
  }
}
