import type { OperationState, OperationType, TransactionState } from '#contract/transactions/transactions'

/** The expected state: payments as lists of operations, and from them amounts, status and allowed requests. The gateway counts in SQL. */

export interface Operation {
  readonly id: string
  readonly type: Exclude<OperationType, 'reversal'>
  readonly tag: number
  /** When it was first seen, milliseconds since 1970. */
  readonly begun: number
  status: OperationState
  /** In minor units. */
  amount: number
  code: string | null
  /** Of a void: what it undoes. The payment's own id is all of it. */
  readonly target: string | null
  readonly final: boolean
  /** How much of the hold it gave up. */
  released: number
}

export interface Payment {
  readonly id: string
  readonly kind: 'card' | 'cash' | 'payOut'
  readonly currency: number
  /** Oldest first; the first is the authorize, or the payout's credit. */
  readonly operations: Operation[]
  /** How much was given up because its time was over, once for each time. */
  readonly lapses: number[]
  expires: number | null
}

export const minor = { 840: 2, 392: 0, 414: 3 } as Readonly<Record<number, number>>
/** What amounts are counted in: large enough that half of it, and a half of that, is something. */
export const unit = { 840: 50, 392: 100, 414: 500 } as Readonly<Record<number, number>>
/** The least that an amount on the wire can be. */
export const least = { 840: 1, 392: 1, 414: 10 } as Readonly<Record<number, number>>

/** On the wire: in units of the currency. */
export const onWire = (amount: number, currency: number): number => amount / 10 ** minor[currency]!
export const fromWire = (amount: number, currency: number): number => Math.round(amount * 10 ** minor[currency]!)

const happened: readonly OperationState[] = ['approved', 'settled']

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
  /** Approved, and neither taken nor given up; what is being taken is part of it. */
  readonly rest: number
}

export const amountsOf = ({ kind, operations, lapses }: Payment): Amounts => {
  const [first] = operations
  const approved =
    kind !== 'payOut' && first !== undefined && ['approved', 'voided'].includes(first.status) ? first.amount : 0
  const captured = sum(operations, 'capture', happened)
  const released =
    operations.reduce((total, operation) => total + operation.released, 0) +
    lapses.reduce((total, amount) => total + amount, 0)
  return {
    approved,
    captured,
    capturing: sum(operations, 'capture', ['pending']),
    credited: sum(operations, 'credit', happened),
    crediting: sum(operations, 'credit', ['pending']),
    settled: sum(operations, 'capture', ['settled']),
    released,
    rest: approved - captured - released,
  }
}

export const stateOf = (payment: Payment): TransactionState => {
  const { approved, captured, credited, settled, released, rest } = amountsOf(payment)
  const first = payment.operations[0]!
  if (first.status === 'pending' || first.status === 'declined' || first.status === 'failed') return first.status
  if (first.status === 'reversed') return 'reversed'
  if (payment.kind === 'payOut') return first.status === 'voided' ? 'voided' : 'refunded'
  if (credited > 0) return credited === captured ? 'refunded' : 'partially_refunded'
  if (captured === 0 && released === approved)
    return first.status === 'approved' && payment.lapses.length > 0 ? 'expired' : 'voided'
  if (captured === 0) return 'authorized'
  if (rest > 0) return 'partially_captured'
  return settled === captured ? 'settled' : 'captured'
}

/** What is asked of a payment, as the columns of the table of states have it. */
export type Column = 'capturePart' | 'captureRest' | 'void' | 'voidCapture' | 'voidCredit' | 'credit'

/** Where a request begins (`yes`), or how it is refused; 409 is any error of that status. */
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

/** What the errors of status 409 are called that a payment's state brings. */
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
  /** Minor units, or null for all that is left. */
  readonly amount: number | null
  readonly final: boolean
  /** The operation that it names. */
  readonly named: string
}

export type Prediction =
  | { readonly begins: true; readonly amount: number; readonly target: string | null }
  | { readonly begins: false; readonly types: readonly string[] }

const refused = (...types: string[]): Prediction => ({ begins: false, types })
const inTheWay = refused('operation_in_progress')

const columnOf = ({ verb, amount }: Request, named: Operation | undefined): Column => {
  if (verb === 'capture') return amount === null ? 'captureRest' : 'capturePart'
  if (verb === 'credit') return 'credit'
  if (named?.type === 'capture') return 'voidCapture'
  return named?.type === 'credit' ? 'voidCredit' : 'void'
}

/** Whether a void of an operation means that one alone, and not the whole payment. Of one without a hold there is only one capture: all of it. */
export const isSingle = ({ kind }: Payment, { type }: Operation): boolean =>
  type === 'credit' || (type === 'capture' && kind !== 'cash')

/** What becomes of a request, as far as the gateway decides it. */
export const predict = (payment: Payment, request: Request, now: number): Prediction => {
  const named = payment.operations.find(({ id }) => id === request.named)
  const column = columnOf(request, named)
  const cell = table[stateOf(payment)][columns.indexOf(column)]!
  if (payment.kind === 'cash' && request.verb === 'capture' && payment.operations[0]?.status === 'approved')
    return refused(...conflicts)
  if (cell === '409') return refused(...conflicts)
  if (cell !== 'yes') return refused(cell)

  const { approved, captured, capturing, credited, crediting, settled, released, rest } = amountsOf(payment)
  const alone = payment.operations.some(({ type, final, status }) => status === 'pending' && (type === 'void' || final))
  if (request.verb === 'capture') {
    if (payment.expires !== null && payment.expires <= now) return refused('authorization_expired')
    if (request.amount !== null && request.amount > rest) return refused('amount_exceeds_authorized')
    if (alone || crediting > 0 || (request.final && capturing > 0)) return inTheWay
    const amount = request.amount ?? rest - capturing
    // What others are taking just now is neither ours nor lost.
    if (amount === 0 || amount > rest - capturing) return refused('operation_in_progress', 'amount_exceeds_authorized')
    return { begins: true, amount, target: null }
  }
  if (request.verb === 'credit') {
    if (request.amount !== null && request.amount > captured - credited) return refused('amount_exceeds_captured')
    if (alone || capturing > 0) return inTheWay
    const amount = request.amount ?? captured - credited - crediting
    if (amount === 0 || amount > captured - credited - crediting)
      return refused('operation_in_progress', 'amount_exceeds_captured')
    return { begins: true, amount, target: null }
  }
  if (column !== 'void' && named!.status !== 'approved') return refused(...conflicts)
  const single = isSingle(payment, named!) ? named! : null
  // Of a payment of which something has settled, what was never taken can be given back: nothing else.
  if (single === null && settled > 0 && rest === 0) return refused('already_settled')
  if (alone || capturing > 0 || crediting > 0) return inTheWay
  return {
    begins: true,
    amount: single?.amount ?? (settled === 0 ? approved - released : rest),
    target: single?.id ?? payment.id,
  }
}

/** An operation has been approved: what that does to the others, and to the hold. Its amount and status are set already. */
export const applyApproval = (payment: Payment, operation: Operation): void => {
  const { rest, settled } = amountsOf(payment)
  if (operation.type === 'credit' && payment.kind !== 'payOut') operation.released = rest
  if (operation.type === 'capture' && operation.final) operation.released = rest
  if (operation.type !== 'void') return
  const single = payment.operations.find(({ id }) => id === operation.target)
  if (single === undefined) return
  if (single.id !== payment.id || payment.kind === 'payOut') {
    single.status = 'voided'
    return
  }
  operation.released = operation.amount
  if (settled > 0) return
  for (const struck of payment.operations)
    if (struck.status === 'approved' && struck.type !== 'void' && struck.type !== 'credit') struck.status = 'voided'
}

/**
 * Whether the processor knows an operation by its own name: not the capture of a payment without a hold, which came with its approval, nor
 * a void of what has settled, which only gives a rest of the payment back.
 */
export const hasMessage = ({ id, kind, operations }: Payment, { type, target }: Operation): boolean => {
  if (type === 'capture') return kind !== 'cash'
  return !(
    type === 'void' &&
    kind !== 'payOut' &&
    target === id &&
    operations.some(({ status }) => status === 'settled')
  )
}
