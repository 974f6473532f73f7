import type { SubscriptionWithCustomer } from '../../client/types.ts'
import { customerId, subscriptionId } from './relatedSamples.ts'

/** A subscription whose last bill was declined, in the list of all customers. */
export const sampleSubscription = (changes: Partial<SubscriptionWithCustomer> = {}): SubscriptionWithCustomer => ({
  customerSubscriptionId: subscriptionId,
  installments: 0,
  taxAmount: 0,
  shippingAmount: 0,
  surchargeAmount: 0,
  totalAmount: 18.5,
  startDate: '2026-08-20T10:00:00.000Z',
  created: '2026-08-20T10:00:00.000Z',
  status: 'past_due',
  plan: 'p1',
  label: 'Coffee, a bag a month',
  currency: 840,
  wallet: null,
  charges: 2,
  nextCharge: '2026-12-24T10:00:00.000Z',
  resumesAt: null,
  customerId,
  customer: { firstName: 'Ada', lastName: 'Lovelace', company: 'Engines Ltd', emailAddress: 'ada@engines.example' },
  ...changes,
})
