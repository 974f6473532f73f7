import type { OperationType } from '../../processors/processor.ts'
import { wait, type Wait } from '../../processors/wait.ts'
import { createFaultPlan, type Fault } from './faultPlan.ts'
import { createLedger } from './ledger.ts'
import type { Decision } from './line.ts'
import type { Written } from './crashPoints.ts'
import type { OperationRequest, Reply, ReversalRequest } from './messages.ts'

/** What the acquirer sends: a reply, or nothing, with the connection broken or left open. */
export type Delivery = Reply | 'lost' | 'silent'

export interface HandlerOptions {
  /** Runs after an effect and before its answer: a moment to kill the process under test. */
  readonly onDone?: (type: OperationType | 'reverse') => void | Promise<void>
  /** Runs when the client reports that it wrote something down. The client waits for it. */
  readonly onWritten?: (moment: Written) => void | Promise<void>
  /** Runs when the client reports that it received an answer, before it returns that answer. The client waits for it. */
  readonly onAnswered?: (op: string) => void | Promise<void>
  readonly wait?: Wait
}

const accepted: Delivery = { status: 200, text: '' }
const never = new AbortController().signal

/** The acquirer without its wire: looks up the fault of a request, applies it to the ledger and makes the answer. */
export const createHandler = ({ onDone, onWritten, onAnswered, wait: pause = wait }: HandlerOptions = {}) => {
  const ledger = createLedger()
  const faultPlan = createFaultPlan()

  const answer = async (
    type: OperationType | 'reverse',
    fault: Fault | undefined,
    effect: () => unknown,
  ): Promise<Delivery> => {
    if (fault?.kind === 'dropBefore') return 'lost'
    if (fault?.kind === 'busy') return { status: 503, text: '' }
    if (fault?.kind === 'delay') await pause(fault.ms, never)
    const line = JSON.stringify(effect())
    await onDone?.(type)
    if (fault?.kind === 'late') await pause(fault.ms, never)
    return delivery(fault, line)
  }

  const handlers: Readonly<Record<string, (body: any) => Delivery | Promise<Delivery>>> = {
    'POST /operations': (request: OperationRequest) => {
      const fault = faultPlan.take(request.type, request.op)
      return answer(request.type, fault, () => ledger.perform(request, decision(fault, request)))
    },
    'POST /reversals': ({ op, rest }: ReversalRequest) => {
      const fault = faultPlan.take('reverse', op)
      const refused = fault?.kind === 'decline' || fault?.kind === 'partial'
      return answer('reverse', fault, () => ({ result: refused ? 'refused' : ledger.reverse(op, rest) }))
    },
    'POST /answered': async ({ op }: { readonly op: string }) => {
      ledger.hear(op)
      await onAnswered?.(op)
      return accepted
    },
    'POST /written': async ({ op }: { readonly op: Written }) => {
      await onWritten?.(op)
      return accepted
    },
    'GET /health': () => accepted,
  }

  return {
    ledger,
    faultPlan,
    /** @param text the body, empty for none */
    handle: async (method: string, path: string, text: string): Promise<Delivery> =>
      (await handlers[`${method} ${path}`]?.(text === '' ? undefined : JSON.parse(text))) ?? { status: 404, text: '' },
  }
}

const delivery = (fault: Fault | undefined, line: string): Delivery => {
  switch (fault?.kind) {
    case 'dropAfter':
      return 'lost'
    case 'silent':
      return 'silent'
    case 'garbage':
      return { status: 200, text: '\u0000<html>{"op":' }
    case 'double':
      return { status: 200, text: `${line}\n${line}` }
    default:
      return { status: 200, text: line }
  }
}

/** What a fault makes of a request. */
const decision = (fault: Fault | undefined, request: OperationRequest): Decision | undefined => {
  if (fault?.kind === 'decline') return { code: fault.code }
  if (fault?.kind !== 'partial') return undefined
  if (request.type === 'void') return { code: '12' }
  if (request.type === 'authorize' && !request.allowPartial) return { code: '51' }
  return { code: '10', minor: fault.minor ?? String(BigInt(request.minor) / 2n) }
}
