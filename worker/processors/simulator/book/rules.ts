import { isApproval } from '#contract/transactions/responseCodes'
import { notSupportedCode, type OperationType } from '../../processor.ts'
import type { BookRequest, BookRules } from './book.ts'
import { type BookEntry, capturesMoney, isInEffect } from './entries.ts'
import type { BookPayment } from './payment.ts'

/** What a request refers to. Undefined if there is none, or in another currency. */
export interface Referenced {
  readonly original: BookEntry | undefined
  readonly payment: BookPayment | undefined
  /** Whether the original has settled, or a capture of the payment that it is the first operation of. */
  readonly isSettled: boolean
}

const unknownReference = '25'
const invalidTransaction = '12'
const invalidAmount = '13'
const approved = '00'

/**
 * The code of the book's answer: the issuer's decline, or its own if the request exceeds the payment or what the connection can do. It
 * declines what a gateway with correct sums never sends, so that a wrong sum is seen.
 */
export const decideEntry = (request: BookRequest, rules: BookRules, found: Referenced): string => {
  if (!isApproval(request.code)) return request.code
  const refusal = refusals[request.type](request, rules, found)
  return refusal === approved ? request.code : refusal
}

type Refusal = (request: BookRequest, rules: BookRules, found: Referenced) => string

const refusals: { readonly [type in OperationType]: Refusal } = {
  authorize: () => approved,

  capture: ({ approved: minor }, { captures }, { payment }) => {
    if (payment === undefined || payment.root.captureNow) return unknownReference
    if (captures === 'one' && payment.captured > 0n) return invalidTransaction
    return isWithin(minor, payment.held) ? approved : invalidAmount
  },

  void: (_, { voidsOneCapture }, { original, payment, isSettled }) => {
    if (!isInEffect(original) || original.type === 'void' || isSettled) return unknownReference
    if (payment === undefined || original.type === 'credit') return approved
    if (original === payment.root || original.id === payment.root.id)
      return payment.credited > 0n ? invalidTransaction : approved
    if (!voidsOneCapture) return notSupportedCode
    // A captured amount that is already credited cannot be voided.
    return capturesMoney(original) && payment.captured - original.approved < payment.credited
      ? invalidTransaction
      : approved
  },

  credit: ({ approved: minor, original }, _, { payment }) => {
    if (original === null) return minor > 0n ? approved : invalidAmount
    if (payment === undefined) return unknownReference
    return isWithin(minor, payment.captured - payment.credited) ? approved : invalidAmount
  },
}

const isWithin = (minor: bigint, limit: bigint) => 0n < minor && minor <= limit
