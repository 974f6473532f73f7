import { isApproval } from '#contract/transactions/responseCodes'
import { hashDigits } from '../../processors/digits.ts'
import type { OperationType } from '../../processors/processor.ts'
import type { OperationAnswer, OperationRequest } from './messages.ts'

export type State = 'approved' | 'declined' | 'reversed' | 'voided'

/** One operation as the acquirer remembers it. Amounts are text, in minor units. */
export interface Entry {
  readonly op: string
  readonly type: OperationType
  readonly account: string
  /** The first operation of the payment. */
  readonly root: string
  /** What it was asked to capture, void or credit. */
  readonly original: string | null
  readonly currency: number
  /** What was asked for. */
  readonly asked: string
  /** What was approved. */
  readonly approved: string
  readonly code: string
  readonly captureNow: boolean
  readonly final: boolean
  readonly lastFour: string | null
  readonly state: State
  /** An authorization: how much of what was approved was given back in all, while the rest of it stands. */
  readonly released: string
  /** Its batch has closed. */
  readonly settled: boolean
  /** How often money was held or moved for it. */
  readonly effects: number
  /** How often it was asked for, and how often it was to be undone, in whole or in part. */
  readonly requests: number
  readonly reversals: number
  /** Whether the client has said that it heard the answer. */
  readonly answered: boolean
}

/** What the ledger says to a request. */
export interface Decision {
  readonly code: string
  /** With code 10. */
  readonly minor?: string
}

/** A row of the ledger, which is changed by what comes after it. */
export interface Line {
  readonly request: OperationRequest
  readonly root: string
  readonly answer: OperationAnswer
  reversed: boolean
  voidedBy: Line | null
  released: bigint
  settled: boolean
  requests: number
  reversals: number
  answered: boolean
}

export const newLine = (request: OperationRequest, root: string, { code, minor = request.minor }: Decision): Line => ({
  request,
  root,
  answer: {
    op: request.op,
    code,
    minor: isApproval(code) ? minor : '0',
    ...issued(request, code),
    ...letters(request),
  },
  reversed: false,
  voidedBy: null,
  released: 0n,
  settled: false,
  requests: 0,
  reversals: 0,
  answered: false,
})

export const stateOf = ({ answer, reversed, voidedBy }: Line): State => {
  if (reversed) return 'reversed'
  // A void that was itself reversed has voided nothing.
  if (voidedBy !== null && stands(voidedBy)) return 'voided'
  return isApproval(answer.code) ? 'approved' : 'declined'
}

export const stands = (line: Line | undefined): line is Line => line !== undefined && stateOf(line) === 'approved'

export const approvedOf = ({ answer }: Line): bigint => BigInt(answer.minor)

export const effectsOf = ({ answer }: Line): number => (isApproval(answer.code) ? 1 : 0)

/** Whether money was taken by it. */
export const takes = ({ request }: Line): boolean =>
  request.type === 'capture' || (request.type === 'authorize' && request.captureNow === true)

export const entryOf = (line: Line): Entry => {
  const { request, answer, root } = line
  return {
    op: request.op,
    type: request.type,
    account: request.account,
    root,
    original: request.original ?? null,
    currency: request.currency,
    asked: request.minor,
    approved: answer.minor,
    code: answer.code,
    captureNow: request.captureNow ?? false,
    final: request.final ?? false,
    lastFour: request.lastFour ?? null,
    state: stateOf(line),
    released: String(line.released),
    settled: line.settled,
    effects: effectsOf(line),
    requests: line.requests,
    reversals: line.reversals,
    answered: line.answered,
  }
}

const issued = ({ type, op }: OperationRequest, code: string) =>
  type === 'authorize' && isApproval(code)
    ? { authCode: hashDigits(op, 6), networkTransactionId: `ACQ${hashDigits(op, 9)}` }
    : {}

/** Only a card has an issuer who compares. */
const letters = ({ cvvSent, postalSent }: OperationRequest) =>
  cvvSent === undefined ? {} : { avs: postalSent ? 'Y' : 'I', cvv: cvvSent ? 'M' : 'P' }
