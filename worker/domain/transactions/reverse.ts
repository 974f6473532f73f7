import type { Ref } from '../../processors/processor.ts'
import type { Services } from '../../services.ts'
import { askReversal } from './ask.ts'

const minute = 60_000
const hour = 60 * minute

/** How long after an attempt the next one follows: 1, 2, 10 and 60 minutes, then every hour. */
const pauses = [minute, 2 * minute, 10 * minute, hour] as const

/** After a day of attempts a reversal is for a human. */
const mostAttempts = pauses.length + 24

/** When a reversal that was tried `attempts` times is tried again; null where it is given up. */
export const nextAttempt = (attempts: number, nowMs: number): number | null =>
  attempts >= mostAttempts ? null : nowMs + (pauses[attempts - 1] ?? hour)

/** A reversal on its way: of which operation, how the processor knows it, how often it was tried. */
export interface OpenReversal {
  readonly undoes: number
  readonly ref: Ref
  readonly attempts: number
}

/** Tries a reversal once and writes down what came of it. */
export const tryReversal = async (
  { undoes, ref, attempts }: OpenReversal,
  services: Pick<Services, 'processor' | 'limits' | 'clock' | 'operations'>,
): Promise<'done' | 'deferred'> => {
  const answer = await askReversal(ref, attempts + 1, services)
  const now = services.clock.now()
  if (answer === 'retry') {
    await services.operations.reversalDeferred(undoes, nextAttempt(attempts + 1, now), now)
    return 'deferred'
  }
  await services.operations.reversalDone(undoes, now)
  return 'done'
}
