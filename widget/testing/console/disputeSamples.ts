/** A dispute, open without a stage. */
export const sampleDispute = (stage = 'open') => ({
  id: 'd1',
  transactionId: '91738888888107',
  originalTransactionId: '91738888888107',
  stage,
  stages: [{ stage, at: '2026-11-25T10:00:00.000Z' }],
  reason: { code: '10.4', category: 'fraud', text: 'The cardholder did not make the payment.' },
  amount: 26.25,
  amountWithdrawn: 26.25,
  currency: 840,
  evidenceDueBy: '2026-12-05T00:00:00.000Z',
  connection: 'simulator',
  caseId: 'c1',
  created: '2026-11-25T10:00:00.000Z',
  updated: '2026-11-25T10:00:00.000Z',
})
