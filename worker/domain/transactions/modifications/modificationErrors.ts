import { builtInConnection } from '#contract/connections/builtInConnection'
import type { ApiError } from '#contract/errors/apiError'
import { apiError } from '#contract/errors/apiError'
import { numberFromText } from '#contract/schema/rawJson'
import { allowedOperations, capturedOnApproval, transitions } from '#contract/transactions/transitions'
import type { ModificationRequest } from '#contract/transactions/transitions'
import type { NamedOperation, PaymentRow } from '../../../store/transactions/columns.ts'
import type { FoundPayment, Modification } from '../../../store/transactions/modifications.ts'
import { decimalPlaces, decimalText, moneyOf } from '../../money.ts'
import type { Clock } from '../../clock.ts'
import type { ConnectionNeeds } from '../../connections/connection.ts'
import { connectionLimits } from '../../connections/limits.ts'
import { notSupported } from '../../connections/supportedRoutes.ts'
import { amountIn } from '../amounts.ts'
import { limitByExponent, refundLimitError } from '../refundLimit.ts'
import type { RefundLimit } from '../refundLimit.ts'

export interface ModificationErrorNeeds extends ConnectionNeeds {
  readonly clock: Clock
}

/** A modification, and the parts of the request that its errors contain. */
export interface ModificationInput {
  readonly request: Modification
  /** The requested amount as canonical decimal text. Null for the rest. */
  readonly value: string | null
  /** Paths of the payment's id and of the amount in the body. */
  readonly fields: { readonly id: string; readonly amount: string }
  /** Of a member who may give back and void only so much. Null without a limit. */
  readonly refundLimit: RefundLimit | null
}

/**
 * The error of a capture, void or credit that was not inserted. The insert's conditions decide; this derives the error from the
 * payment as the same batch read it.
 */
export const modificationError = (
  { request, value, fields, refundLimit }: ModificationInput,
  found: FoundPayment | null,
  needs: ModificationErrorNeeds,
): ApiError => {
  if (found === null) return apiError('reference_not_found', { field: fields.id })
  const { payment, named } = found
  if (!found.referenceHolds) return apiError('reference_not_found', { field: 'referenceTransactionId' })
  if (request.type === 'credit' && request.currency !== null && request.currency !== payment.currency)
    return apiError('currency_mismatch', { field: 'amount.currency', details: { currency: payment.currency } })
  const amount = value === null ? null : Number(amountIn(value, payment.currency, fields.amount).minor)

  if (request.type === 'capture' && wasEndedByCapture(payment, needs))
    return notSupported(payment.connection ?? builtInConnection, 'captures')
  const stateFailure = stateError(toTransition(request, named), payment, needs.clock.now())
  if (stateFailure !== null) return stateFailure
  const operationFailure = request.type === 'void' ? namedOperationError(payment, named) : null
  if (operationFailure !== null) return operationFailure
  const lack = missingCapability(request, found, amount, needs)
  if (lack !== null) return notSupported(payment.connection ?? builtInConnection, lack)
  if (!found.instrumentHolds)
    return apiError('payment_method_ambiguous', {
      field: 'payment',
      details: { given: ['referenceTransactionId', 'payment'] },
    })
  // The rest must be more than 0: a verification has nothing to capture.
  if (request.type === 'capture' && (amount ?? 1) > payment.approved - payment.captured - payment.released)
    return amountError('amount_exceeds_authorized', fields.amount, payment)
  if (request.type === 'credit' && amount !== null && amount > payment.captured - payment.credited)
    return amountError('amount_exceeds_captured', fields.amount, payment)
  if (refundLimit !== null && exceedsRefundLimit(request, found, amount, refundLimit))
    return refundLimitError(refundLimit)
  return reservationError(request, payment, amount, fields.amount)
}

/** What a void undoes, in minor units, as the insert computes it. */
const voidedAmount = ({ payment, named, isSingle }: FoundPayment): number => {
  if (isSingle) return named.type === 'credit' ? 0 : named.amount
  const { approved, captured, released, settled } = payment
  return approved - released - (settled === 0 ? 0 : captured)
}

const exceedsRefundLimit = (
  request: Modification,
  found: FoundPayment,
  amount: number | null,
  { hundredths }: RefundLimit,
): boolean => {
  if (request.type === 'capture') return false
  const { captured, credited, crediting, currency } = found.payment
  const rest = captured - credited - crediting
  const given = request.type === 'void' ? voidedAmount(found) : credited + crediting + (amount ?? rest)
  return given > limitByExponent(hundredths)[decimalPlaces(currency)]!
}

/** Whether a capture of a part has ended the hold, since the payment's processor takes one capture. */
const wasEndedByCapture = ({ connection, status, captured, released }: PaymentRow, needs: ConnectionNeeds): boolean =>
  status === 'captured' &&
  captured > 0 &&
  released > 0 &&
  connectionLimits(needs).captureOnce.includes(connection ?? builtInConnection)

/** The capability that the payment's connection lacks for a modification. Null if it lacks none. */
const missingCapability = (
  request: Modification,
  { payment, named, isSingle }: FoundPayment,
  amount: number | null,
  needs: ConnectionNeeds,
): 'voidsOneCapture' | 'givesBackRest' | 'creditsUnsettled' | null => {
  const { connection, approved, captured, released, settled } = payment
  const { voidWhole, keepRest, creditSettled } = connectionLimits(needs)
  const isIn = (connections: readonly string[]) => connections.includes(connection ?? builtInConnection)
  if (request.type === 'void') {
    if (isSingle) return named.type === 'capture' && isIn(voidWhole) ? 'voidsOneCapture' : null
    return settled > 0 && isIn(keepRest) ? 'givesBackRest' : null
  }
  if (request.type === 'credit') return settled < captured && isIn(creditSettled) ? 'creditsUnsettled' : null
  const leavesRest = amount !== null && amount < approved - captured - released
  return request.type === 'capture' && request.final && leavesRest && isIn(keepRest) ? 'givesBackRest' : null
}

const toTransition = (request: Modification, named: NamedOperation): ModificationRequest => {
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

const stateDetails = (payment: PaymentRow) => ({ state: payment.status, allowed: allowedOperations(payment.status) })

const stateError = (request: ModificationRequest, payment: PaymentRow, nowMs: number): ApiError | null => {
  // It has lapsed, but no sweep has expired it yet.
  const lapsed = request.startsWith('capture') && payment.expires !== null && payment.expires <= nowMs
  const status = lapsed && transitions[request][payment.status] === 'begin' ? 'expired' : payment.status
  const permission = wasCapturedImmediately(request, payment) ? 'already_captured' : transitions[request][status]
  if (permission === 'begin') return null
  if (permission === 'amount_exceeds_authorized') return amountError(permission, 'amount', payment)
  return apiError(permission, { details: stateDetails(payment) })
}

/** Checks and cash have no hold: they were captured with the payment. */
const wasCapturedImmediately = (request: ModificationRequest, { method, status }: PaymentRow): boolean =>
  request === 'capturePart' && status === 'captured' && capturedOnApproval.includes(method)

/** The payment's state allows the void, but the state of the named operation may not. */
const namedOperationError = (payment: PaymentRow, named: NamedOperation): ApiError | null => {
  const isSingleOperation = named.type === 'capture' || named.type === 'credit'
  if (isSingleOperation && (named.status === 'settled' || named.batchId !== null))
    return apiError('already_settled', { details: stateDetails(payment) })
  if (isSingleOperation && named.status === 'voided')
    return apiError('already_voided', { details: stateDetails(payment) })
  if (isSingleOperation && named.status === 'pending') return apiError('operation_in_progress')
  if (isSingleOperation && named.status !== 'approved')
    return apiError('invalid_state', { details: { ...stateDetails(payment), state: named.status } })
  // Everything captured has settled, and nothing is left to release.
  const nothingLeft = payment.settled > 0 && payment.approved === payment.captured + payment.released
  return !isSingleOperation && nothingLeft ? apiError('already_settled', { details: stateDetails(payment) }) : null
}

/** Concurrent operations have reserved the amount or the payment. They may still fail. */
const reservationError = (
  request: Modification,
  payment: PaymentRow,
  amount: number | null,
  field: string,
): ApiError => {
  const others = request.type === 'capture' ? payment.crediting : payment.capturing
  const isFinalCapture = request.type === 'capture' && request.final
  if (request.type === 'void' || amount === null || isFinalCapture || payment.held || others > 0)
    return apiError('operation_in_progress')
  return amountError(
    request.type === 'capture' ? 'amount_exceeds_authorized' : 'amount_exceeds_captured',
    field,
    payment,
  )
}

const amountError = (
  type: 'amount_exceeds_authorized' | 'amount_exceeds_captured',
  field: string,
  payment: PaymentRow,
): ApiError => {
  const { approved, captured, capturing, released, credited, crediting, currency } = payment
  const units = (minor: number) => numberFromText(decimalText(moneyOf(minor, currency)))
  const details =
    type === 'amount_exceeds_authorized'
      ? { capturable: units(approved - captured - capturing - released) }
      : { creditable: units(captured - credited - crediting) }
  return apiError(type, { field, details })
}
