import type { Money, Outcome, Ref, Reversal } from '../../processors/processor.ts'
import type { RequestServices } from '../../app/compose.ts'

export interface ProcessorResponse {
  readonly outcome: Outcome
  /** Milliseconds between request and response. */
  readonly latency: number
}

type Send = (window: { deadline: number; signal: AbortSignal }) => Promise<Outcome>

const settled = <T>(work: Promise<T>, ms: number, late: T): Promise<T> => {
  const { promise: timeout, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(resolve, ms, late)
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/**
 * Asks the processor and waits as long as we may. Whatever goes wrong between sending and hearing is an unknown outcome, never a
 * decline: it may have happened.
 */
export const callProcessor = async (
  send: Send,
  ref: Ref,
  { clock, limits }: Pick<RequestServices, 'clock' | 'limits'>,
): Promise<ProcessorResponse> => {
  const started = clock.now()
  const { processorTimeoutMs } = limits
  const patience = new AbortController()
  // Not AbortSignal.timeout: its timer cannot be stopped, and would keep an object awake that has nothing else to do.
  const timer = setTimeout(
    () => patience.abort(new DOMException('No answer in time.', 'TimeoutError')),
    processorTimeoutMs,
  )
  const unknown = (reason: 'timeout' | 'disconnected'): Outcome => ({ result: 'unknown', ref, reason })
  const sent = send({ deadline: started + processorTimeoutMs, signal: patience.signal }).catch(() =>
    unknown('disconnected'),
  )
  const outcome = await settled(sent, processorTimeoutMs + 500, unknown('timeout'))
  clearTimeout(timer)
  return { outcome, latency: clock.now() - started }
}

/**
 * Asks the processor to undo, once. A processor that does not answer in time has decided nothing.
 *
 * @param rest only so much of an authorization: all that was ever given back of it
 */
export const requestReversal = (
  ref: Ref,
  attempt: number,
  { processor, limits }: Pick<RequestServices, 'processor' | 'limits'>,
  rest?: Money,
): Promise<Reversal> =>
  settled(
    processor.reverse(ref, attempt, rest).catch((): Reversal => 'retry'),
    limits.reversalTimeoutMs,
    'retry',
  )
