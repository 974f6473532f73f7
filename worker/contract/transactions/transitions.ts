import type { ErrorType } from '../errors/errorTypes.ts'
import type { TransactionState } from './transactions.ts'

/**
 * Modifications of a payment. `capturePart` and `creditPart` have an amount, `captureRest` and `creditRest` use all that is left.
 * `voidPayment` voids a whole payment, `voidCapture` and `voidCredit` one of its operations.
 */
export const modificationRequests = [
  'capturePart',
  'captureRest',
  'voidPayment',
  'voidCapture',
  'voidCredit',
  'creditPart',
  'creditRest',
] as const
export type ModificationRequest = (typeof modificationRequests)[number]

/** `begin` if the modification is allowed, else the error type. */
export type Permission = 'begin' | ErrorType

type Permissions = Readonly<Record<TransactionState, Permission>>

/** States with the same result for every modification: the outcome is not known yet, or no amount is left. */
const pendingAndFinal = {
  pending: 'operation_in_progress',
  voided: 'already_voided',
  declined: 'invalid_state',
  failed: 'invalid_state',
  reversed: 'invalid_state',
  expired: 'authorization_expired',
  returned: 'invalid_state',
} as const

const capture: Permissions = {
  ...pendingAndFinal,
  authorized: 'begin',
  partially_captured: 'begin',
  captured: 'already_captured',
  settled: 'already_captured',
  partially_refunded: 'invalid_state',
  refunded: 'invalid_state',
}

const voidPayment: Permissions = {
  ...pendingAndFinal,
  authorized: 'begin',
  partially_captured: 'begin',
  captured: 'begin',
  settled: 'already_settled',
  partially_refunded: 'invalid_state',
  refunded: 'invalid_state',
}

const credit: Permissions = {
  ...pendingAndFinal,
  // Nothing is captured yet: a void releases the amount at once and without cost.
  authorized: 'invalid_state',
  partially_captured: 'begin',
  captured: 'begin',
  settled: 'begin',
  partially_refunded: 'begin',
  refunded: 'invalid_state',
}

/** The permissions of the state machine: each modification in each state of a payment. `statusOf` computes the resulting state. */
export const transitions: Readonly<Record<ModificationRequest, Permissions>> = {
  // If everything is captured, an amount exceeds the authorized amount: a 400, since the request could never succeed.
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

/** The states of a payment that allow a modification. */
export const statesAllowing = (request: ModificationRequest): TransactionState[] =>
  (Object.entries(transitions[request]) as [TransactionState, Permission][])
    .filter(([, permission]) => permission === 'begin')
    .map(([state]) => state)

/** The API operations that a state allows, for `details.allowed`. */
export const allowedOperations = (state: TransactionState): ('capture' | 'void' | 'credit')[] => {
  const isAllowed = (verb: 'capture' | 'void' | 'credit') =>
    modificationRequests.some((request) => request.startsWith(verb) && transitions[request][state] === 'begin')
  return (['capture', 'void', 'credit'] as const).filter(isAllowed)
}

/** Payment methods without authorization hold: their approval also captures the amount. */
export const capturedOnApproval: readonly string[] = ['check', 'cash']

/** The amounts that determine a payment's state, in minor units. */
export interface PaymentAmounts {
  readonly approved: number
  readonly captured: number
  readonly credited: number
  readonly settled: number
  /** Approved and released again. */
  readonly released: number
}

/**
 * States that do not depend on amounts: nothing was approved, or the bank decided the end. All other states are computed from the amounts.
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
  /** The same rule in SQL. */
  readonly sql: string
}

/** Rules for the state of an approved payment. The first that holds applies. */
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

/** Computes the state of an approved payment from its amounts. */
export const deriveStatus = (amounts: PaymentAmounts): TransactionState =>
  stateRules.find(({ holds }) => holds(amounts))!.state
