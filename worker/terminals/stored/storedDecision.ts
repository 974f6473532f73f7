import type { ApprovalCode } from '#contract/transactions/responseCodes'
import type { OperationState, TransactionState } from '#contract/transactions/transactions'
import type { Decision } from '../../domain/transactions/initiate/decide.ts'
import type { Verdict } from '../../domain/transactions/verdict.ts'
import type { Outcome, Ref } from '../../processors/processor.ts'
import { encodeMoney } from './storedPayment.ts'
import type { StoredMoney } from './storedPayment.ts'

/** The outcome of a payment, stored from the decision until it is recorded in the database. */
export interface StoredDecision {
  readonly verdict: StoredVerdict
  readonly outcome: StoredOutcome | null
  readonly latency: number
}

interface StoredVerdict {
  readonly transaction: TransactionState
  readonly operation: OperationState
  readonly responseCode: string
  readonly approved: StoredMoney | null
  readonly reverse: boolean
  readonly details?: Readonly<Record<string, unknown>>
}

interface StoredChecks {
  readonly avs?: string
  readonly cvv?: string
}

/** The processor's response. */
export type StoredOutcome =
  | ({
      readonly result: 'approved'
      readonly ref: Ref
      readonly approved: StoredMoney
      readonly tip?: StoredMoney
      readonly code: ApprovalCode
      readonly authCode?: string
      readonly networkTransactionId?: string
      readonly expiresAt?: number
    } & StoredChecks)
  | ({ readonly result: 'declined'; readonly ref: Ref; readonly code: string } & StoredChecks)
  | { readonly result: 'pending'; readonly ref: Ref; readonly pollAfterMs: number }
  | { readonly result: 'unknown'; readonly ref: Ref; readonly reason: 'timeout' | 'disconnected' | 'unparsable' }
  | {
      readonly result: 'notSent'
      readonly ref: Ref
      readonly reason: 'link_down' | 'refused' | 'overloaded' | 'aborted'
    }

const checks = ({ avs, cvv }: StoredChecks): StoredChecks => ({
  ...(avs !== undefined && { avs }),
  ...(cvv !== undefined && { cvv }),
})

/** Encodes and decodes: stored and domain outcomes have the same members. */
const copyOutcome = (outcome: StoredOutcome | Outcome): StoredOutcome & Outcome => {
  const { ref } = outcome
  switch (outcome.result) {
    case 'approved':
      return {
        result: 'approved',
        ref,
        approved: encodeMoney(outcome.approved),
        code: outcome.code,
        ...(outcome.tip !== undefined && { tip: encodeMoney(outcome.tip) }),
        ...(outcome.authCode !== undefined && { authCode: outcome.authCode }),
        ...(outcome.networkTransactionId !== undefined && { networkTransactionId: outcome.networkTransactionId }),
        ...(outcome.expiresAt !== undefined && { expiresAt: outcome.expiresAt }),
        ...checks(outcome),
      }
    case 'declined':
      return { result: 'declined', ref, code: outcome.code, ...checks(outcome) }
    case 'pending':
      return { result: 'pending', ref, pollAfterMs: outcome.pollAfterMs }
    case 'unknown':
      return { result: 'unknown', ref, reason: outcome.reason }
    case 'notSent':
      return { result: 'notSent', ref, reason: outcome.reason }
  }
}

const copyVerdict = (verdict: StoredVerdict | Verdict): StoredVerdict & Verdict => ({
  transaction: verdict.transaction,
  operation: verdict.operation,
  responseCode: verdict.responseCode,
  approved: verdict.approved && encodeMoney(verdict.approved),
  reverse: verdict.reverse,
  ...(verdict.details !== undefined && { details: verdict.details }),
})

export const encodeDecision = ({ verdict, outcome, latency }: Decision): StoredDecision => ({
  verdict: copyVerdict(verdict),
  outcome: outcome && copyOutcome(outcome),
  latency,
})

export const decodeDecision = ({ verdict, outcome, latency }: StoredDecision): Decision => ({
  verdict: copyVerdict(verdict),
  outcome: outcome && copyOutcome(outcome),
  latency,
})
