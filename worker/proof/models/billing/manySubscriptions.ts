import { lastDayOfCycle } from '#contract/cycles'
import type { Cycle, CycleUnit } from '#contract/cycles'
import * as fc from 'fast-check'
import { daysThatBegin, expectedBills } from './expectedDates.ts'
import type { Day } from './expectedDates.ts'

/** A year with a 29 February, in milliseconds since 1970: from `from` on, up to `to`. */
export const billingYear = { from: Date.UTC(2027, 6, 1), to: Date.UTC(2028, 6, 1) } as const

/** In the first four summer time begins or ends at midnight, which is left out, and comes twice in Havana; the last moves by half an hour. */
export const billingZones = [
  'Africa/Cairo',
  'America/Havana',
  'America/Santiago',
  'Asia/Beirut',
  'Australia/Lord_Howe',
] as const
export type BillingZone = (typeof billingZones)[number]

export interface ManySubscription {
  /** From 0. */
  readonly number: number
  readonly timeZone: BillingZone
  readonly cycle: Cycle
  /** Local date within the billing year, YYYY-MM-DD. */
  readonly startDate: string
  /** 0 for no end. */
  readonly installments: number
}

const calendars = new Map(
  billingZones.map((timeZone) => [timeZone, daysThatBegin(timeZone, billingYear.from, billingYear.to)]),
)

/** The days of the billing year in a time zone. */
export const daysOfBillingYear = (timeZone: BillingZone): readonly Day[] => calendars.get(timeZone) ?? []

/** Days that short months follow, and days around changes of the clocks. */
const notableDates = [
  '2027-08-31 2027-10-31 2027-12-31 2028-01-30 2028-02-28 2028-02-29 2028-03-31',
  '2027-09-04 2027-09-05 2027-10-02 2027-10-03 2027-10-28 2027-10-29 2027-10-30 2027-11-07',
  '2028-03-11 2028-03-12 2028-03-25 2028-03-26 2028-04-01 2028-04-02 2028-04-27 2028-04-28',
].flatMap((dates) => dates.split(' '))

const every = (unit: CycleUnit, interval: fc.Arbitrary<number>): fc.Arbitrary<Cycle> =>
  fc.record({
    unit: fc.constant(unit),
    interval,
    dayOfCycle: unit === 'day' ? fc.constant(1) : fc.integer({ min: 0, max: lastDayOfCycle[unit] }),
  })

const upTo = (max: number) => fc.integer({ min: 1, max })

/** Mostly as shops have them, few of them daily, since one of those makes as many bills as thirty others. */
const cycles = fc.oneof(
  { weight: 1, arbitrary: every('day', fc.constant(1)) },
  { weight: 9, arbitrary: every('day', fc.integer({ min: 2, max: 45 })) },
  { weight: 10, arbitrary: every('week', upTo(6)) },
  { weight: 15, arbitrary: every('month', upTo(4)) },
  {
    weight: 10,
    arbitrary: fc.record({
      unit: fc.constant('month' as const),
      interval: fc.constant(1),
      dayOfCycle: fc.constantFrom(0, 29, 30, 31),
    }),
  },
  { weight: 3, arbitrary: every('year', fc.constant(1)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<CycleUnit>('day', 'week', 'month', 'year').chain((unit) => every(unit, upTo(999))),
  },
)

/**
 * Subscriptions of all cycles, shared evenly among the time zones: the same ones for the same seed.
 *
 * @param count how many
 */
export const manySubscriptions = (count: number, seed = 1): ManySubscription[] =>
  fc
    .sample(
      fc.record({
        cycle: cycles,
        notable: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
        someDay: fc.noBias(fc.nat()),
        installments: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: upTo(12) }),
      }),
      { numRuns: count, seed },
    )
    .map(({ cycle, notable, someDay, installments }, number) => {
      const timeZone = billingZones[number % billingZones.length]!
      const dates = notable ? notableDates : daysOfBillingYear(timeZone).map(({ date }) => date)
      return { number, timeZone, cycle, startDate: dates[someDay % dates.length]!, installments }
    })

/** The days of the billing year on which a subscription is to be billed. */
export const expectedInYear = ({ timeZone, cycle, startDate, installments }: ManySubscription): Day[] => {
  const days = daysOfBillingYear(timeZone)
  const bills = expectedBills(cycle, days.slice(days.findIndex(({ date }) => date === startDate)))
  return installments === 0 ? bills : bills.slice(0, installments)
}
