import { isApproval } from '#contract/transactions/responseCodes'
import { hashDigits } from '../../processors/digits.ts'
import type { OperationType } from '../../processors/processor.ts'
import type { OperationResponse, OperationRequest } from './messages.ts'

export type EntryState = 'approved' | 'declined' | 'reversed' | 'voided'

/** A snapshot of one operation in the ledger. Amounts are text, in minor units. */
export interface AcquirerEntry {
  readonly op: string
  readonly type: OperationType
  readonly account: string
  /** `op` of the payment's first operation. */
  readonly root: string
  /** `op` of the captured, voided or credited operation. */
  readonly original: string | null
  readonly currency: number
  /** The requested amount. */
  readonly requested: string
  /** The approved amount. */
  readonly approved: string
  readonly code: string
  readonly captureNow: boolean
  readonly final: boolean
  readonly lastFour: string | null
  readonly state: EntryState
  /** Authorizations: the part of the approved amount that was released, while the rest is still held or captured. */
  readonly released: string
  /** True once its batch is closed. */
  readonly settled: boolean
  /** The code of the bank that returned it. */
  readonly returnCode: string | null
  /** The number of times that it held or moved money. */
  readonly effects: number
  /** The number of requests, and of full or partial reversals. */
  readonly requests: number
  readonly reversals: number
  /** Whether the client has confirmed that it received the response. */
  readonly acknowledged: boolean
}

/** The ledger's decision about a request. */
export interface Decision {
  readonly code: string
  /** The approved amount, for code 10. */
  readonly minor?: string
}

/** A mutable line of the ledger. */
export interface LedgerLine {
  readonly request: OperationRequest
  /** `op` of the payment's first operation. */
  readonly root: string
  /** Reference of the payment's first line: two lines can have one `op`. */
  readonly payment: string
  readonly theirs: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly response: OperationResponse
  /** Milliseconds after `at` until look-ups and reports show it. */
  visibleAfterMs: number
  reversed: boolean
  voidedBy: LedgerLine | null
  released: bigint
  settled: boolean
  returnCode: string | null
  /** When it last changed, milliseconds since 1970. */
  changed: number
  requests: number
  reversals: number
  acknowledged: boolean
}

export const createLine = (
  request: OperationRequest,
  {
    theirs,
    root,
    payment,
    at,
    visibleAfterMs,
  }: Pick<LedgerLine, 'theirs' | 'root' | 'payment' | 'at' | 'visibleAfterMs'>,
  { code, minor = request.minor }: Decision,
): LedgerLine => ({
  request,
  root,
  payment,
  theirs,
  at,
  visibleAfterMs,
  response: {
    op: request.op,
    theirs,
    code,
    minor: isApproval(code) ? minor : '0',
    ...(request.type === 'authorize' && !request.captureNow && { heldSince: at }),
    ...issuerData(request, code),
    ...verificationResults(request),
  },
  reversed: false,
  voidedBy: null,
  released: 0n,
  settled: false,
  returnCode: null,
  changed: at,
  requests: 0,
  reversals: 0,
  acknowledged: false,
})

export const stateOf = ({ response: answer, reversed, voidedBy }: LedgerLine): EntryState => {
  if (reversed) return 'reversed'
  // A reversed void has no effect.
  if (voidedBy !== null && isInEffect(voidedBy)) return 'voided'
  return isApproval(answer.code) ? 'approved' : 'declined'
}

export const isInEffect = (line: LedgerLine | undefined): line is LedgerLine =>
  line !== undefined && stateOf(line) === 'approved'

export const approvedOf = ({ response: answer }: LedgerLine): bigint => BigInt(answer.minor)

export const effectsOf = ({ response: answer }: LedgerLine): number => (isApproval(answer.code) ? 1 : 0)

export const capturesMoney = ({ request }: LedgerLine): boolean =>
  request.type === 'capture' || (request.type === 'authorize' && request.captureNow === true)

export const toEntry = (line: LedgerLine): AcquirerEntry => {
  const { request, response: answer, root } = line
  return {
    op: request.op,
    type: request.type,
    account: request.account,
    root,
    original: request.original ?? null,
    currency: request.currency,
    requested: request.minor,
    approved: answer.minor,
    code: answer.code,
    captureNow: request.captureNow ?? false,
    final: request.final ?? false,
    lastFour: request.lastFour ?? null,
    state: stateOf(line),
    released: String(line.released),
    settled: line.settled,
    returnCode: line.returnCode,
    effects: effectsOf(line),
    requests: line.requests,
    reversals: line.reversals,
    acknowledged: line.acknowledged,
  }
}

const issuerData = ({ type, op }: OperationRequest, code: string) =>
  type === 'authorize' && isApproval(code)
    ? { authCode: hashDigits(op, 6), networkTransactionId: `ACQ${hashDigits(op, 9)}` }
    : {}

/** Only card issuers verify AVS and CVV. */
const verificationResults = ({ cvvSent, postalSent }: OperationRequest) =>
  cvvSent === undefined ? {} : { avs: postalSent ? 'Y' : 'I', cvv: cvvSent ? 'M' : 'P' }
