import type { Ref } from '../../processors/processor.ts'
import type { RequestServices } from '../../app/compose.ts'
import { requestReversal } from './callProcessor.ts'

const minute = 60_000

/** When a reversal is repeated, in minutes after its first attempt: 1, 2, 10 and 60, then every hour of a day. */
const repeats = [1, 2, 10, ...Array.from({ length: 24 }, (_, hour) => 60 * (hour + 1))]

/** When a reversal that was tried `attempts` times, last just now, is tried again; null where it is left to a human. */
export const nextAttempt = (attempts: number, nowMs: number): number | null => {
  const next = repeats[attempts - 1]
  return next === undefined ? null : nowMs + (next - (repeats[attempts - 2] ?? 0)) * minute
}

/** A reversal on its way: of which operation, how the processor knows it, how often it was tried. */
export interface OpenReversal {
  readonly undoes: number
  readonly ref: Ref
  readonly attempts: number
}

/** Tries a reversal once and writes down what came of it. */
export const tryReversal = async (
  { undoes, ref, attempts }: OpenReversal,
  services: Pick<RequestServices, 'processor' | 'limits' | 'clock' | 'operations'>,
): Promise<'done' | 'deferred'> => {
  const answer = await requestReversal(ref, attempts + 1, services)
  const now = services.clock.now()
  if (answer === 'retry') {
    await services.operations.reversalDeferred(undoes, nextAttempt(attempts + 1, now), now)
    return 'deferred'
  }
  await services.operations.reversalDone(undoes, now)
  return 'done'
}
