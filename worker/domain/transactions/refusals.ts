import type { Refusal } from '#contract/refusal'
import { refuse } from '#contract/refusal'
import { numberFromText } from '#contract/rawJson'
import { allowedIn, takenAtOnce, transitions } from '#contract/transitions'
import type { TransitionRequest } from '#contract/transitions'
import type { FollowUpRequest, FoundPayment } from '../../store/transactions/modifications.ts'
import type { OperationRow } from '../../store/transactions/operations.ts'
import type { TransactionRow } from '../../store/transactions/transactions.ts'
import { decimalText, moneyOf } from '../money.ts'
import { amountIn } from './amounts.ts'

/** What was asked of a payment, as the client said it. */
export interface Asked {
  readonly request: FollowUpRequest
  /** Canonical decimal text, or null for all that is left. */
  readonly value: string | null
  /** Where the payment's id and the amount stood in the body. */
  readonly fields: { readonly id: string; readonly amount: string }
}

/**
 * Why a capture, void or credit was not opened. The write that opens decides; this reads the payment as it stood in the same batch and
 * says why in the words of the error table.
 */
export const refusalOf = ({ request, value, fields }: Asked, found: FoundPayment | null, nowMs: number): Refusal => {
  if (found === null) return refuse('reference_not_found', { field: fields.id })
  const { payment, named } = found
  if (!found.referenceHolds) return refuse('reference_not_found', { field: 'referenceTransactionId' })
  if (request.type === 'credit' && request.currency !== null && request.currency !== payment.currency)
    return refuse('currency_mismatch', { field: 'amount.currency', details: { currency: payment.currency } })
  const asked = value === null ? null : Number(amountIn(value, payment.currency, fields.amount).minor)

  const inState = stateRefusal(transitionOf(request, named), payment, nowMs)
  if (inState !== null) return inState
  const ofNamed = request.type === 'void' ? namedRefusal(payment, named) : null
  if (ofNamed !== null) return ofNamed
  if (!found.instrumentHolds)
    return refuse('payment_method_ambiguous', {
      field: 'payment',
      details: { given: ['referenceTransactionId', 'payment'] },
    })
  // All that is left must be something: a verification, with an amount of 0, leaves nothing to take.
  if (request.type === 'capture' && (asked ?? 1) > payment.approved - payment.captured - payment.released)
    return exceeds('amount_exceeds_authorized', fields.amount, payment)
  if (request.type === 'credit' && asked !== null && asked > payment.captured - payment.credited)
    return exceeds('amount_exceeds_captured', fields.amount, payment)
  return inTheWay(request, payment, asked, fields.amount)
}

const transitionOf = (request: FollowUpRequest, named: OperationRow): TransitionRequest => {
  switch (request.type) {
    case 'capture':
      return request.amount === null ? 'captureRest' : 'capturePart'
    case 'credit':
      return request.amount === null ? 'creditRest' : 'creditPart'
    case 'void':
      if (named.type === 'capture') return 'voidCapture'
      return named.type === 'credit' ? 'voidCredit' : 'voidPayment'
  }
}

const inState = (payment: TransactionRow) => ({ state: payment.status, allowed: allowedIn(payment.status) })

const stateRefusal = (request: TransitionRequest, payment: TransactionRow, nowMs: number): Refusal | null => {
  // The sweep has not come by yet.
  const lapsed = request.startsWith('capture') && payment.expires !== null && payment.expires <= nowMs
  const status = lapsed && transitions[request][payment.status] === 'begin' ? 'expired' : payment.status
  const permission = captureAtOnce(request, payment) ? 'already_captured' : transitions[request][status]
  if (permission === 'begin') return null
  if (permission === 'amount_exceeds_authorized') return exceeds(permission, 'amount', payment)
  return refuse(permission, { details: inState(payment) })
}

/** A check or cash knows no hold, so there was never anything to capture. */
const captureAtOnce = (request: TransitionRequest, { method, status }: TransactionRow): boolean =>
  request === 'capturePart' && status === 'captured' && takenAtOnce.includes(method)

/** The payment would allow it, but the operation that was named is past it. */
const namedRefusal = (payment: TransactionRow, named: OperationRow): Refusal | null => {
  const single = named.type === 'capture' || named.type === 'credit'
  if (single && (named.status === 'settled' || named.batchId !== null))
    return refuse('already_settled', { details: inState(payment) })
  if (single && named.status === 'voided') return refuse('already_voided', { details: inState(payment) })
  if (single && named.status === 'pending') return refuse('operation_in_progress')
  if (single && named.status !== 'approved')
    return refuse('invalid_state', { details: { ...inState(payment), state: named.status } })
  // A payment of which all has settled that was captured, and of which nothing else is left.
  const nothingLeft = payment.settled > 0 && payment.approved === payment.captured + payment.released
  return !single && nothingLeft ? refuse('already_settled', { details: inState(payment) }) : null
}

/** Everything holds but the rivals: what they have reserved is not ours, and they may yet fail. */
const inTheWay = (request: FollowUpRequest, payment: TransactionRow, asked: number | null, field: string): Refusal => {
  const others = request.type === 'capture' ? payment.crediting : payment.capturing
  const isLast = request.type === 'capture' && request.final
  if (request.type === 'void' || asked === null || isLast || payment.held === 1 || others > 0)
    return refuse('operation_in_progress')
  return exceeds(request.type === 'capture' ? 'amount_exceeds_authorized' : 'amount_exceeds_captured', field, payment)
}

const exceeds = (
  type: 'amount_exceeds_authorized' | 'amount_exceeds_captured',
  field: string,
  payment: TransactionRow,
): Refusal => {
  const { approved, captured, capturing, released, credited, crediting, currency } = payment
  const amount = (minor: number) => numberFromText(decimalText(moneyOf(minor, currency)))
  const details =
    type === 'amount_exceeds_authorized'
      ? { capturable: amount(approved - captured - capturing - released) }
      : { creditable: amount(captured - credited - crediting) }
  return refuse(type, { field, details })
}
