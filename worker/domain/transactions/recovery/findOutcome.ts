import type { Approved, Capabilities, Declined, Pending, Ref, SentModification } from '../../../processors/processor.ts'
import type { Clock } from '../../clock.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import { requestLookup } from '../callProcessor.ts'
import type { RequestLookupNeeds } from '../callProcessor.ts'

export interface FindOutcomeNeeds extends RequestLookupNeeds {
  readonly clock: Clock
  readonly limits: Pick<TimeLimits, 'abandonAfterMs' | 'reversalTimeoutMs'>
}

/** `absent`: it has certainly not happened. `unclear`: a later look-up may find it. */
export type Finding = Approved | Declined | Pending | 'absent' | 'unclear'

/**
 * The latest time at which an operation was sent, in milliseconds since 1970. A request may send until it is abandoned.
 */
const lastSent = ({ sentAgain, created }: Ref, abandonAfterMs: number): number =>
  sentAgain ?? (created ?? 0) + abandonAfterMs

/** Whether a look-up or report that does not show an operation proves that it has not happened. */
export const isVisibleAt = (
  now: number,
  ref: Ref,
  { visibleAfterMs }: Pick<Capabilities, 'visibleAfterMs'>,
  { abandonAfterMs }: Pick<TimeLimits, 'abandonAfterMs'>,
): boolean => now - lastSent(ref, abandonAfterMs) >= visibleAfterMs

/** Looks up an operation without an outcome. Finding nothing proves nothing while the processor may not show it yet. */
export const findOutcome = async (
  ref: Ref,
  modification: SentModification | undefined,
  can: Pick<Capabilities, 'visibleAfterMs'>,
  needs: FindOutcomeNeeds,
): Promise<Finding> => {
  const { clock, limits } = needs
  // Before the look-up, which may take long.
  const isVisible = isVisibleAt(clock.now(), ref, can, limits)
  const found = await requestLookup(ref, modification, needs)
  if (found === 'notFound') return isVisible ? 'absent' : 'unclear'
  return found.result === 'unknown' || found.result === 'notSent' ? 'unclear' : found
}
