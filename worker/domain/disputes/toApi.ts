import { categoryTexts } from '#contract/disputes/disputeReasons'
import { withdrawingStages } from '#contract/disputes/disputeStages'
import { numberFromText } from '#contract/schema/rawJson'
import type { DisputeResource, DisputeSummary } from '../../store/disputes/disputeColumns.ts'
import { decimalText, moneyOf } from '../money.ts'

const time = (ms: number): string => new Date(ms).toISOString()

/** Converts a dispute to the form that its payment shows. @param currency ISO 4217 number of the payment */
export const toDisputeSummary = (
  { id, operationId, stage, reasonCode, reasonCategory, amount, evidenceDueBy }: DisputeSummary,
  currency: number,
) => {
  const decimal = (minor: number) => numberFromText(decimalText(moneyOf(minor, currency)))
  return {
    id,
    transactionId: String(operationId),
    stage,
    reason: { code: reasonCode, category: reasonCategory, text: categoryTexts[reasonCategory] },
    amount: decimal(amount),
    amountWithdrawn: decimal(withdrawingStages.includes(stage) ? amount : 0),
    evidenceDueBy: evidenceDueBy === null ? null : time(evidenceDueBy),
  }
}

/** Converts a dispute to its API resource: times in RFC 3339, amounts in currency units. */
export const toDispute = (dispute: DisputeResource) => ({
  ...toDisputeSummary(dispute, dispute.currency),
  originalTransactionId: String(dispute.transactionId),
  currency: dispute.currency,
  stages: dispute.stages.map(({ stage, at }) => ({ stage, at: time(at) })),
  connection: dispute.connection,
  caseId: dispute.caseId,
  created: time(dispute.created),
  updated: time(dispute.updated),
})
