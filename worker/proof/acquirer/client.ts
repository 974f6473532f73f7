import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import {
  type Capabilities,
  type Money,
  notSupportedCode,
  type OperationType,
  type Outcome,
  type Processor,
  type Ref,
  type ReportedOperation,
  type ReportPage,
  type ReportSpan,
  type Reversal,
  type Unsolicited,
} from '../../processors/processor.ts'
import { missingCapability } from '../../processors/unsupported.ts'
import { wait } from '../../processors/wait.ts'
import type { ReportLine } from './ledger.ts'
import type { LookupResponse, OperationResponse, ReversalRequest, ReversalResponse, Transport } from './messages.ts'
import { type Op, toRequest } from './requests.ts'
import { type OutcomeRules, receive, toOutcome, unknown } from './responses.ts'

export interface ClientOptions {
  /** The clock of operation deadlines, in milliseconds since 1970. */
  readonly now?: () => number
  /** Time-out of a reversal. After it, the result is `retry`. */
  readonly reversalTimeoutMs?: number
  /** The capabilities of the acquirer, whose ledger must have the same. By default everything that the gateway knows how to use. */
  readonly can?: Capabilities
  /** Of which operations reports have our reference. `transactions`: all but captures and voids. Default: all. */
  readonly keepsReferenceOf?: 'all' | 'transactions'
}

/** A processor that calls the acquirer, in workerd or Node. */
export const acquirerClient = (transport: Transport, options: ClientOptions = {}): Processor => {
  const { now = Date.now, reversalTimeoutMs = 5_000, can = capabilitySets.isoLike, keepsReferenceOf = 'all' } = options
  const keepsTheirs =
    can.finds !== 'never' || can.reverses === 'byTheirs' || can.repeats === 'never' || can.answersLater
  const rules: OutcomeRules = { keepsTheirs, holdMs: can.holdMs, pollAfterMs: 1_000 }
  const listeners: ((late: Unsolicited) => void)[] = []

  const send = async (type: OperationType, op: Op, ref: Ref): Promise<Outcome> => {
    if (op.signal.aborted) return { result: 'notSent', ref, reason: 'aborted' }
    if (missingCapability(can, op) !== null) return { result: 'declined', ref, code: notSupportedCode }
    const disconnect = new AbortController()
    const request = { ...toRequest(type, op), ...(can.partialApproval ? {} : { allowPartial: false }) }
    const reply = transport('/operations', request, disconnect.signal)
    const received = receive(reply, op.amount, ref, rules)
    // A deadline can already have passed, because tests hold requests and advance the clock.
    const outcome = await beforeDeadline(Math.max(0, op.deadline - now()), op.signal, received)
    if (outcome === 'late') {
      handleLate(received, disconnect)
      return unknown(ref, 'timeout')
    }
    notifyListeners(outcome.slice(1))
    const first = outcome[0] ?? unknown(ref, 'unparsable')
    if (first.result === 'approved' || first.result === 'declined') await acknowledge(op)
    if (first.result === 'pending') void notifyLater(first.ref, op.amount)
    return first
  }

  /** Waits for the notification of a pending operation's outcome. */
  const notifyLater = async (ref: Ref, amount: Money): Promise<void> => {
    if (listeners.length === 0) return
    const reply = transport('/outcomes', { op: ref.op, theirs: ref.raw }, new AbortController().signal)
    notifyListeners(await receive(reply, amount, ref, rules))
  }

  const lookup = async (of: Ref): Promise<Outcome | 'notFound'> => {
    if (can.finds === 'byTheirs' && of.raw === undefined) return unknown(of, 'unparsable')
    try {
      const request = { op: of.op, theirs: of.raw, created: of.created }
      const { text } = await transport('/lookups', request, AbortSignal.timeout(reversalTimeoutMs))
      const found = JSON.parse(text) as LookupResponse
      if (found === null) return 'notFound'
      const { currency, exponent, ...response } = found
      return toOutcome(response satisfies OperationResponse, { minor: 0n, currency, exponent }, of, rules)
    } catch {
      return unknown(of, 'disconnected')
    }
  }

  const reverse = async ({ op, raw }: Ref, attempt: number, rest: Money | undefined): Promise<Reversal> => {
    if (rest !== undefined && !can.givesBackRest) return 'retry'
    if (can.reverses === 'byTheirs' && raw === undefined) return 'retry'
    const theirs = keepsTheirs && raw !== undefined ? { theirs: raw } : {}
    const request: ReversalRequest = { op, attempt, ...theirs, ...(rest ? { rest: String(rest.minor) } : {}) }
    try {
      const { text } = await transport('/reversals', request, AbortSignal.timeout(reversalTimeoutMs))
      const { result } = JSON.parse(text.split('\n')[0]!) as ReversalResponse
      return result === 'done' || result === 'notFound' ? result : 'retry'
    } catch {
      return 'retry'
    }
  }

  const report = async (span: ReportSpan, cursor?: string): Promise<ReportPage> => {
    const request = { span, after: Number(cursor ?? '0') }
    const { text } = await transport('/reports', request, AbortSignal.timeout(reversalTimeoutMs))
    const page = JSON.parse(text) as { operations: readonly ReportLine[]; next: number | null }
    const operations = page.operations.map((line) => toReported(line, keepsReferenceOf))
    return { operations, next: page.next === null ? null : String(page.next) }
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
    can,
    authorize: (op, ref) => send('authorize', op, ref),
    capture: (op, ref) => send('capture', op, ref),
    void: (op, ref) => send('void', op, ref),
    credit: (op, ref) => send('credit', op, ref),
    reverse: (of, attempt, rest) => reverse(of, attempt, rest),
    ...(can.finds !== 'never' && { lookup }),
    report,
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

const toReported = (
  { theirs, original, state, entry, exponent, at }: ReportLine,
  keepsReferenceOf: NonNullable<ClientOptions['keepsReferenceOf']>,
): ReportedOperation => ({
  op: keepsReferenceOf === 'all' || (entry.type !== 'capture' && entry.type !== 'void') ? entry.op : null,
  theirs,
  original,
  originalOp: entry.original,
  type: entry.type,
  ...(state !== 'approved'
    ? { state }
    : entry.returnCode !== null
      ? { state: 'returned', returnCode: entry.returnCode }
      : { state: entry.settled ? 'settled' : 'approved' }),
  money: {
    minor: BigInt(entry.approved === '0' ? entry.requested : entry.approved),
    currency: entry.currency,
    exponent,
  },
  at,
})

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
