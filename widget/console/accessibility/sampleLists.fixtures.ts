import { sampleRow } from '../../testing/console/rowSamples.ts'
import { sampleSubscription } from '../../testing/console/subscriptionSamples.ts'

export const id = '91738888888107'

export const never = () => new Promise<never>(() => {})

const paymentStatuses = [
  'authorized',
  'captured',
  'declined',
  'refunded',
  'partially_refunded',
  'pending',
  'voided',
  'expired',
  'returned',
]

export const needsAttention = {
  since: '2026-11-20T10:00:00.000Z',
  reason: 'outcome_unknown',
  operation: { transactionId: '1', type: 'capture', amount: 5, created: '2026-11-20T10:00:00.000Z' },
  attempts: 3,
  nextAttempt: null,
} as const

export const rowsOfAllStates = () => ({
  body: {
    transactions: paymentStatuses.map((status, index) =>
      sampleRow(index, { status, ...(index === 1 && { needsAttention }) }),
    ),
    nextCursor: 'more',
  },
})

export const subscriptionsOfAllStates = () => ({
  body: {
    customerSubscriptions: ['pending', 'active', 'past_due', 'paused', 'unpaid', 'completed', 'canceled'].map(
      (status) => sampleSubscription({ status }),
    ),
    nextCursor: 'more',
  },
})
