import { billTime } from '../billing/calendar.ts'
import type { SubscriptionWithBill } from './transitions.ts'

export const fixtureTimeZone = 'America/New_York'

/** The start of a date in that time zone. */
export const startOfLocalDay = (date: string): number =>
  billTime({ unit: 'day', interval: 1, firstDate: date, anchorDay: null }, 0, fixtureTimeZone)

/** A subscription that is billed monthly on the 31st, from January 2027. */
export const monthlyState = (more: Partial<SubscriptionWithBill['subscription']> = {}): SubscriptionWithBill => ({
  subscription: {
    id: 's',
    account: 'a',
    mode: 'test',
    customer: 'c',
    plan: 'p',
    label: 'Coffee',
    unit: 'month',
    interval: 1,
    firstDate: '2027-01-31',
    anchorDay: 31,
    installments: 0,
    wallet: 'w',
    currency: 840,
    total: 1000,
    tax: 0,
    surcharge: 0,
    shipping: 0,
    status: 'active',
    period: 0,
    charges: 0,
    starts: startOfLocalDay('2027-01-15'),
    resumesAt: null,
    newMethod: false,
    due: startOfLocalDay('2027-01-31'),
    created: startOfLocalDay('2027-01-15'),
    updated: startOfLocalDay('2027-01-15'),
    canceled: null,
    version: 0,
    ...more,
  },
  bill: null,
})

/** The same subscription during the charge of its first bill, or after a decline. */
export const billedState = (
  subscription: Partial<SubscriptionWithBill['subscription']> = {},
  bill: Partial<NonNullable<SubscriptionWithBill['bill']>> = {},
): SubscriptionWithBill => ({
  ...monthlyState(subscription),
  bill: {
    subscription: 's',
    period: 0,
    date: '2027-01-31',
    total: 1000,
    tax: 0,
    surcharge: 0,
    shipping: 0,
    currency: 840,
    attempts: 1,
    transactionId: 91_000_000_000_001,
    created: startOfLocalDay('2027-01-31'),
    status: 'open',
    declines: 0,
    errors: 0,
    asking: true,
    extra: false,
    responseCode: null,
    again: startOfLocalDay('2027-01-31') + 45_000,
    updated: startOfLocalDay('2027-01-31'),
    ...bill,
  },
})
