import { accountWorkServices, defaultWorkLimits } from '../app/workServices.ts'
import type { AccountWorkServices, WorkLimits } from '../app/workServices.ts'
import type { Gateway } from '../app/gateway.ts'
import type { LaneResult, LaneWork } from '../app/objects.ts'
import { Meter } from '../app/meter.ts'
import { accountJobs, hadWork, jobsOfLane, sweep } from '../domain/sweep.ts'
import type { Jobs } from '../domain/sweep.ts'
import { Database } from '../store/sql/database.ts'
import type { AccountJob } from '../store/sql/dueJobs.ts'
import { report } from './report.ts'

/** Statements after which no further round begins. The platform allows an invocation a thousand queries. */
const enoughStatements = 350

/** Does due work of one lane, as much as one invocation may. */
export const workOnLane = async (
  gateway: Gateway,
  { shard, account, lane }: LaneWork,
  limits: WorkLimits = defaultWorkLimits,
): Promise<LaneResult> => {
  const d1 = gateway.environment.shards.get(shard)
  if (d1 === undefined) throw new Error('The shard of this account is not bound.')
  const meter = new Meter()
  const services = accountWorkServices(gateway, { shard, database: new Database(d1, meter) }, account, limits, meter)
  const names = jobsOfLane[lane]
  // The claim of a single job tells whether something is due.
  const needs =
    names.length === 1 ? { ...services, findDueJobs: async (jobs: readonly AccountJob[]) => new Set(jobs) } : services
  const jobs: Jobs<AccountJob, AccountWorkServices> = Object.fromEntries(names.map((job) => [job, accountJobs[job]]))
  let hadEffect = false
  for (;;) {
    const swept = await sweep(needs, jobs)
    report({ shard, account: account.id, mode: account.mode, lane }, swept)
    const failures = swept.failures.length
    const had = hadWork(swept)
    hadEffect ||= had || services.budget.succeeded > 0
    const isFull = services.budget.room <= 0 || meter.statements >= enoughStatements
    if (!isFull && had && failures === 0) continue
    // Otherwise the next run of the cron wakes them.
    if (meter.announced) await services.wakeEndpoints()
    return { hadEffect, hasMore: isFull && hadEffect, failures }
  }
}
