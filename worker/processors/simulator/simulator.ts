import { isApproval } from '#contract/transactions/responseCodes'
import { hashDigits } from '../digits.ts'
import type {
  AuthorizeOp,
  ModificationOp,
  Outcome,
  Processor,
  Ref,
  Unknown,
  UnreferencedCreditOp,
  Unsolicited,
} from '../processor.ts'
import { wait, type Wait } from '../wait.ts'
import { defaultCapabilities } from './capabilities.ts'
import { faults } from './cards.ts'
import { type ModificationType, decideModification } from './modifications.ts'
import { decideAuthorization } from './decide.ts'
import { simulateReturn } from './simulatedReturns.ts'
import { type IssuerResponse, toIssuerResponse } from './issuerResponse.ts'

export interface SimulatorOptions {
  /** Delay of responses, in milliseconds. */
  readonly delayMs?: number
  /** Delay of late responses after the deadline, in milliseconds. */
  readonly lateMs?: number
  readonly wait?: Wait
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * The processor that ships with Sluice: no account, no network, no money. It stores nothing, so an operation sent twice has equal
 * outcomes, and a reversal always succeeds.
 */
export const simulator = (options: SimulatorOptions = {}): Processor => {
  const { delayMs = 0, lateMs = 1000, wait: pause = wait, now = Date.now } = options
  const listeners: ((late: Unsolicited) => void)[] = []

  const respond = async (op: Op, ref: Ref, response: IssuerResponse): Promise<Outcome> => {
    if (op.signal.aborted) return { result: 'notSent', ref, reason: 'aborted' }
    const fault = faults.get(response.code)
    if (fault === 'dropped') return unknown(ref, 'disconnected')
    const isAnswered = fault === undefined || fault === 'twice'
    const ms = isAnswered ? delayMs : op.deadline - now()
    if (ms > 0) await pause(ms, op.signal)
    const approval = { ...response, ...toIssuerResponse('00', { amount: op.amount, allowPartial: false }) }
    const outcome = toOutcome(op, ref, fault === undefined ? response : approval)
    if ((fault === 'late' || fault === 'twice') && listeners.length > 0) void deliverLate({ ref, outcome })
    return isAnswered && !op.signal.aborted ? outcome : unknown(ref, 'timeout')
  }

  const deliverLate = async (late: Unsolicited) => {
    // Not the operation's signal, which has ended.
    await pause(lateMs, new AbortController().signal)
    for (const listener of listeners) listener(late)
  }

  const modify = (type: ModificationType, op: ModificationOp, ref: Ref) =>
    respond(op, withRaw(ref, op.original.raw), decideModification(type, op))

  // An unreferenced credit needs no authentication and charges no stored card.
  const credential = { initiatedBy: 'merchant', initial: 'first', reason: 'unscheduled' } as const

  const unreferenced = (op: UnreferencedCreditOp, ref: Ref) =>
    respond(op, ref, decideAuthorization({ ...op, credential, allowPartial: false }))

  return {
    name: 'simulator',
    can: defaultCapabilities,
    authorize: (op, ref) => respond(op, ref, decideAuthorization(op)),
    capture: (op, ref) => modify('capture', op, ref),
    void: (op, ref) => modify('void', op, ref),
    credit: (op, ref) => ('unreferenced' in op ? unreferenced(op, ref) : modify('credit', op, ref)),
    reverse: async () => 'done',
    onUnsolicited: (listener) => void listeners.push(listener),
    simulateReturn,
    health: async () => 'up',
  }
}

const unknown = (ref: Ref, reason: Unknown['reason']): Outcome => ({ result: 'unknown', ref, reason })

const withRaw = (ref: Ref, raw: string | undefined): Ref => (raw === undefined ? ref : { ...ref, raw })

type Op = AuthorizeOp | ModificationOp | UnreferencedCreditOp

const toOutcome = (op: Op, ref: Ref, { code, minor = 0n, mark, ...letters }: IssuerResponse): Outcome =>
  isApproval(code)
    ? {
        result: 'approved',
        ref: withRaw(ref, mark),
        approved: { ...op.amount, minor },
        code,
        ...issuerReferences(op),
        ...letters,
      }
    : { result: 'declined', ref, code, ...letters }

/** The issuer's references. Checks, cash and modifications have none. */
const issuerReferences = (op: Op) => {
  if (!('instrument' in op) || op.instrument.kind === 'check' || op.instrument.kind === 'cash') return {}
  // The leading letters keep log scanners from taking the id for a card number. They contain the chosen network.
  const networkTransactionId = `SIM${op.preferredNetwork ?? ''}${hashDigits(op.op, 6)}${hashDigits(`${op.op}.`, 6)}`
  return { authCode: hashDigits(op.op, 6), networkTransactionId }
}
