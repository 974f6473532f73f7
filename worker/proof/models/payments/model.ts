import type { OperationState, OperationType, TransactionState } from '#contract/transactions/transactions'
import type { Capabilities } from '../../../processors/processor.ts'

/**
 * The expected state: payments as lists of operations. Amounts, status and allowed requests are derived from them in TypeScript; the gateway
 * computes them in SQL.
 */

export interface Operation {
  readonly id: string
  readonly type: Exclude<OperationType, 'reversal'>
  readonly tag: number
  /** When it was first in a snapshot, milliseconds since 1970. */
  readonly firstSeen: number
  status: OperationState
  /** In minor units. */
  amount: number
  code: string | null
  /** Of a void: the voided operation; the payment's id for the whole payment. */
  readonly target: string | null
  readonly final: boolean
  /** The part of the authorized amount that it released. */
  released: number
}

export interface Payment {
  readonly id: string
  readonly kind: 'card' | 'sale' | 'cash' | 'unreferencedCredit'
  readonly currency: number
  /** Oldest first; the first is the authorize or the unreferenced credit. */
  readonly operations: Operation[]
  /** Amounts released at expiry. */
  readonly lapses: number[]
  expires: number | null
}

export const minor = { 840: 2, 392: 0, 414: 3 } as Readonly<Record<number, number>>
/** The unit of drawn amounts, in minor units: large enough to be halved twice. */
export const unit = { 840: 50, 392: 100, 414: 500 } as Readonly<Record<number, number>>
/** The smallest amount that the API accepts, in minor units. */
export const smallestAmount = { 840: 1, 392: 1, 414: 10 } as Readonly<Record<number, number>>

/** The API has amounts in major units. */
export const toWire = (amount: number, currency: number): number => amount / 10 ** minor[currency]!
export const fromWire = (amount: number, currency: number): number => Math.round(amount * 10 ** minor[currency]!)

const effectiveStatuses: readonly OperationState[] = ['approved', 'settled']

const sum = (operations: readonly Operation[], type: OperationType, statuses: readonly OperationState[]): number =>
  operations
    .filter((operation) => operation.type === type && statuses.includes(operation.status))
    .reduce((total, { amount }) => total + amount, 0)

export interface Amounts {
  readonly approved: number
  readonly captured: number
  readonly capturing: number
  readonly credited: number
  readonly crediting: number
  readonly settled: number
  readonly released: number
  /** Approved, neither captured nor released; includes pending captures. */
  readonly uncaptured: number
}

export const amountsOf = ({ kind, operations, lapses }: Payment): Amounts => {
  const [first] = operations
  const approved =
    kind !== 'unreferencedCredit' && first !== undefined && ['approved', 'voided'].includes(first.status)
      ? first.amount
      : 0
  const captured = sum(operations, 'capture', effectiveStatuses)
  const released =
    operations.reduce((total, operation) => total + operation.released, 0) +
    lapses.reduce((total, amount) => total + amount, 0)
  return {
    approved,
    captured,
    capturing: sum(operations, 'capture', ['pending']),
    credited: sum(operations, 'credit', effectiveStatuses),
    crediting: sum(operations, 'credit', ['pending']),
    settled: sum(operations, 'capture', ['settled']),
    released,
    uncaptured: approved - captured - released,
  }
}

export const stateOf = (payment: Payment): TransactionState => {
  const { approved, captured, credited, settled, released, uncaptured } = amountsOf(payment)
  const first = payment.operations[0]!
  if (first.status === 'pending' || first.status === 'declined' || first.status === 'failed') return first.status
  if (first.status === 'reversed') return 'reversed'
  if (payment.kind === 'unreferencedCredit') return first.status === 'voided' ? 'voided' : 'refunded'
  if (credited > 0) return credited === captured ? 'refunded' : 'partially_refunded'
  if (captured === 0 && released === approved)
    return first.status === 'approved' && payment.lapses.length > 0 ? 'expired' : 'voided'
  if (captured === 0) return 'authorized'
  if (uncaptured > 0) return 'partially_captured'
  return settled === captured ? 'settled' : 'captured'
}

/** A modification: a column of the table of states. */
export type Column = 'capturePart' | 'captureRest' | 'void' | 'voidCapture' | 'voidCredit' | 'credit'

/** Whether a request is accepted (`yes`), or its error type; 409 is any error of that status. */
type Cell = 'yes' | '409' | 'amount_exceeds_authorized' | 'already_captured' | 'already_voided' | 'already_settled'
type TableRow = readonly [
  capturePart: Cell,
  captureRest: Cell,
  voidAll: Cell,
  voidCapture: Cell,
  voidCredit: Cell,
  credit: Cell,
]

const columns: readonly Column[] = ['capturePart', 'captureRest', 'void', 'voidCapture', 'voidCredit', 'credit']

const never: TableRow = ['409', '409', '409', '409', '409', '409']

const table: Readonly<Record<TransactionState, TableRow>> = {
  pending: never,
  authorized: ['yes', 'yes', 'yes', '409', '409', '409'],
  partially_captured: ['yes', 'yes', 'yes', 'yes', '409', 'yes'],
  captured: ['amount_exceeds_authorized', 'already_captured', 'yes', 'yes', '409', 'yes'],
  settled: ['409', 'already_captured', 'already_settled', '409', '409', 'yes'],
  partially_refunded: ['409', '409', '409', '409', 'yes', 'yes'],
  refunded: ['409', '409', '409', '409', 'yes', '409'],
  voided: ['409', '409', 'already_voided', 'already_voided', '409', '409'],
  declined: never,
  failed: never,
  reversed: never,
  expired: never,
  returned: never,
}

/** Types of the 409 errors that depend on a payment's state. */
const conflicts = [
  'invalid_state',
  'operation_in_progress',
  'authorization_expired',
  'already_captured',
  'already_voided',
  'already_settled',
]

/** A capture, void or credit of a payment. */
export interface Request {
  readonly verb: 'capture' | 'void' | 'credit'
  /** In minor units; null for the remaining amount. */
  readonly amount: number | null
  readonly final: boolean
  /** The operation that it names. */
  readonly named: string
}

export type Prediction =
  | { readonly accepted: true; readonly amount: number; readonly target: string | null }
  | { readonly accepted: false; readonly errors: readonly string[] }

const rejected = (...types: string[]): Prediction => ({ accepted: false, errors: types })
const inProgress = rejected('operation_in_progress')
/** The processor lacks a capability. */
export const notSupported = rejected('not_supported_by_processor')

/** Whether the rest of a hold is kept until it expires: no capture ends the hold, and nothing releases the rest. */
const keepsRest = ({ captures, givesBackRest }: Capabilities): boolean => captures === 'many' && !givesBackRest

/** Whether a capture releases the rest of the hold. */
export const isFinalCapture = (isRequested: boolean, { captures }: Pick<Capabilities, 'captures'>): boolean =>
  isRequested || captures === 'one'

const columnOf = ({ verb, amount }: Request, named: Operation | undefined): Column => {
  if (verb === 'capture') return amount === null ? 'captureRest' : 'capturePart'
  if (verb === 'credit') return 'credit'
  if (named?.type === 'capture') return 'voidCapture'
  return named?.type === 'credit' ? 'voidCredit' : 'void'
}

/** Whether a payment of this kind is captured by the message that authorizes it. */
export const isCapturedAtOnce = (kind: Payment['kind']): boolean => kind === 'cash' || kind === 'sale'

/**
 * Whether a void of an operation voids it alone, not the whole payment. A payment that is captured at once has one capture, which is the
 * whole payment.
 */
export const isSingle = ({ kind }: Payment, { type }: Operation): boolean =>
  type === 'credit' || (type === 'capture' && !isCapturedAtOnce(kind))

/** The gateway's decision about a request, before the processor's outcome. */
export const predict = (payment: Payment, request: Request, now: number, can: Capabilities): Prediction => {
  const named = payment.operations.find(({ id }) => id === request.named)
  const column = columnOf(request, named)
  const cell = table[stateOf(payment)][columns.indexOf(column)]!
  if (payment.kind === 'cash' && request.verb === 'capture' && payment.operations[0]?.status === 'approved')
    return rejected(...conflicts)
  if (request.verb === 'capture' && wasEndedByCapture(payment, can)) return notSupported
  if (cell === '409') return rejected(...conflicts)
  if (cell !== 'yes') return rejected(cell)

  const { approved, captured, capturing, credited, crediting, settled, released, uncaptured } = amountsOf(payment)
  const isExclusivePending = payment.operations.some(
    ({ type, final, status }) => status === 'pending' && (type === 'void' || final),
  )
  if (request.verb === 'capture') {
    if (payment.expires !== null && payment.expires <= now) return rejected('authorization_expired')
    if (request.final && keepsRest(can) && request.amount !== null && request.amount < uncaptured) return notSupported
    if (request.amount !== null && request.amount > uncaptured) return rejected('amount_exceeds_authorized')
    if (isExclusivePending || crediting > 0 || (isFinalCapture(request.final, can) && capturing > 0)) return inProgress
    const amount = request.amount ?? uncaptured - capturing
    // The rest is reserved by pending captures, which may still fail.
    if (amount === 0 || amount > uncaptured - capturing)
      return rejected('operation_in_progress', 'amount_exceeds_authorized')
    return { accepted: true, amount, target: null }
  }
  if (request.verb === 'credit') {
    if (request.amount !== null && request.amount > captured - credited) return rejected('amount_exceeds_captured')
    if (isExclusivePending || capturing > 0) return inProgress
    const amount = request.amount ?? captured - credited - crediting
    if (amount === 0 || amount > captured - credited - crediting)
      return rejected('operation_in_progress', 'amount_exceeds_captured')
    return { accepted: true, amount, target: null }
  }
  if (column !== 'void' && named!.status !== 'approved') return rejected(...conflicts)
  const single = isSingle(payment, named!) ? named! : null
  if (single?.type === 'capture' && !can.voidsOneCapture) return notSupported
  // After a capture has settled, only an uncaptured amount can be voided.
  if (single === null && settled > 0 && uncaptured === 0) return rejected('already_settled')
  if (single === null && settled > 0 && keepsRest(can)) return notSupported
  if (isExclusivePending || capturing > 0 || crediting > 0) return inProgress
  return {
    accepted: true,
    amount: single?.amount ?? (settled === 0 ? approved - released : uncaptured),
    target: single?.id ?? payment.id,
  }
}

/** A capture of a part has ended the hold, since the processor takes one capture. */
const wasEndedByCapture = (payment: Payment, { captures }: Capabilities): boolean =>
  captures === 'one' && stateOf(payment) === 'captured' && amountsOf(payment).released > 0

/** Applies the effects of an approved operation to other operations and to the hold. Its amount and status are already set. */
export const applyApproval = (payment: Payment, operation: Operation): void => {
  const { uncaptured, settled } = amountsOf(payment)
  if (operation.type === 'credit' && payment.kind !== 'unreferencedCredit') operation.released = uncaptured
  if (operation.type === 'capture' && operation.final) operation.released = uncaptured
  if (operation.type !== 'void') return
  const single = payment.operations.find(({ id }) => id === operation.target)
  if (single === undefined) return
  if (single.id !== payment.id || payment.kind === 'unreferencedCredit') {
    single.status = 'voided'
    return
  }
  operation.released = operation.amount
  if (settled > 0) return
  for (const voided of payment.operations)
    if (voided.status === 'approved' && voided.type !== 'void' && voided.type !== 'credit') voided.status = 'voided'
}

/**
 * Whether the processor's ledger has an entry for an operation. It has none for a capture that is part of the authorize and for a void after settlement, which only releases the uncaptured amount.
 */
export const isKnownToProcessor = ({ id, kind, operations }: Payment, { type, target }: Operation): boolean => {
  if (type === 'capture') return !isCapturedAtOnce(kind)
  return !(
    type === 'void' &&
    kind !== 'unreferencedCredit' &&
    target === id &&
    operations.some(({ status }) => status === 'settled')
  )
}
