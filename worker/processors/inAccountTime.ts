import type { OpBase, Outcome, Processor, Ref, SentModification } from './processor.ts'

/**
 * Converts times between an account's test clock and a processor, which uses real time: deadlines and the creation of looked-up
 * operations to real time, and the expiry of holds to account time. So an operation is as old for the processor as for the account.
 *
 * @param offsetMs how far the account's clock is ahead, in milliseconds
 */
export const inAccountTime = <P extends Pick<Processor, 'authorize' | 'capture' | 'credit' | 'lookup' | 'void'>>(
  processor: P,
  offsetMs: number,
): P => {
  if (offsetMs === 0) return processor
  const toRealTime = <Op extends OpBase>(op: Op): Op => ({ ...op, deadline: op.deadline - offsetMs })
  const toAccountTime = (outcome: Outcome): Outcome =>
    outcome.result === 'approved' && outcome.expiresAt !== undefined
      ? { ...outcome, expiresAt: outcome.expiresAt + offsetMs }
      : outcome
  const lookup = async (of: Ref, modification?: SentModification): Promise<Outcome | 'notFound'> => {
    const outcome = await processor.lookup!(of, modification)
    return outcome === 'notFound' ? outcome : toAccountTime(outcome)
  }
  return {
    ...processor,
    ...(processor.lookup && { lookup }),
    authorize: async (op, ref) => toAccountTime(await processor.authorize(toRealTime(op), ref)),
    capture: async (op, ref) => toAccountTime(await processor.capture(toRealTime(op), ref)),
    void: async (op, ref) => toAccountTime(await processor.void(toRealTime(op), ref)),
    credit: async (op, ref) => toAccountTime(await processor.credit(toRealTime(op), ref)),
  }
}
