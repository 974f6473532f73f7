import type { MemberTexts } from '../schema/memberTexts.ts'

const shared = {
  id: 'Id of the dispute.',
  transactionId: 'Id of the disputed capture.',
  stage:
    '`warning`: an inquiry or early warning; no money has moved. `open`: the bank has withdrawn the amount, and you can still respond. `won`: you keep the money, also if a warning ended without a dispute. `lost`: the cardholder keeps the money. `accepted`: you accepted the dispute.',
  reason: 'What the cardholder claims.',
  'reason.code': 'Reason code of the card network, such as `10.4`. Null if the processor reported none.',
  'reason.category':
    'Category of the reason, the same for all networks. Use it in your code instead of the reason code.',
  'reason.text': 'The claim in one English sentence, for your staff.',
  amount: 'Disputed amount in currency units, in the currency of the payment. It can be less than the payment.',
  amountWithdrawn:
    'Amount that the bank has withdrawn from you and not returned, in currency units: `amount` while the dispute is `open`, `lost` or `accepted`, else 0.',
  evidenceDueBy:
    'Deadline for your evidence at the processor, RFC 3339 in UTC. Null if there is none, and once the dispute is closed.',
}

/** Texts of disputes. */
export const disputeTexts: MemberTexts = {
  DisputeSummary: shared,
  Dispute: {
    ...shared,
    originalTransactionId: 'Id of the payment: of its first operation.',
    currency: 'ISO 4217 numeric code of the payment.',
    stages: 'The stages of the dispute so far, oldest first. The last one is its `stage`.',
    'stages.stage': 'The stage.',
    'stages.at': 'When it began, as the processor reported it. RFC 3339 in UTC.',
    connection: 'The connection whose processor reported the dispute; `simulator` in test mode.',
    caseId: 'Id of the case at the processor. Quote it when you submit evidence there.',
    created: 'Time when the gateway recorded the dispute, RFC 3339 in UTC.',
    updated: 'Time of the latest change of the dispute, RFC 3339 in UTC.',
  },
  listDisputes: { disputes: 'Disputes, newest first.' },
  getDispute: { dispute: 'The dispute.' },
  RecordDisputeRequest: {
    transactionId: 'Id of the disputed capture, or of its payment: then the first capture is disputed.',
    caseId: 'Id of the case at the processor.',
    stage: 'The stage that the processor shows.',
    at: 'When the stage began: a date, or a date-time of RFC 3339. By default now.',
    amount: 'Disputed amount in currency units. By default the whole capture, or as recorded before.',
    reason: 'What the cardholder claims. By default as recorded before.',
    'reason.code': 'Reason code of the card network, such as `10.4`.',
    'reason.category': 'The category, for a code that the gateway does not know.',
    evidenceDueBy: 'Deadline for your evidence at the processor: a date, or a date-time of RFC 3339.',
  },
  recordDispute: { dispute: 'The new or updated dispute.' },
  acceptDispute: { dispute: 'The accepted dispute.' },
}
