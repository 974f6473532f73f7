import type {
  Acceptance,
  Capabilities,
  Outcome,
  Processor,
  Ref,
  ReportPage,
  ReportSpan,
  SentModification,
} from '../processors/processor.ts'
import type { SettlementTimes, SimulatedReturn } from '../processors/simulatedReturn.ts'
import type { OperationType } from '../processors/processor.ts'

/** The processors of all connections as one. */
export interface ConnectedProcessor extends Pick<Processor, 'authorize' | 'capture' | 'void' | 'credit' | 'reverse'> {
  /** An `unknown` outcome, if the processor of the connection finds nothing by this reference. */
  lookup(of: Ref, modification?: SentModification): Promise<Outcome | 'notFound'>
  simulateReturn(type: OperationType, ref: Ref, times: SettlementTimes): Promise<SimulatedReturn | undefined>
  /** `notSupported`: the processor of the connection has no such request. `unknown` if it cannot be opened. */
  acceptDispute(of: Pick<Ref, 'account' | 'connection'>, caseId: string): Promise<Acceptance | 'notSupported'>
  /** A page of the report of a connection. @throws if it cannot be read */
  report(
    of: Pick<Ref, 'account' | 'connection'>,
    span: ReportSpan,
    cursor?: string,
  ): Promise<ReportPage | 'notSupported'>
  /** Whether the times of a connection's processor are those of the account's clock. False if it cannot be opened. */
  hasAccountTime(of: Pick<Ref, 'account' | 'connection'>): Promise<boolean>
  /** What the connection of an operation can do. Null if it cannot be opened. */
  capabilities(of: Pick<Ref, 'account' | 'connection'>): Promise<Capabilities | null>
}

/** Opens the processor of an operation's connection. @throws if the connection does not exist or its secrets cannot be opened */
export type OpenProcessor = (of: Pick<Ref, 'account' | 'connection'>) => Promise<Processor>

const notSent = (ref: Ref): Outcome => ({ result: 'notSent', ref, reason: 'link_down' })

/** The time by which processors outside of the gateway show an operation, and how long a request may take to send it. */
export interface VisibilityNeeds {
  /** Without the account's test clock. */
  readonly clock: { now(): number }
  readonly limits: { readonly abandonAfterMs: number }
}

/**
 * Sends each operation to the connection that its reference names. An operation whose connection cannot be opened is not sent.
 *
 * A look-up that finds nothing is `notFound` only once the processor must show the operation by its own clock. The domain reads the
 * account's clock, which a test clock may have moved far ahead of it.
 */
export const connectedProcessor = (open: OpenProcessor, { clock, limits }: VisibilityNeeds): ConnectedProcessor => {
  const opened = (of: Parameters<OpenProcessor>[0]): Promise<Processor | null> => open(of).catch(() => null)
  return {
    authorize: async (op, ref) => (await opened(ref))?.authorize(op, ref) ?? notSent(ref),
    capture: async (op, ref) => (await opened(ref))?.capture(op, ref) ?? notSent(ref),
    void: async (op, ref) => (await opened(ref))?.void(op, ref) ?? notSent(ref),
    credit: async (op, ref) => (await opened(ref))?.credit(op, ref) ?? notSent(ref),
    reverse: async (ref, attempt, rest) => (await opened(ref))?.reverse(ref, attempt, rest) ?? 'retry',
    lookup: async (ref, modification) => {
      const processor = await opened(ref)
      if (processor?.lookup === undefined) return { result: 'unknown', ref, reason: 'disconnected' }
      const { can, hasAccountTime = false } = processor
      const sentUntil = (ref.realTime ?? 0) + (ref.sentAgain === undefined ? limits.abandonAfterMs : 0)
      // Before the look-up, which may take long.
      const isLagging = !hasAccountTime && can.visibleAfterMs > 0 && clock.now() - sentUntil < can.visibleAfterMs
      const found = await processor.lookup(ref, modification)
      return found === 'notFound' && isLagging ? { result: 'unknown', ref, reason: 'timeout' } : found
    },
    acceptDispute: async (of, caseId) => {
      const processor = await opened(of)
      if (processor === null) return 'unknown'
      return processor.acceptDispute === undefined ? 'notSupported' : processor.acceptDispute(caseId)
    },
    report: async (of, span, cursor) => (await open(of)).report?.(span, cursor) ?? 'notSupported',
    hasAccountTime: async (of) => (await opened(of))?.hasAccountTime === true,
    capabilities: async (ref) => (await opened(ref))?.can ?? null,
    simulateReturn: async (type, ref, times) => (await opened(ref))?.simulateReturn?.(type, ref, times),
  }
}
