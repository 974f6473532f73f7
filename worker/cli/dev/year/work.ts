import type { AccountWorkServices, ShardWorkServices } from '../../../app/workServices.ts'
import { closeDueBatches } from '../../../domain/batches/closeDue.ts'
import { accountJobs, scanJobs, sweep } from '../../../domain/sweep.ts'
import type { Jobs } from '../../../domain/sweep.ts'
import type { AccountJob, ShardJob } from '../../../store/sql/dueJobs.ts'
import type { YearGateway } from './gateway.ts'

const throwFailures = ({ failures }: Awaited<ReturnType<typeof sweep>>): void => {
  const [failure] = failures
  if (failure !== undefined) throw new Error(`${failure.job} failed.`, { cause: failure.reason })
}

/** The jobs whose time of running rows show. */
const { tokens, walletMessages, unpaidCheckouts, events, ...daily } = accountJobs
const dailyJobs: Jobs<AccountJob, AccountWorkServices> = daily
/** They run once, at the end. */
const purges: Jobs<AccountJob, AccountWorkServices> = { tokens, walletMessages, unpaidCheckouts, events }
const scans: Jobs<ShardJob, ShardWorkServices> = scanJobs

/** Does the account's background work that is due, as the cron and the account's object do. It begins with the end of open batches, which the same run closes. */
export const workOnce = async (gateway: YearGateway): Promise<void> => {
  const services = await gateway.workServices()
  await closeDueBatches(services)
  throwFailures(await sweep(services, dailyJobs))
}

/** Finds pending operations and open holds, which the other jobs then process. */
export const scanOnce = async (gateway: YearGateway): Promise<void> =>
  throwFailures(await sweep(gateway.shardServices(), scans))

/** Deletes what is past its retention. */
export const purgeAll = async (gateway: YearGateway): Promise<void> => {
  for (;;) {
    const result = await sweep(await gateway.workServices(), purges)
    throwFailures(result)
    if (Object.values(result.counts).every((count) => count === 0)) return
  }
}
