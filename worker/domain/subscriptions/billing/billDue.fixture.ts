import type { BillingFixture } from '../../../testing/fixtures/billingFixture.ts'

export const msPerMinute = 60_000
export const msPerDay = 24 * 60 * msPerMinute
export const isoTime = (ms: number) => new Date(ms).toISOString()
export const noCounts = {
  billsPaid: 0,
  billsDeclined: 0,
  billsWaiting: 0,
  subscriptionsResumed: 0,
  subscriptionsRescheduled: 0,
}

export const decline = ({ faultPlan }: BillingFixture, code: string, times = 1): void =>
  faultPlan.add({ fault: { kind: 'decline', code }, on: 'authorize', times })
