import { sweep } from './domain/sweep.ts'
import { createSweepServices } from './services.ts'
import type { Gateway } from './services.ts'

/** The minute cron: one sweep of every shard. A shard that fails keeps no other from its sweep, and fails the cron's run. */
export const sweepAll = async (gateway: Gateway): Promise<void> => {
  const results = await Promise.allSettled(
    [...gateway.environment.shards].map(async ([shard, d1]) => {
      const swept = await sweep(createSweepServices(gateway, d1))
      if (Object.values(swept).some((count) => count > 0)) console.log(JSON.stringify({ sweep: shard, ...swept }))
    }),
  )
  const failed = results.filter(({ status }) => status === 'rejected').length
  if (failed > 0) throw new Error(`The sweep of ${failed} of ${results.length} shards failed.`)
}
