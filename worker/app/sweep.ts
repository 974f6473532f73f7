import { hadWork, scanJobs, shardJobs, sweep } from '../domain/sweep.ts'
import type { Jobs } from '../domain/sweep.ts'
import { Database } from '../store/sql/database.ts'
import type { ShardJob } from '../store/sql/dueJobs.ts'
import type { Owner } from '../store/sql/owner.ts'
import { report } from '../work/report.ts'
import { wakeAccounts } from '../work/wakeAccounts.ts'
import type { ShardContext } from './context.ts'
import type { Gateway } from './gateway.ts'
import { Meter } from './meter.ts'
import { shardWorkServices } from './workServices.ts'
import type { ShardWorkServices } from './workServices.ts'

/** Accounts of a shard that work at the same time, by mode: a shard has one database. Test mode never takes the places of live mode. */
const accountsAtOnce: Readonly<Record<Owner['mode'], number>> = { live: 64, test: 16 }
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

/** Finds work of accounts, then wakes their objects and does the other jobs of the shard at the same time. */
const sweepShard = async (gateway: Gateway, shard: string, d1: D1Database): Promise<void> => {
  const database = new Database(d1, new Meter())
  const place = { gateway, shard, database }
  const failed = [await runShardJobs(place, scanJobs)]
  failed.push(
    ...(await Promise.all([
      runShardJobs(place, shardJobs),
      wakeAccounts({ ...place, mode: 'live', atOnce: accountsAtOnce.live }),
      wakeAccounts({ ...place, mode: 'test', atOnce: accountsAtOnce.test }),
    ])),
  )
  if (failed.includes(true)) throw new Error(`The sweep of shard ${shard} failed.`)
}

interface Place extends ShardContext {
  readonly gateway: Gateway
}

/** Runs jobs of a shard while they find work. Returns whether one failed. */
const runShardJobs = async (
  { gateway, shard, database }: Place,
  jobs: Jobs<ShardJob, ShardWorkServices>,
): Promise<boolean> => {
  const started = Date.now()
  const services = shardWorkServices(gateway, { shard, database })
  for (;;) {
    const swept = await sweep(services, jobs)
    report({ shard }, swept)
    if (swept.failures.length > 0) return true
    if (!hadWork(swept) || Date.now() - started > shardJobsMs) return false
  }
}
