import { connectionOf } from '#contract/connections/builtInConnection'
import type { Outcome, Processor, Ref } from '../processors/processor.ts'
import type { Meter } from './meter.ts'

/** What an outcome shows of the connection. Null if the processor was not called. */
const healthOf = (outcome: Outcome): 'success' | 'failure' | null => {
  if (outcome.result === 'unknown') return 'failure'
  if (outcome.result !== 'notSent') return 'success'
  return outcome.reason === 'aborted' ? null : 'failure'
}

/** Wraps a processor to measure the time that requests wait for it, and to note which connections respond. */
export const meteredProcessor = <P extends Pick<Processor, 'authorize' | 'capture' | 'credit' | 'void'>>(
  processor: P,
  meter: Meter,
): P => {
  const measured =
    <Op>(call: (op: Op, ref: Ref) => Promise<Outcome>) =>
    async (op: Op, ref: Ref): Promise<Outcome> => {
      const started = Date.now()
      try {
        const outcome = await call(op, ref)
        const health = healthOf(outcome)
        if (health !== null) meter.connectionHealth.set(connectionOf(ref), health)
        return outcome
      } finally {
        meter.processorMs += Date.now() - started
      }
    }
  return {
    ...processor,
    authorize: measured(processor.authorize),
    capture: measured(processor.capture),
    void: measured(processor.void),
    credit: measured(processor.credit),
  }
}
