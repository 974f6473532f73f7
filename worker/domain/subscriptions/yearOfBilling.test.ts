import { describe, expect, test } from 'vitest'
import {
  billingYear,
  billingZones,
  daysOfBillingYear,
  expectedInYear,
  manySubscriptions,
} from '../../proof/models/billing/manySubscriptions.ts'
import type { ManySubscription } from '../../proof/models/billing/manySubscriptions.ts'
import { billDate, billTime, firstBill, localDate, periodFrom, startOfDay } from './calendar.ts'

const day = 86_400_000

/** Bill after bill, each found from the moment of the one before. */
const billsInYear = ({ timeZone, cycle, startDate, installments }: ManySubscription) => {
  const terms = { ...cycle, ...firstBill(cycle, startDate) }
  const most = installments === 0 ? Infinity : installments
  const bills = []
  let period = periodFrom(terms, startOfDay(startDate, timeZone), timeZone)
  let begins = billTime(terms, period, timeZone)
  while (begins < billingYear.to && bills.length < most) {
    bills.push({ date: billDate(terms, period), begins })
    period = periodFrom(terms, begins + 1, timeZone)
    begins = billTime(terms, period, timeZone)
  }
  return bills
}

describe('1,000 subscriptions in 5 time zones, over a year', () => {
  const subscriptions = manySubscriptions(1000)
  const expected = subscriptions.map((subscription) => ({
    subscription,
    bills: expectedInYear(subscription).map(({ date, begins }) => ({ date, begins })),
  }))

  test('are billed on the days and at the moments that the calendars on the walls give', () => {
    const billed = subscriptions.map((subscription) => ({ subscription, bills: billsInYear(subscription) }))
    expect(billed).toEqual(expected)
  })

  test('are billed at moments that have the date of the bill', () => {
    for (const { subscription, bills } of expected)
      for (const { date, begins } of bills) expect(localDate(begins, subscription.timeZone)).toBe(date)
  })

  test('have bills on the days that are hard: 29 February, and where the clocks are changed', () => {
    const bills = expected.flatMap(({ subscription: { timeZone }, bills }) =>
      bills.map(({ date }) => `${date} ${timeZone}`),
    )
    expect(bills.length).toBeGreaterThan(8000)
    for (const timeZone of billingZones) {
      const days = daysOfBillingYear(timeZone)
      const changed = days.filter(({ begins }, number) => (days[number + 1]?.begins ?? begins + day) - begins !== day)
      expect(changed).toHaveLength(2)
      expect(bills).toEqual(expect.arrayContaining(changed.map(({ date }) => `${date} ${timeZone}`)))
      expect(bills).toContain(`2028-02-29 ${timeZone}`)
    }
  })
})
