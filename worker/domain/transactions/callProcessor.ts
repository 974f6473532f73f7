import type {
  Acceptance,
  Money,
  Outcome,
  Processor,
  Ref,
  ReportPage,
  ReportSpan,
  Reversal,
  SentModification,
} from '../../processors/processor.ts'
import type { Clock } from '../clock.ts'
import type { TimeLimits } from '../timeLimits.ts'
import { withTimeout } from '../withTimeout.ts'
import type { CallSlots } from '../work/callSlots.ts'

export interface ProcessorResponse {
  readonly outcome: Outcome
  /** Milliseconds between request and response. */
  readonly latency: number
}

export interface CallProcessorNeeds {
  readonly clock: Clock
  readonly limits: Pick<TimeLimits, 'processorTimeoutMs'>
}

type Send = (window: { readonly deadline: number; readonly signal: AbortSignal }) => Promise<Outcome>

/** Time after the abort signal in which the processor may still return an outcome. */
const graceMs = 500

/**
 * Calls the processor with a deadline. A timeout, or an error after the request was sent, is an unknown outcome and never a
 * decline, since the operation may have happened.
 */
export const callProcessor = async (
  send: Send,
  ref: Ref,
  { clock, limits }: CallProcessorNeeds,
): Promise<ProcessorResponse> => {
  const started = clock.now()
  const { processorTimeoutMs } = limits
  const controller = new AbortController()
  // Not AbortSignal.timeout: its timer cannot be cleared and would keep a Durable Object awake.
  const timer = setTimeout(
    () => controller.abort(new DOMException('No response in time.', 'TimeoutError')),
    processorTimeoutMs,
  )
  const unknown = (reason: 'timeout' | 'disconnected'): Outcome => ({ result: 'unknown', ref, reason })
  const response = send({ deadline: started + processorTimeoutMs, signal: controller.signal }).catch(() =>
    unknown('disconnected'),
  )
  const outcome = await withTimeout(response, processorTimeoutMs + graceMs, unknown('timeout'))
  clearTimeout(timer)
  return { outcome, latency: clock.now() - started }
}

export interface RequestReversalNeeds {
  readonly callSlots: CallSlots
  readonly limits: Pick<TimeLimits, 'reversalTimeoutMs'>
  readonly processor: Pick<Processor, 'reverse'>
}

/**
 * Requests a reversal once. Returns `retry` if no response comes in time.
 *
 * @param rest for a partial reversal: the total amount released from the authorization, this release included
 */
export const requestReversal = (
  ref: Ref,
  attempt: number,
  { callSlots, processor, limits }: RequestReversalNeeds,
  rest?: Money,
): Promise<Reversal> =>
  callSlots.run(() =>
    withTimeout(
      processor.reverse(ref, attempt, rest).catch((): Reversal => 'retry'),
      limits.reversalTimeoutMs,
      'retry',
    ),
  )

/** Names the connection of an account. */
export type ConnectionReference = Pick<Ref, 'account' | 'connection'>

export interface RequestAcceptanceNeeds {
  readonly limits: Pick<TimeLimits, 'processorTimeoutMs'>
  readonly processor: {
    /** `notSupported`: the processor of the connection has no such request. */
    acceptDispute(of: ConnectionReference, caseId: string): Promise<Acceptance | 'notSupported'>
  }
}

/** Gives up a dispute once. Returns `unknown` if no response comes in time. */
export const requestAcceptance = (
  of: ConnectionReference,
  caseId: string,
  { processor, limits }: RequestAcceptanceNeeds,
): Promise<Acceptance | 'notSupported'> =>
  withTimeout(
    processor.acceptDispute(of, caseId).catch((): Acceptance => 'unknown'),
    limits.processorTimeoutMs,
    'unknown',
  )

export interface RequestLookupNeeds {
  readonly callSlots: CallSlots
  readonly limits: Pick<TimeLimits, 'reversalTimeoutMs'>
  readonly processor: Pick<Required<Processor>, 'lookup'>
}

/** Looks an operation up once. Returns an unknown outcome if no response comes in time. */
export const requestLookup = (
  ref: Ref,
  modification: SentModification | undefined,
  { callSlots, processor, limits }: RequestLookupNeeds,
): Promise<Outcome | 'notFound'> => {
  const unknown = (reason: 'timeout' | 'disconnected'): Outcome => ({ result: 'unknown', ref, reason })
  return callSlots.run(() =>
    withTimeout(
      processor.lookup(ref, modification).catch(() => unknown('disconnected')),
      limits.reversalTimeoutMs,
      unknown('timeout'),
    ),
  )
}

export interface RequestReportNeeds {
  readonly callSlots: CallSlots
  readonly limits: Pick<TimeLimits, 'processorTimeoutMs'>
  readonly processor: {
    /** `notSupported`: the processor of the connection has no reports. */
    report(of: ConnectionReference, span: ReportSpan, cursor?: string): Promise<ReportPage | 'notSupported'>
  }
}

/** Reads a page of a connection's report. Returns `unknown` if it cannot be read in time. */
export const requestReport = (
  of: ConnectionReference,
  span: ReportSpan,
  cursor: string | undefined,
  { callSlots, processor, limits }: RequestReportNeeds,
): Promise<ReportPage | 'notSupported' | 'unknown'> =>
  callSlots.run(() =>
    withTimeout(
      processor.report(of, span, cursor).catch(() => 'unknown' as const),
      limits.processorTimeoutMs,
      'unknown',
    ),
  )
