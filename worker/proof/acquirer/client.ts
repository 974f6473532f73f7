import { isApproval } from '#contract/transactions/responseCodes'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import type {
  AuthorizeOp,
  ModificationOp,
  Instrument,
  Money,
  OperationType,
  Outcome,
  Processor,
  Ref,
  Unknown,
  UnreferencedCreditOp,
  Unsolicited,
} from '../../processors/processor.ts'
import { wait } from '../../processors/wait.ts'
import type {
  Transport,
  OperationResponse,
  OperationRequest,
  Reply,
  ReversalResponse,
  ReversalRequest,
} from './messages.ts'

export interface ClientOptions {
  /** The clock of operation deadlines, in milliseconds since 1970. */
  readonly now?: () => number
  /** Time-out of a reversal. After it, the result is `retry`. */
  readonly reversalTimeoutMs?: number
}

/** A processor that calls the acquirer, in workerd or Node. */
export const acquirerClient = (transport: Transport, options: ClientOptions = {}): Processor => {
  const { now = Date.now, reversalTimeoutMs = 5_000 } = options
  const listeners: ((late: Unsolicited) => void)[] = []

  const send = async (type: OperationType, op: Op, ref: Ref): Promise<Outcome> => {
    if (op.signal.aborted) return { result: 'notSent', ref, reason: 'aborted' }
    const disconnect = new AbortController()
    const received = receive(transport('/operations', toRequest(type, op), disconnect.signal), op.amount, ref)
    // A deadline can already have passed, because tests hold requests and advance the clock.
    const outcome = await beforeDeadline(Math.max(0, op.deadline - now()), op.signal, received)
    if (outcome === 'late') {
      handleLate(received, disconnect)
      return unknown(ref, 'timeout')
    }
    notifyListeners(outcome.slice(1))
    const first = outcome[0] ?? unknown(ref, 'unparsable')
    if (first.result === 'approved' || first.result === 'declined') await acknowledge(op)
    return first
  }

  /** Reports a received response to the acquirer, before the gateway stores it. Tests kill the process at this point. */
  const acknowledge = ({ op, signal }: Op) => transport('/answered', { op }, signal).catch(() => undefined)

  /** After the deadline, the connection stays open only if there are listeners for late responses. */
  const handleLate = (received: Promise<Outcome[]>, disconnect: AbortController) => {
    if (listeners.length === 0) disconnect.abort()
    else void received.then(notifyListeners)
  }

  /** Unparsable and foreign responses are not passed to listeners. */
  const notifyListeners = (outcomes: Outcome[]) => {
    for (const outcome of outcomes.filter(({ result }) => result !== 'unknown'))
      for (const listener of listeners) listener({ ref: outcome.ref, outcome })
  }

  return {
    name: 'acquirer',
    can: capabilitySets.isoLike,
    authorize: (op, ref) => send('authorize', op, ref),
    capture: (op, ref) => send('capture', op, ref),
    void: (op, ref) => send('void', op, ref),
    credit: (op, ref) => send('credit', op, ref),
    reverse: async ({ op }, attempt, rest) => {
      const request: ReversalRequest = { op, attempt, ...(rest ? { rest: String(rest.minor) } : {}) }
      try {
        const { text } = await transport('/reversals', request, AbortSignal.timeout(reversalTimeoutMs))
        const { result } = JSON.parse(text.split('\n')[0]!) as ReversalResponse
        return result === 'done' || result === 'notFound' ? result : 'retry'
      } catch {
        return 'retry'
      }
    },
    onUnsolicited: (listener) => void listeners.push(listener),
    health: async () => {
      try {
        return (await transport('/health', undefined, AbortSignal.timeout(1_000))).status === 200 ? 'up' : 'degraded'
      } catch {
        return 'down'
      }
    },
  }
}

type Op = AuthorizeOp | ModificationOp | UnreferencedCreditOp

const unknown = (ref: Ref, reason: Unknown['reason']): Outcome => ({ result: 'unknown', ref, reason })

const toRequest = (type: OperationType, op: Op): OperationRequest => ({
  type,
  op: op.op,
  account: op.account.id,
  minor: String(op.amount.minor),
  currency: op.amount.currency,
  ...('original' in op ? { original: op.original.op, ...(op.final ? { final: true } : {}) } : {}),
  ...('instrument' in op ? instrumentFields(op.instrument) : {}),
  ...('preferredNetwork' in op ? { preferredNetwork: op.preferredNetwork } : {}),
  ...('allowPartial' in op ? authorizationFields(op) : {}),
})

/** Only the last four digits are sent: the acquirer does not need card numbers. */
const instrumentFields = (instrument: Instrument) => {
  switch (instrument.kind) {
    case 'card':
      return { lastFour: instrument.pan.reveal().slice(-4), cvvSent: instrument.cvv !== undefined }
    case 'networkToken':
      return { lastFour: instrument.dpan.reveal().slice(-4), cvvSent: false }
    case 'check':
      return { lastFour: instrument.account.reveal().slice(-4) }
    case 'cash':
      return {}
  }
}

const authorizationFields = ({ allowPartial, capture, avs }: AuthorizeOp) => ({
  allowPartial,
  captureNow: capture === 'now',
  postalSent: avs?.postal !== undefined,
})

/** Returns one outcome, or two for a doubled response. Never rejects. */
const receive = async (reply: Promise<Reply>, requested: Money, ref: Ref): Promise<Outcome[]> => {
  try {
    const { status, text } = await reply
    if (status === 503) return [{ result: 'notSent', ref, reason: 'overloaded' }]
    return parseOutcomes(text, requested, ref)
  } catch {
    return [unknown(ref, 'disconnected')]
  }
}

const parseOutcomes = (text: string, requested: Money, ref: Ref): Outcome[] => {
  try {
    return text.split('\n').map((line) => toOutcome(JSON.parse(line) as OperationResponse, requested, ref))
  } catch {
    return [unknown(ref, 'unparsable')]
  }
}

const toOutcome = ({ op, code, minor, ...more }: OperationResponse, requested: Money, ref: Ref): Outcome => {
  if (op !== ref.op || typeof code !== 'string') return unknown(ref, 'unparsable')
  if (isApproval(code))
    return { result: 'approved', ref, approved: { ...requested, minor: BigInt(minor) }, code, ...more }
  const { avs, cvv } = more
  return { result: 'declined', ref, code, ...(avs ? { avs } : {}), ...(cvv ? { cvv } : {}) }
}

const beforeDeadline = async (
  ms: number,
  signal: AbortSignal,
  received: Promise<Outcome[]>,
): Promise<Outcome[] | 'late'> => {
  const timer = new AbortController()
  const timeout = wait(ms, AbortSignal.any([signal, timer.signal])).then(() => 'late' as const)
  const first = await Promise.race([received, timeout])
  timer.abort()
  return first
}
