import type { Outcome, Processor } from '../../processors/processor.ts'
import { interceptProcessor } from '../../testing/doubles/interceptProcessor.ts'

/** A processor that counts how often it has returned no outcome. */
export const countingTimeouts = (real: Processor) => {
  const timeouts = { count: 0 }
  const processor = interceptProcessor(real, async (_verb, run) => {
    const outcome = await run()
    if (['unknown', 'notSent'].includes((outcome as Partial<Outcome>).result ?? '')) timeouts.count++
    return outcome
  })
  return { processor, timeouts }
}
