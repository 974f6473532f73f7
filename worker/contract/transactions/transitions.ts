import type { ErrorType } from '../errors/errorTypes.ts'
import type { TransactionState } from './transactions.ts'

/**
 * What may be asked of a payment. `capturePart` and `creditPart` name an amount, `captureRest` and `creditRest` take all that is left;
 * `voidPayment` undoes a whole payment, `voidCapture` and `voidCredit` one operation of it.
 */
export const requests = [
  'capturePart',
  'captureRest',
  'voidPayment',
  'voidCapture',
  'voidCredit',
  'creditPart',
  'creditRest',
] as const
export type TransitionRequest = (typeof requests)[number]

/** `begin`, or the error that says why not. */
export type Permission = 'begin' | ErrorType

type Permissions = Readonly<Record<TransactionState, Permission>>

/** States that are the same to every request: nothing is known yet, or nothing is left that could be moved. */
const beginningAndEnd = {
  pending: 'operation_in_progress',
  voided: 'already_voided',
  declined: 'invalid_state',
  failed: 'invalid_state',
  reversed: 'invalid_state',
  expired: 'authorization_expired',
  returned: 'invalid_state',
} as const

const capture: Permissions = {
  ...beginningAndEnd,
  authorized: 'begin',
  partially_captured: 'begin',
  captured: 'already_captured',
  settled: 'already_captured',
  partially_refunded: 'invalid_state',
  refunded: 'invalid_state',
}

const voidPayment: Permissions = {
  ...beginningAndEnd,
  authorized: 'begin',
  partially_captured: 'begin',
  captured: 'begin',
  settled: 'already_settled',
  partially_refunded: 'invalid_state',
  refunded: 'invalid_state',
}

const credit: Permissions = {
  ...beginningAndEnd,
  // The money is not taken yet: a void gives it back at once, and costs nothing.
  authorized: 'invalid_state',
  partially_captured: 'begin',
  captured: 'begin',
  settled: 'begin',
  partially_refunded: 'begin',
  refunded: 'invalid_state',
}

/** Every request in every state of a payment: the state machine's table of permissions. What comes after is in `statusOf`. */
export const transitions: Readonly<Record<TransitionRequest, Permissions>> = {
  // Where all is captured, an amount is one too many: the request is wrong, not its time.
  capturePart: { ...capture, captured: 'amount_exceeds_authorized', settled: 'invalid_state' },
  captureRest: capture,
  voidPayment,
  voidCapture: { ...voidPayment, authorized: 'invalid_state' },
  voidCredit: {
    ...voidPayment,
    authorized: 'invalid_state',
    partially_captured: 'invalid_state',
    captured: 'invalid_state',
    partially_refunded: 'begin',
    refunded: 'begin',
  },
  creditPart: credit,
  creditRest: credit,
}

/** The states of a payment in which a request may begin. */
export const statesFor = (request: TransitionRequest): TransactionState[] =>
  (Object.entries(transitions[request]) as [TransactionState, Permission][])
    .filter(([, permission]) => permission === 'begin')
    .map(([state]) => state)

/** What a client can do in a state: the verbs of the API, for `details.allowed`. */
export const allowedIn = (state: TransactionState): ('capture' | 'void' | 'credit')[] => {
  const may = (verb: 'capture' | 'void' | 'credit') =>
    requests.some((request) => request.startsWith(verb) && transitions[request][state] === 'begin')
  return (['capture', 'void', 'credit'] as const).filter(may)
}

/** Methods whose money is taken at once, since nothing can be held: what was approved is captured with that. */
export const takenAtOnce: readonly string[] = ['check', 'cash']

/** What a payment's state follows from, in minor units. */
export interface PaymentAmounts {
  readonly approved: number
  readonly captured: number
  readonly credited: number
  readonly settled: number
  /** Approved, and given up. */
  readonly released: number
}

/**
 * States that no amount changes: nothing was approved, or the end was told by somebody else. A payment in another state is where its
 * amounts say.
 */
export const fixedStates: readonly TransactionState[] = [
  'pending',
  'declined',
  'failed',
  'reversed',
  'expired',
  'returned',
]

interface StateRule {
  readonly state: TransactionState
  readonly holds: (amounts: PaymentAmounts) => boolean
  /** The same, in SQL. */
  readonly sql: string
}

/** The state of an approved payment: the first rule that holds. */
export const stateRules: readonly StateRule[] = [
  {
    state: 'refunded',
    holds: ({ credited, captured }) => credited > 0 && credited === captured,
    sql: 'credited > 0 AND credited = captured',
  },
  { state: 'partially_refunded', holds: ({ credited }) => credited > 0, sql: 'credited > 0' },
  {
    state: 'voided',
    holds: ({ captured, released, approved }) => captured === 0 && released === approved,
    sql: 'captured = 0 AND released = approved',
  },
  { state: 'authorized', holds: ({ captured }) => captured === 0, sql: 'captured = 0' },
  {
    state: 'partially_captured',
    holds: ({ captured, released, approved }) => captured + released < approved,
    sql: 'captured + released < approved',
  },
  { state: 'settled', holds: ({ settled, captured }) => settled === captured, sql: 'settled = captured' },
  { state: 'captured', holds: () => true, sql: 'TRUE' },
]

/** Where an approved payment stands, by its amounts alone. */
export const statusOf = (amounts: PaymentAmounts): TransactionState =>
  stateRules.find(({ holds }) => holds(amounts))!.state
