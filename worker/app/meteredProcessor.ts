import type { Processor } from '../processors/processor.ts'
import type { Meter } from './meter.ts'

/** The processor, with the time that requests wait for it counted. */
export const meteredProcessor = (processor: Processor, meter: Meter): Processor => {
  const timed =
    <Args extends unknown[], Result>(verb: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const started = Date.now()
      try {
        return await verb(...args)
      } finally {
        meter.processorMs += Date.now() - started
      }
    }
  return {
    ...processor,
    authorize: timed(processor.authorize),
    capture: timed(processor.capture),
    void: timed(processor.void),
    credit: timed(processor.credit),
  }
}
