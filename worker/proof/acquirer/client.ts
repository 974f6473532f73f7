import { isApproval } from '#contract/transactions/responseCodes'
import { hashDigits } from '../../processors/digits.ts'
import type {
  AuthorizeOp,
  Capabilities,
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
import { createRef } from '../../processors/refs.ts'
import { wait } from '../../processors/wait.ts'
import type { Exchange, OperationAnswer, OperationRequest, Reply, ReversalAnswer, ReversalRequest } from './messages.ts'

const can: Capabilities = {
  partialApproval: true,
  multiCapture: true,
  unreferencedCredit: true,
  lookup: false,
  reversalAdvice: true,
  currencies: 'all',
}

export interface ClientOptions {
  /** The clock that deadlines are given by, in milliseconds since 1970. */
  readonly now?: () => number
  /** How long a reversal waits for its acknowledgement before it is left to the next attempt. */
  readonly reversalTimeoutMs?: number
}

/** The processor that talks to the acquirer, from inside workerd or Node. */
export const acquirerClient = (exchange: Exchange, options: ClientOptions = {}): Processor => {
  const { now = Date.now, reversalTimeoutMs = 5_000 } = options
  const listeners: ((late: Unsolicited) => void)[] = []

  const send = async (type: OperationType, op: Op, ref: Ref): Promise<Outcome> => {
    if (op.signal.aborted) return { result: 'notSent', ref, reason: 'aborted' }
    const hangUp = new AbortController()
    const heard = hear(exchange('/operations', requestOf(type, op), hangUp.signal), op.amount, ref)
    // The deadline may have passed: tests hold requests and advance the clock.
    const outcome = await beforeDeadline(Math.max(0, op.deadline - now()), op.signal, heard)
    if (outcome === 'late') {
      leave(heard, hangUp)
      return unknown(ref, 'timeout')
    }
    tell(outcome.slice(1))
    const first = outcome[0] ?? unknown(ref, 'unparsable')
    if (first.result === 'approved' || first.result === 'declined') await confirm(op)
    return first
  }

  /** The moment between the processor's answer and the gateway's database: the acquirer may kill us here. */
  const confirm = ({ op, signal }: Op) => exchange('/answered', { op }, signal).catch(() => undefined)

  /** After the deadline the line stays open only for somebody who listens to late answers. */
  const leave = (heard: Promise<Outcome[]>, hangUp: AbortController) => {
    if (listeners.length === 0) hangUp.abort()
    else void heard.then(tell)
  }

  /** An answer that cannot be read, or is somebody else's, is news of nothing. */
  const tell = (outcomes: Outcome[]) => {
    for (const outcome of outcomes.filter(({ result }) => result !== 'unknown'))
      for (const listener of listeners) listener({ ref: outcome.ref, outcome })
  }

  return {
    name: 'acquirer',
    can,
    prepare: async (intent) => ({
      ...createRef('acquirer', intent),
      stan: hashDigits(intent.op, 6),
      rrn: hashDigits(intent.op, 9).padStart(12, '0'),
    }),
    authorize: (op, ref) => send('authorize', op, ref),
    capture: (op, ref) => send('capture', op, ref),
    void: (op, ref) => send('void', op, ref),
    credit: (op, ref) => send('credit', op, ref),
    reverse: async ({ op }, attempt, rest) => {
      const request: ReversalRequest = { op, attempt, ...(rest ? { rest: String(rest.minor) } : {}) }
      try {
        const { text } = await exchange('/reversals', request, AbortSignal.timeout(reversalTimeoutMs))
        const { result } = JSON.parse(text.split('\n')[0]!) as ReversalAnswer
        return result === 'done' || result === 'notFound' ? result : 'retry'
      } catch {
        return 'retry'
      }
    },
    onUnsolicited: (listener) => void listeners.push(listener),
    health: async () => {
      try {
        return (await exchange('/health', undefined, AbortSignal.timeout(1_000))).status === 200 ? 'up' : 'degraded'
      } catch {
        return 'down'
      }
    },
  }
}

type Op = AuthorizeOp | ModificationOp | UnreferencedCreditOp

const unknown = (ref: Ref, reason: Unknown['reason']): Outcome => ({ result: 'unknown', ref, reason })

const requestOf = (type: OperationType, op: Op): OperationRequest => ({
  type,
  op: op.op,
  account: op.account.id,
  minor: String(op.amount.minor),
  currency: op.amount.currency,
  ...('original' in op ? { original: op.original.op, ...(op.final ? { final: true } : {}) } : {}),
  ...('instrument' in op ? ofInstrument(op.instrument) : {}),
  ...('preferredNetwork' in op ? { preferredNetwork: op.preferredNetwork } : {}),
  ...('allowPartial' in op ? ofAuthorization(op) : {}),
})

/** The acquirer needs no number to do its work, so it is never given one. */
const ofInstrument = (instrument: Instrument) => {
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

const ofAuthorization = ({ allowPartial, capture, avs }: AuthorizeOp) => ({
  allowPartial,
  captureNow: capture === 'now',
  postalSent: avs?.postal !== undefined,
})

/** Everything that one request brought: one outcome, or more when an answer came twice. Never rejects. */
const hear = async (reply: Promise<Reply>, asked: Money, ref: Ref): Promise<Outcome[]> => {
  try {
    const { status, text } = await reply
    if (status === 503) return [{ result: 'notSent', ref, reason: 'overloaded' }]
    return read(text, asked, ref)
  } catch {
    return [unknown(ref, 'disconnected')]
  }
}

const read = (text: string, asked: Money, ref: Ref): Outcome[] => {
  try {
    return text.split('\n').map((line) => outcomeOf(JSON.parse(line) as OperationAnswer, asked, ref))
  } catch {
    return [unknown(ref, 'unparsable')]
  }
}

const outcomeOf = ({ op, code, minor, ...more }: OperationAnswer, asked: Money, ref: Ref): Outcome => {
  if (op !== ref.op || typeof code !== 'string') return unknown(ref, 'unparsable')
  if (isApproval(code)) return { result: 'approved', ref, approved: { ...asked, minor: BigInt(minor) }, code, ...more }
  const { avs, cvv } = more
  return { result: 'declined', ref, code, ...(avs ? { avs } : {}), ...(cvv ? { cvv } : {}) }
}

const beforeDeadline = async (
  ms: number,
  signal: AbortSignal,
  heard: Promise<Outcome[]>,
): Promise<Outcome[] | 'late'> => {
  const over = new AbortController()
  const patience = wait(ms, AbortSignal.any([signal, over.signal])).then(() => 'late' as const)
  const first = await Promise.race([heard, patience])
  over.abort()
  return first
}
