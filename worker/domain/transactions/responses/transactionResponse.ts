import type { OutcomeFault } from '#contract/errors/toErrorItem'
import { numberFromText } from '#contract/schema/rawJson'
import type { RawJson } from '#contract/schema/rawJson'
import { declineOf, isApproval, responseText } from '#contract/transactions/responseCodes'
import type { DeclineType } from '#contract/transactions/responseCodes'
import { avsResult, cvvResult } from '#contract/transactions/verificationCodes'
import type { VerificationResult } from '#contract/transactions/verificationCodes'
import { decimalText } from '../../money.ts'
import type { Money } from '../../money.ts'

/** The members that the answers of authorize, capture, void, credit and get share. */
export interface TransactionAnswer {
  readonly transactionId: string
  readonly authCode: string | null
  readonly responseCode: string | null
  readonly responseText: string | null
  readonly latency: number
  readonly avs: VerificationResult | null
  readonly cvv: VerificationResult | null
  readonly amount: RawJson
  readonly metadata: unknown
  readonly errors: readonly OutcomeFault[] | null
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
  /** Facts of a decline that its code does not tell. */
  readonly details: Readonly<Record<string, unknown>> | null
  readonly metadata: unknown
}

/** The error of a decline whose code has none of its own. */
const declineTypeByMethod: Readonly<Record<string, DeclineType>> = {
  check: 'check_declined',
  terminal: 'terminal_declined',
}

/** A decline fills `errors` although its status is 200: a client that checks only one of the two ships nothing. */
const declineErrors = ({ responseCode, method, details }: RecordedOperation): OutcomeFault[] | null => {
  if (responseCode === null || isApproval(responseCode)) return null
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

/** The result of a check; null for a payment without that check. A card always has one, even without a result. */
const toVerificationResult = (
  result: (letter: string | undefined) => VerificationResult | null,
  letter: string | null,
) => result(letter ?? undefined)

/** An outcome as the API shows it. */
export const toTransactionResponse = (from: RecordedOperation): TransactionAnswer => ({
  transactionId: String(from.id),
  authCode: from.authCode,
  responseCode: from.responseCode,
  responseText: from.responseCode === null ? null : responseText(from.responseCode),
  latency: from.latency,
  avs: toVerificationResult(avsResult, from.avs),
  cvv: toVerificationResult(cvvResult, from.cvv),
  amount: numberFromText(decimalText(from.amount)),
  metadata: from.metadata,
  errors: declineErrors(from),
})
