import type { OpBase, Outcome, Processor } from './processor.ts'

/**
 * Converts times between an account's test clock and a processor, which uses real time: deadlines to real time, and the expiry of
 * holds to account time.
 *
 * @param offsetMs how far the account's clock is ahead, in milliseconds
 */
export const inAccountTime = (processor: Processor, offsetMs: number): Processor => {
  if (offsetMs === 0) return processor
  const toRealTime = <Op extends OpBase>(op: Op): Op => ({ ...op, deadline: op.deadline - offsetMs })
  const toAccountTime = (outcome: Outcome): Outcome =>
    outcome.result === 'approved' && outcome.expiresAt !== undefined
      ? { ...outcome, expiresAt: outcome.expiresAt + offsetMs }
      : outcome
  return {
    ...processor,
    authorize: async (op, ref) => toAccountTime(await processor.authorize(toRealTime(op), ref)),
    capture: async (op, ref) => toAccountTime(await processor.capture(toRealTime(op), ref)),
    void: async (op, ref) => toAccountTime(await processor.void(toRealTime(op), ref)),
    credit: async (op, ref) => toAccountTime(await processor.credit(toRealTime(op), ref)),
  }
}
