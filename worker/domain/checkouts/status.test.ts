import { describe, expect, test } from 'vitest'
import { maxDeclines } from '#contract/checkouts/attempts'
import type { TransactionState } from '#contract/transactions/transactions'
import type { CheckoutAttemptRow } from '../../store/checkouts/attemptRows.ts'
import { paidAttempt, checkoutStatus } from './status.ts'

const attempt = (status: TransactionState): CheckoutAttemptRow => ({
  nonce: 'nonce',
  transactionId: 1,
  created: 0,
  locale: 'en',
  email: '',
  phone: '',
  consents: null,
  store: false,
  charged: true,
  pricedOrder: null,
  status,
  responseCode: null,
  authCode: null,
  network: 'visa',
  last4: '4242',
  orderData: null,
  customer: null,
  wallet: null,
})

const unpaid = { canceled: null, expires: 1_000, announceExpiry: 1_000 }
const at = (now: number, statuses: readonly TransactionState[] = [], checkout: Partial<typeof unpaid> | object = {}) =>
  checkoutStatus({ checkout: { ...unpaid, ...checkout }, attempts: statuses.map(attempt) }, now)

describe('checkout status', () => {
  test('a checkout without attempts is open until it expires', () => {
    expect(at(999)).toEqual({ status: 'open', reason: null })
    expect(at(1_000)).toEqual({ status: 'expired', reason: null })
  })

  test('a checkout announced as expired stays expired when the clock goes back', () => {
    expect(at(0, [], { announceExpiry: null })).toEqual({ status: 'expired', reason: null })
  })

  test.each(['authorized', 'captured', 'settled', 'refunded', 'voided'] as const)(
    'a checkout with a payment that is %s is completed',
    (status) => {
      expect(at(5_000, ['declined', status], { canceled: 1 })).toEqual({ status: 'completed', reason: null })
    },
  )

  test('a checkout with a pending payment is processing, also after its expiry', () => {
    expect(at(5_000, ['declined', 'pending'])).toEqual({ status: 'processing', reason: null })
  })

  test.each(['declined', 'failed', 'reversed'] as const)('a checkout whose only payment is %s is open', (status) => {
    expect(at(0, [status])).toEqual({ status: 'open', reason: null })
  })

  test('a checkout that the merchant canceled has status canceled and reason merchant', () => {
    expect(at(0, ['declined'], { canceled: 5 })).toEqual({ status: 'canceled', reason: 'merchant' })
  })

  test(`${maxDeclines} declines cancel a checkout with reason too_many_declines, ${maxDeclines - 1} do not`, () => {
    const declines = Array.from({ length: maxDeclines }, () => 'declined' as const)
    expect(at(0, declines)).toEqual({ status: 'canceled', reason: 'too_many_declines' })
    expect(at(0, [...declines.slice(1), 'failed'])).toEqual({ status: 'open', reason: null })
  })

  test('the paid attempt is neither pending nor failed', () => {
    const attempts = (['failed', 'captured', 'pending'] as const).map(attempt)
    expect(paidAttempt({ attempts })).toBe(attempts[1])
    expect(paidAttempt({ attempts: [attempts[0]!, attempts[2]!] })).toBeUndefined()
  })
})
