import type { Approved, Declined } from '../../processors/processor.ts'
import type { OperationRow } from '../../store/transactions/columns.ts'
import type { CreditOutcome } from '../../store/transactions/creditOutcomes.ts'
import { toVerdict } from './verdict.ts'

/** What is recorded of an unreferenced credit whose outcome came later. @param at milliseconds since 1970 */
export const toCreditOutcome = (
  { id, amount }: Pick<OperationRow, 'amount' | 'id'>,
  outcome: Approved | Declined,
  at: number,
): CreditOutcome => {
  const isApproved = outcome.result === 'approved'
  return {
    id,
    status: outcome.result,
    // A processor that approves less has paid less.
    amount: isApproved ? Math.min(amount, Number(outcome.approved.minor)) : amount,
    responseCode: toVerdict(outcome).responseCode,
    authCode: isApproved ? (outcome.authCode ?? null) : null,
    processorRef: outcome.ref,
    at,
  }
}
