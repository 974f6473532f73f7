import { type Capabilities, notSupportedCode, type OperationType } from '../../processors/processor.ts'
import { approvedOf, type LedgerLine, isInEffect, capturesMoney } from './line.ts'
import type { Payment } from './payment.ts'
import type { OperationRequest } from './messages.ts'

/** The lines that a request refers to, if they exist and belong to its account. */
export interface Referenced {
  readonly original: LedgerLine | undefined
  /** The payment of the original operation, if it is in effect. */
  readonly payment: Payment | undefined
}

/** The capabilities that the ledger applies. The client applies the others before it sends. */
export type LedgerRules = Pick<
  Capabilities,
  'captures' | 'voidsOneCapture' | 'givesBackRest' | 'repeats' | 'visibleAfterMs' | 'answersLater' | 'settles'
>

type Rule = (request: OperationRequest, found: Referenced, can: LedgerRules) => string

const unknownReference = '25'
const invalidTransaction = '12'
const invalidAmount = '13'

/**
 * The acquirer's decision on each request type. It declines excessive requests of a gateway with ISO 8583 codes that no merchant should
 * ever see.
 */
export const rules: { readonly [type in OperationType]: Rule } = {
  authorize: ({ minor }) => (minor === '0' ? '85' : '00'),

  capture: ({ minor }, { payment }, { captures }) => {
    if (payment === undefined || capturesMoney(payment.root)) return unknownReference
    if (captures === 'one' && payment.captured > 0n) return invalidTransaction
    return isWithin(minor, payment.held) ? '00' : invalidAmount
  },

  void: (_, { original, payment }, { voidsOneCapture }) => {
    if (!isInEffect(original) || original.request.type === 'void' || original.settled) return unknownReference
    if (payment === undefined) return '00'
    if (original === payment.root) return voidPayment(payment)
    if (capturesMoney(original) && !voidsOneCapture) return notSupportedCode
    return voidOperation(original, payment)
  },

  credit: ({ minor, original }, { payment }) => {
    if (original === undefined) return isWithin(minor, BigInt(minor)) ? '00' : invalidAmount
    if (payment === undefined) return unknownReference
    return isWithin(minor, payment.captured - payment.credited) ? '00' : invalidAmount
  },
}

const isWithin = (minor: string, limit: bigint) => 0n < BigInt(minor) && BigInt(minor) <= limit

/** Settled and credited payments cannot be voided. */
const voidPayment = ({ hasSettled, credited }: Payment) => {
  if (hasSettled) return unknownReference
  return credited > 0n ? invalidTransaction : '00'
}

/** A captured amount that is already credited cannot be voided. */
const voidOperation = (original: LedgerLine, { captured, credited }: Payment) =>
  capturesMoney(original) && captured - approvedOf(original) < credited ? invalidTransaction : '00'
