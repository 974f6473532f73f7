import type { OutcomeErrorDetail } from '#contract/errors/toErrorItem'
import { numberFromText } from '#contract/schema/rawJson'
import type { RawJson } from '#contract/schema/rawJson'
import { declineOf, inProgressCode, isApproved, responseText } from '#contract/transactions/responseCodes'
import type { DeclineType } from '#contract/transactions/responseCodes'
import { avsResult, cvvResult } from '#contract/transactions/verificationCodes'
import type { VerificationResult } from '#contract/transactions/verificationCodes'
import { decimalText } from '../../money.ts'
import type { Money } from '../../money.ts'

/** The members that responses of authorize, capture, void, credit and get share. */
export interface TransactionResponse {
  readonly transactionId: string
  readonly authCode: string | null
  readonly approved: boolean
  readonly responseCode: string | null
  readonly responseText: string | null
  readonly latency: number
  readonly avs: VerificationResult | null
  readonly cvv: VerificationResult | null
  readonly amount: RawJson
  readonly metadata: unknown
  readonly errors: readonly OutcomeErrorDetail[] | null
}

export interface RecordedOperation {
  readonly id: number
  readonly method: string
  readonly amount: Money
  /** Null while the outcome is unknown. */
  readonly responseCode: string | null
  readonly authCode: string | null
  readonly latency: number
  readonly avs: string | null
  readonly cvv: string | null
  /** Facts about a decline that its code does not contain. */
  readonly details: Readonly<Record<string, unknown>> | null
  readonly metadata: unknown
}

/** Error types per method, for response codes without a type of their own. */
const declineTypeByMethod: Readonly<Record<string, DeclineType>> = {
  check: 'check_declined',
  terminal: 'terminal_declined',
}

/** A decline has `errors` although its HTTP status is 200, so that a client that checks only one of them ships no goods. */
const declineErrors = ({ responseCode, method, details }: RecordedOperation): OutcomeErrorDetail[] | null => {
  if (responseCode === null || responseCode === inProgressCode || isApproved(responseCode)) return null
  const decline = declineOf(responseCode)
  return [
    {
      type: decline.type ?? declineTypeByMethod[method] ?? 'card_declined',
      text: decline.text,
      code: decline.code,
      details: { retry: decline.retry, ...details },
    },
  ]
}

/** Null for a payment without this check. A card payment has a result even if the issuer returned no letter. */
const toVerificationResult = (
  result: (letter: string | undefined) => VerificationResult | null,
  letter: string | null,
) => result(letter ?? undefined)

/** Converts a recorded operation to its API response. */
export const toTransactionResponse = (from: RecordedOperation): TransactionResponse => ({
  transactionId: String(from.id),
  authCode: from.authCode,
  approved: isApproved(from.responseCode),
  responseCode: from.responseCode,
  responseText: from.responseCode === null ? null : responseText(from.responseCode),
  latency: from.latency,
  avs: toVerificationResult(avsResult, from.avs),
  cvv: toVerificationResult(cvvResult, from.cvv),
  amount: numberFromText(decimalText(from.amount)),
  metadata: from.metadata,
  errors: declineErrors(from),
})
