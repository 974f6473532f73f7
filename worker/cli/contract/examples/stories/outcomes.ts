import type { Story } from '../step.ts'
import { advance, payment, unknownId } from './shared.ts'

const capture = (name: string, of: string) =>
  ({ prepare: name, operation: 'captureTransaction', body: { transactionId: `{{${of}.transactionId}}` } }) as const

const refund = (name: string, of: string) =>
  ({
    prepare: name,
    operation: 'creditTransaction',
    body: { referenceTransactionId: `{{number ${of}.transactionId}}` },
  }) as const

/** Declines of captures, voids and credits only, by the cents of the amount. */
const declinesLater = '4000003900099983'

const firstDispute = '{{list-disputes.disputes.0.id}}'

/** What happens to payments later: failures, settlement, returns, disputes and expiry. */
export const outcomes: Story = {
  name: 'outcomes',
  begin: '2026-11-20T15:00:00.000Z',
  steps: [
    payment('approved', 26.25, undefined, 'saleTransaction'),
    payment('declined-later', 26.51, declinesLater),
    {
      example: 'capture-declined',
      title: 'Declined capture',
      operation: 'captureTransaction',
      body: { transactionId: '{{declined-later.transactionId}}' },
    },
    {
      example: 'void-declined',
      title: 'Declined void',
      operation: 'voidTransaction',
      body: { transactionId: '{{declined-later.transactionId}}' },
    },
    payment('refund-declined-later', 30, declinesLater, 'saleTransaction'),
    {
      example: 'refund-declined',
      title: 'Declined refund',
      operation: 'creditTransaction',
      body: { referenceTransactionId: '{{number refund-declined-later.transactionId}}', amount: { value: 10.51 } },
    },
    payment('credit-unreachable', 20, undefined, 'saleTransaction'),
    { change: 'processor', is: 'unreachable' },
    payment('unreachable', 26.25),
    refund('refund-unreachable', 'credit-unreachable'),
    { change: 'processor', is: 'up' },
    payment('reversed', 26.25, '4000003900000684'),
    payment('expires', 19.5),
    payment('to-capture', 12),
    capture('captured', 'to-capture'),
    {
      prepare: 'returned',
      operation: 'saleTransaction',
      body: {
        payment: { check: { accountNumber: '999000001', routingNumber: '021000021', name: 'Ada Lovelace' } },
        amount: { value: 120 },
      },
    },
    payment('disputed', 75, '4000000000000259', 'saleTransaction'),
    {
      example: 'close-batch',
      title: 'Settlement before midnight',
      operation: 'closeBatch',
      headers: { 'Idempotency-Key': 'close-2026-11-20' },
    },
    { example: 'close-empty-batch', title: 'Nothing to settle', operation: 'closeBatch' },
    { example: 'get-batch', title: 'Closed batch', operation: 'getBatch', path: { id: '{{close-batch.batch.id}}' } },
    {
      example: 'get-unknown-batch',
      title: 'Unknown batch',
      operation: 'getBatch',
      path: { id: '01a1f800-0000-7000-8000-000000000000' },
    },
    {
      example: 'get-figures',
      title: 'One day',
      operation: 'getFigures',
      query: { from: '2026-11-20', to: '2026-11-20' },
    },
    {
      example: 'get-figures-invalid',
      title: 'Range that ends before it begins',
      operation: 'getFigures',
      query: { from: '2026-11-20', to: '2026-11-01' },
    },
    {
      example: 'void-settled',
      title: 'Settled payment',
      operation: 'voidTransaction',
      body: { transactionId: '{{approved.transactionId}}' },
    },
    advance('days-pass', 10),
    { example: 'list-batches', title: 'First page', operation: 'listBatches', query: { limit: '1' } },
    {
      example: 'get-returned-transaction',
      title: 'Bank debit that was returned',
      operation: 'getTransaction',
      path: { id: '{{returned.transactionId}}' },
    },
    { example: 'list-disputes', title: 'Open disputes', operation: 'listDisputes', query: { stage: 'warning,open' } },
    {
      example: 'get-disputed-transaction',
      title: 'Disputed payment',
      operation: 'getTransaction',
      path: { id: '{{disputed.transactionId}}' },
    },
    { example: 'get-dispute', title: 'Open dispute', operation: 'getDispute', path: { id: firstDispute } },
    { example: 'get-unknown-dispute', title: 'Unknown dispute', operation: 'getDispute', path: { id: unknownId } },
    { example: 'accept-dispute', title: 'Dispute given up', operation: 'acceptDispute', path: { id: firstDispute } },
    // A warning, which becomes a dispute and is lost.
    payment('warned', 48, '4000000000003048', 'saleTransaction'),
    { prepare: 'close-warned', operation: 'closeBatch' },
    advance('warning-passes', 46),
    { prepare: 'lost-disputes', operation: 'listDisputes', query: { stage: 'lost' } },
    {
      example: 'accept-lost-dispute',
      title: 'Dispute that is lost',
      operation: 'acceptDispute',
      path: { id: '{{lost-disputes.disputes.0.id}}' },
    },
    // A dispute that the processor does not report.
    payment('disputed-elsewhere', 49, '4242424242424242', 'saleTransaction'),
    {
      example: 'record-dispute',
      title: 'Dispute that a person read at the processor',
      operation: 'recordDispute',
      body: {
        transactionId: '{{disputed-elsewhere.transactionId}}',
        caseId: 'CB-20418',
        stage: 'open',
        reason: { code: '13.1' },
      },
    },
    {
      example: 'record-unknown-dispute',
      title: 'Unknown payment',
      operation: 'recordDispute',
      body: { transactionId: '91000000000001', caseId: 'CB-20419', stage: 'open' },
    },
  ],
}
