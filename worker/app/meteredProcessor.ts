import type { Processor } from '../processors/processor.ts'
import type { Meter } from './meter.ts'

/** Wraps a processor to measure the time that requests wait for it. */
export const meteredProcessor = <P extends Pick<Processor, 'authorize' | 'capture' | 'credit' | 'void'>>(
  processor: P,
  meter: Meter,
): P => {
  const timed =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const started = Date.now()
      try {
        return await call(...args)
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
