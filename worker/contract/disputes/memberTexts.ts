import type { MemberTexts } from '../schema/memberTexts.ts'

const shared = {
  id: 'Id of the dispute.',
  transactionId: 'Id of the disputed capture.',
  stage:
    '`warning`: the cardholder or the bank asks, and no money has moved. `open`: the bank has withdrawn the amount, and you can still answer. `won`: you keep the money; also the end of a warning without a dispute. `lost`: the cardholder keeps the money. `accepted`: you gave the dispute up.',
  reason: 'What the cardholder claims.',
  'reason.code': 'Reason code of the card network, such as `10.4`. Null if the processor reported none.',
  'reason.category': 'The same for all networks: decide by it, not by the code.',
  'reason.text': 'The claim in one English sentence, for your staff.',
  amount: 'Disputed amount in currency units, in the currency of the payment. It can be less than the payment.',
  amountWithdrawn:
    'Amount that the bank has withdrawn from you and not given back, in currency units: `amount` while the dispute is `open`, `lost` or `accepted`, else 0.',
  evidenceDueBy:
    'Deadline for your evidence at the processor, RFC 3339 in UTC. Null if there is none, and once the dispute is over.',
}

/** Texts of disputes. */
export const disputeTexts: MemberTexts = {
  DisputeSummary: shared,
  Dispute: {
    ...shared,
    originalTransactionId: 'Id of the payment: of its first operation.',
    currency: 'ISO 4217 numeric code of the payment.',
    stages: 'The stages that the dispute went through, oldest first. The last one is its `stage`.',
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
  recordDispute: { dispute: 'The dispute, new or changed.' },
  acceptDispute: { dispute: 'The dispute, accepted.' },
}
