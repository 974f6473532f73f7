import type { Bindings } from '../../../app/env.ts'
import { createWorker } from '../../../app/worker.ts'
import { consoleLog } from '../../../http/log.ts'
import { measuredDatabase } from '../../database/measuredDatabase.ts'
import { controlledParts, handleControl } from './controls.ts'

/**
 * Replaces `entry.ts` in the checkout of an older revision, for `npm run bench -- --growth --against`. It has the Durable Objects of that
 * revision, whose usage it does not count.
 */
export * from '../../../index.ts'

let logged = 0
let measured: { readonly counts: ReturnType<typeof measuredDatabase>['counts']; readonly bindings: Bindings } | null =
  null

const metered = (bindings: Bindings) => {
  if (measured === null) {
    const { d1, counts } = measuredDatabase(bindings['DB_00'] as D1Database)
    measured = { counts, bindings: { ...bindings, DB_00: d1 } }
  }
  return measured
}

const worker = createWorker({
  ...controlledParts,
  log: (line) => {
    logged += 1
    consoleLog(line)
  },
})

const objects = { objectCalls: 0, objectMessages: 0, objectRowsWritten: 0, objectMs: 0 }

export default {
  fetch: async (request, env, context) => {
    const { counts, bindings } = metered(env)
    const sweep = () => worker.scheduled!({} as ScheduledController, bindings, context)
    const response = await handleControl(request, { sweep, usage: () => ({ ...counts, ...objects, logged }) })
    return response ?? worker.fetch!(request, bindings, context)
  },
} satisfies ExportedHandler<Bindings>
