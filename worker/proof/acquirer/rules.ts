import type { OperationType } from '../../processors/processor.ts'
import { approvedOf, type Line, stands, takes } from './line.ts'
import type { Payment } from './payment.ts'
import type { OperationRequest } from './messages.ts'

/** What a request names, as far as the ledger has it and its account may touch it. */
export interface Found {
  readonly original: Line | undefined
  /** The payment of the original, while it stands. */
  readonly payment: Payment | undefined
}

type Rule = (request: OperationRequest, found: Found) => string

const nothingSuch = '25'
const notNow = '12'
const tooMuch = '13'

/**
 * What the acquirer says by itself to each kind of request: a gateway that lets too much through is told so with a
 * code of ISO 8583, which no merchant should ever see.
 */
export const rules: { readonly [type in OperationType]: Rule } = {
  authorize: ({ minor }) => (minor === '0' ? '85' : '00'),

  capture: ({ minor }, { payment }) => {
    if (payment === undefined || takes(payment.root)) return nothingSuch
    return fits(minor, payment.held) ? '00' : tooMuch
  },

  void: (_, { original, payment }) => {
    if (!stands(original) || original.request.type === 'void' || original.settled) return nothingSuch
    if (payment === undefined) return '00'
    return original === payment.root ? voidOfAll(payment) : voidOfOne(original, payment)
  },

  credit: ({ minor, original }, { payment }) => {
    if (original === undefined) return fits(minor, BigInt(minor)) ? '00' : tooMuch
    if (payment === undefined) return nothingSuch
    return fits(minor, payment.captured - payment.credited) ? '00' : tooMuch
  },
}

const fits = (minor: string, most: bigint) => 0n < BigInt(minor) && BigInt(minor) <= most

/** What is with the bank is beyond a void, and what went back is there no more. */
const voidOfAll = ({ hasSettled, credited }: Payment) => {
  if (hasSettled) return nothingSuch
  return credited > 0n ? notNow : '00'
}

/** Nobody may keep a credit of money that is then not taken. */
const voidOfOne = (original: Line, { captured, credited }: Payment) =>
  takes(original) && captured - approvedOf(original) < credited ? notNow : '00'
