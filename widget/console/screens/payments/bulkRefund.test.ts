import { expect, it } from 'vitest'
import { ownerSession } from '../../../testing/console/sessionSamples.ts'
import { sampleRow } from '../../../testing/console/rowSamples.ts'
import { obstacleOf, sumText } from './bulkRefund.ts'

const { member } = ownerSession

it.each([
  ['captured', {}, ''],
  ['settled', {}, ''],
  ['partially_refunded', { amountCredited: 4 }, ''],
  ['refunded', { amountCredited: 10 }, 'Nothing is left to refund.'],
  ['authorized', { amountCaptured: 0 }, 'Nothing is captured. Void it instead.'],
  ['declined', { amountCaptured: 0 }, 'Its state does not allow it.'],
  ['captured', { type: 'credit' }, 'It is a payout.'],
])('a payment that is %s with %j has the obstacle "%s"', (status, changes, obstacle) => {
  expect(obstacleOf(sampleRow(0, { status, ...changes }), member)).toBe(obstacle)
})

it('the limit of a member counts what was refunded of a payment before, and an owner’s limit is lifted by a passkey', () => {
  const support = { ...member, role: 'support' as const, refundLimit: 10 }
  expect(obstacleOf(sampleRow(0), support)).toBe('')
  const larger = sampleRow(0, { amountCaptured: 10.01, amountCredited: 4, status: 'partially_refunded' })
  expect(obstacleOf(larger, support)).toContain('above your limit of $10.00')
  expect(obstacleOf(larger, { ...support, role: 'owner' })).toBe('')
})

it('amounts are summed by currency, exactly', () => {
  const amounts = [0.1, 0.2, 0.3].map((amount) => ({ amount, currency: 840 }))
  expect(sumText(amounts)).toBe('$0.60')
  expect(sumText([...amounts, { amount: 7, currency: 978 }])).toBe('$0.60 and €7.00')
})
