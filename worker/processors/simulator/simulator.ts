import { isApproval } from '#contract/transactions/responseCodes'
import {
  type AuthorizeOp,
  type ModificationOp,
  notSupportedCode,
  type OperationType,
  type Outcome,
  type Processor,
  type Ref,
  type Unknown,
  type UnreferencedCreditOp,
  type Unsolicited,
} from '../processor.ts'
import { missingCapability } from '../unsupported.ts'
import { wait, type Wait } from '../wait.ts'
import { type BookEffects, createBookEffects } from './bookEffects.ts'
import type { Book } from './book/book.ts'
import { faults } from './cards.ts'
import { type ModificationType, decideModification } from './modifications.ts'
import { decideAuthorization } from './decide.ts'
import { issuerReferences } from './issuerReferences.ts'
import { type IssuerResponse, toIssuerResponse } from './issuerResponse.ts'
import { parseRaw, withMarkOnly, withReferences } from './references.ts'
import { defaultSettings, type SimulatorSettings } from './settings.ts'
import { simulateReturn } from './simulatedReturns.ts'

export interface SimulatorOptions {
  /** Delay of responses, in milliseconds. */
  readonly delayMs?: number
  /** Delay of late responses after the deadline, in milliseconds. */
  readonly lateMs?: number
  readonly wait?: Wait
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** The clock of the book, which a test clock may move: by default `now`. */
  readonly bookNow?: () => number
  readonly settings?: SimulatorSettings
  /** The connection's ledger. Without one the simulator stores nothing. */
  readonly book?: Book
}

/** Delay of a slow response, in milliseconds. */
const slowMs = 5_000

/**
 * The processor that ships with Sluice: no account, no network, no money. Without a book it stores nothing, so an operation sent twice
 * has equal outcomes, and a reversal always succeeds. With one it does what its settings say, like a real processor.
 */
export const simulator = (options: SimulatorOptions = {}): Processor => {
  const { delayMs = 0, lateMs = 1000, wait: pause = wait, now = Date.now, settings = defaultSettings, book } = options
  const { bookNow = now } = options
  const can = settings.capabilities
  const effects: BookEffects | null = book === undefined ? null : createBookEffects(book, settings, bookNow)
  const listeners: ((late: Unsolicited) => void)[] = []

  const respond = async (type: OperationType, op: Op, ref: Ref, response: IssuerResponse): Promise<Outcome> => {
    if (op.signal.aborted) return { result: 'notSent', ref, reason: 'aborted' }
    if (missingCapability(can, op) !== null) return { result: 'declined', ref, code: notSupportedCode }
    const fault = faults.get(response.code)
    if (fault === 'notArrived') return unknown(ref, 'disconnected')
    const approval = { ...response, ...toIssuerResponse('00', { amount: op.amount, allowPartial: false }) }
    const decision = fault === undefined ? response : approval
    const outcome = effects === null ? toOutcome(op, ref, decision) : await effects.perform(type, op, ref, decision)
    const finalOutcome = async () =>
      effects !== null && outcome.result === 'pending' ? effects.outcomeOf(ref, outcome) : outcome
    if (outcome.result === 'pending') void deliverLate(outcome.pollAfterMs, finalOutcome)
    if (fault === 'dropped' || outcome.result === 'unknown') return unknown(ref, 'disconnected')
    const isAnswered = fault === undefined || fault === 'twice' || fault === 'slow'
    const ms = isAnswered ? (fault === 'slow' ? slowMs : delayMs) : op.deadline - now()
    if (ms > 0) await pause(ms, op.signal)
    if (fault === 'late' || fault === 'twice') void deliverLate(lateMs, finalOutcome)
    return isAnswered && !op.signal.aborted ? outcome : unknown(ref, 'timeout')
  }

  const deliverLate = async (ms: number, outcomeThen: () => Promise<Outcome>) => {
    if (listeners.length === 0) return
    // Not the operation's signal, which has ended.
    await pause(ms, new AbortController().signal)
    const outcome = await outcomeThen()
    // The book could not be read: a look-up or a repeat gives the outcome later.
    if (outcome.result === 'unknown') return
    for (const listener of listeners) listener({ ref: outcome.ref, outcome })
  }

  const modify = (type: ModificationType, op: ModificationOp, ref: Ref) => {
    const { mark } = parseRaw(op.original.raw)
    const response = decideModification(type, { ...op, original: withMarkOnly(op.original) })
    return respond(type, op, withReferences(ref, { theirs: null, mark }), response)
  }

  // An unreferenced credit needs no authentication and charges no stored card.
  const credential = { initiatedBy: 'merchant', initial: 'first', reason: 'unscheduled' } as const

  const unreferenced = (op: UnreferencedCreditOp, ref: Ref) =>
    respond('credit', op, ref, decideAuthorization({ ...op, credential, allowPartial: false }))

  return {
    name: 'simulator',
    hasAccountTime: true,
    can,
    authorize: (op, ref) => {
      const allowPartial = op.allowPartial && can.partialApproval
      return respond('authorize', op, ref, decideAuthorization({ ...op, allowPartial }))
    },
    capture: (op, ref) => modify('capture', op, ref),
    void: (op, ref) => modify('void', op, ref),
    credit: (op, ref) => ('unreferenced' in op ? unreferenced(op, ref) : modify('credit', op, ref)),
    reverse: async (of, _attempt, rest) => (effects === null ? 'done' : effects.reverse(of, rest)),
    ...(effects !== null && can.finds !== 'never' && { lookup: effects.lookup }),
    ...(effects !== null && { report: effects.report }),
    onUnsolicited: (listener) => void listeners.push(listener),
    simulateReturn: (type, ref, times) => {
      const scheduled = simulateReturn(type, withMarkOnly(ref), times)
      // The report shows what was returned.
      return can.settles === 'byReport' && scheduled?.event === 'returned' ? undefined : scheduled
    },
    acceptDispute: async () => 'done',
    health: async () => 'up',
  }
}

const unknown = (ref: Ref, reason: Unknown['reason']): Outcome => ({ result: 'unknown', ref, reason })

type Op = AuthorizeOp | ModificationOp | UnreferencedCreditOp

/** The outcome without a book. */
const toOutcome = (op: Op, ref: Ref, { code, minor = 0n, mark, ...letters }: IssuerResponse): Outcome =>
  isApproval(code)
    ? {
        result: 'approved',
        ref: mark === undefined ? ref : withReferences(ref, { theirs: null, mark }),
        approved: { ...op.amount, minor },
        code,
        ...issuerReferences(op),
        ...letters,
      }
    : { result: 'declined', ref, code, ...letters }
