import type { OpBase, Outcome, Processor } from './processor.ts'

/**
 * A processor as an account sees it whose clock is ahead of the real one, or behind it. Processors live in real time: the moment until
 * which somebody waits for them is told them in theirs, and the moment that a hold lapses is heard in the account's.
 */
export const inAccountTime = (processor: Processor, offsetMs: number): Processor => {
  if (offsetMs === 0) return processor
  const asked = <Op extends OpBase>(op: Op): Op => ({ ...op, deadline: op.deadline - offsetMs })
  const heard = (outcome: Outcome): Outcome =>
    outcome.result === 'approved' && outcome.expiresAt !== undefined
      ? { ...outcome, expiresAt: outcome.expiresAt + offsetMs }
      : outcome
  return {
    ...processor,
    authorize: async (op, ref) => heard(await processor.authorize(asked(op), ref)),
    capture: async (op, ref) => heard(await processor.capture(asked(op), ref)),
    void: async (op, ref) => heard(await processor.void(asked(op), ref)),
    credit: async (op, ref) => heard(await processor.credit(asked(op), ref)),
  }
}
