import type { OperationType, ReportSpan } from '../../processors/processor.ts'
import { wait, type Wait } from '../../processors/wait.ts'
import { createFaultPlan, type Fault, type RequestType } from './faultPlan.ts'
import { createLedger } from './ledger.ts'
import type { Decision } from './line.ts'
import type { KillPoint } from './crashPoints.ts'
import type { LookupRequest, OperationRequest, Reply, ReversalRequest } from './messages.ts'
import type { LedgerRules } from './rules.ts'

/** The acquirer's result: a reply, a closed connection (`lost`), or a connection that stays open without a response (`silent`). */
export type HandlerResult = Reply | 'lost' | 'silent'

export interface HandlerOptions {
  /** Called before an effect. The request waits for it. */
  readonly onRequest?: (type: OperationType | 'reverse') => void | Promise<void>
  /** Called after an effect and before its response, to kill the process under test there. */
  readonly onEffect?: (type: OperationType | 'reverse') => void | Promise<void>
  /** Called when the client reports a database write. The client waits for it. */
  readonly onKillPoint?: (moment: KillPoint) => void | Promise<void>
  /** Called when the client reports a received response, before the client returns it. The client waits for it. */
  readonly onAcknowledged?: (op: string) => void | Promise<void>
  readonly wait?: Wait
  /** By default everything that the gateway knows how to use. */
  readonly can?: LedgerRules
  /** Milliseconds since 1970. */
  readonly now?: () => number
  readonly outcomeAfterMs?: number
}

const accepted: HandlerResult = { status: 200, text: '' }
const reply = (body: unknown): HandlerResult => ({ status: 200, text: JSON.stringify(body) })
const never = new AbortController().signal

/** The acquirer without a transport: takes the fault of a request, applies it to the ledger and creates the response. */
export const createHandler = ({
  onRequest,
  onEffect: onDone,
  onKillPoint: onWritten,
  onAcknowledged: onAnswered,
  wait: pause = wait,
  can,
  now,
  outcomeAfterMs = 20,
}: HandlerOptions = {}) => {
  const ledger = createLedger({ ...(can && { can }), ...(now && { now }), outcomeAfterMs })
  const faultPlan = createFaultPlan()

  const respond = async (
    type: RequestType,
    fault: Fault | undefined,
    effect: () => unknown,
  ): Promise<HandlerResult> => {
    if (fault?.kind === 'dropBefore') return 'lost'
    if (fault?.kind === 'busy') return { status: 503, text: '' }
    if ((fault?.kind === 'status' || fault?.kind === 'unclear') && fault.before) return toResult(fault, '')
    if (fault?.kind === 'delay') await pause(fault.ms, never)
    if (type !== 'lookup') await onRequest?.(type)
    const line = JSON.stringify(effect())
    if (type !== 'lookup') await onDone?.(type)
    if (fault?.kind === 'late') await pause(fault.ms, never)
    return toResult(fault, line)
  }

  const handlers: Readonly<Record<string, (body: any) => HandlerResult | Promise<HandlerResult>>> = {
    'POST /operations': (request: OperationRequest) => {
      const fault = faultPlan.take(request.type, request.op)
      return respond(request.type, fault, () =>
        ledger.perform(request, toDecision(fault, request), visibleAfterMs(fault)),
      )
    },
    'POST /reversals': ({ op, rest, theirs }: ReversalRequest) => {
      const fault = faultPlan.take('reverse', op)
      const declined = fault?.kind === 'decline' || fault?.kind === 'partial'
      return respond('reverse', fault, () => ({ result: declined ? 'declined' : ledger.reverse(op, rest, theirs) }))
    },
    'POST /lookups': (request: LookupRequest) =>
      respond('lookup', faultPlan.take('lookup', request.op), () => ledger.lookup(request)),
    // Held until the outcome is known: the client's stand-in for a notification.
    'POST /outcomes': async ({ theirs }: { readonly theirs: string }) => {
      // Timers may be a little early.
      await pause(outcomeAfterMs + 5, never)
      return reply(ledger.outcomeOf(theirs) ?? null)
    },
    'POST /reports': ({ span, after }: { readonly span: ReportSpan; readonly after: number }) =>
      reply(ledger.report(span, after)),
    'POST /answered': async ({ op }: { readonly op: string }) => {
      ledger.acknowledge(op)
      await onAnswered?.(op)
      return accepted
    },
    'POST /written': async ({ op }: { readonly op: KillPoint }) => {
      await onWritten?.(op)
      return accepted
    },
    'GET /health': () => accepted,
  }

  return {
    ledger,
    faultPlan,
    /** @param text the body, empty if there is none */
    handle: async (method: string, path: string, text: string): Promise<HandlerResult> =>
      (await handlers[`${method} ${path}`]?.(text === '' ? undefined : JSON.parse(text))) ?? { status: 404, text: '' },
  }
}

const toResult = (fault: Fault | undefined, line: string): HandlerResult => {
  switch (fault?.kind) {
    case 'dropAfter':
      return 'lost'
    case 'silent':
      return 'silent'
    case 'garbage':
      return { status: 200, text: '\u0000<html>{"op":' }
    case 'half':
      return { status: 200, text: line.slice(0, line.length / 2) }
    case 'status':
      return { status: fault.status, text: '' }
    case 'unclear':
      return { status: 200, text: JSON.stringify({ error: fault.code }) }
    case 'double':
      return { status: 200, text: `${line}\n${line}` }
    default:
      return { status: 200, text: line }
  }
}

const visibleAfterMs = (fault: Fault | undefined): number | undefined =>
  fault?.kind === 'dropAfter' ? fault.visibleAfterMs : undefined

/** The decision that a fault forces, if any. */
const toDecision = (fault: Fault | undefined, request: OperationRequest): Decision | undefined => {
  if (fault?.kind === 'decline') return { code: fault.code }
  if (fault?.kind !== 'partial') return undefined
  if (request.type === 'void') return { code: '12' }
  if (request.type === 'authorize' && !request.allowPartial) return { code: '51' }
  return { code: '10', minor: fault.minor ?? String(BigInt(request.minor) / 2n) }
}
