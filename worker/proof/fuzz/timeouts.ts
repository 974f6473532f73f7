import type { Outcome, Processor } from '../../processors/processor.ts'
import { interceptProcessor } from '../../testing/doubles/interceptProcessor.ts'

/** Counts the calls of a processor without an outcome. */
export const countingTimeouts = (real: Processor) => {
  const timeouts = { count: 0 }
  const processor = interceptProcessor(real, async (_verb, run) => {
    const outcome = await run()
    if (['unknown', 'notSent'].includes((outcome as Partial<Outcome>).result ?? '')) timeouts.count++
    return outcome
  })
  return { processor, timeouts }
}
