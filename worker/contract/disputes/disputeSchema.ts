import * as v from 'valibot'
import { responseInteger } from '../schema/numbers.ts'
import { disputeCategories } from './disputeReasons.ts'
import { disputeStages } from './disputeStages.ts'

const shared = () => ({
  id: v.string(),
  transactionId: v.string(),
  stage: v.picklist(disputeStages),
  reason: v.object({ code: v.nullable(v.string()), category: v.picklist(disputeCategories), text: v.string() }),
  amount: v.number(),
  amountWithdrawn: v.number(),
  evidenceDueBy: v.nullable(v.string()),
})

/** A dispute in its payment. */
export const disputeSummary = () => v.object(shared())

/** A dispute. Times are RFC 3339 in UTC. */
export const dispute = () =>
  v.object({
    ...shared(),
    originalTransactionId: v.string(),
    currency: responseInteger(),
    stages: v.array(v.object({ stage: v.picklist(disputeStages), at: v.string() })),
    connection: v.string(),
    caseId: v.string(),
    created: v.string(),
    updated: v.string(),
  })
