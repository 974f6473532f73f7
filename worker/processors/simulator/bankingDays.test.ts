import { expect, test } from 'vitest'
import { bankingDay } from './bankingDays.ts'

const bankingDate = (date: string, later: number) =>
  new Date(bankingDay(Date.parse(date), later)).toISOString().slice(0, 10)

// Holiday schedule of the Federal Reserve Banks, 2026 and 2027.
test.each([
  '2026-01-01',
  '2026-01-19',
  '2026-02-16',
  '2026-05-25',
  '2026-06-19',
  '2026-09-07',
  '2026-10-12',
  '2026-11-11',
  '2026-11-26',
  '2026-12-25',
  '2027-01-01',
  '2027-01-18',
  '2027-02-15',
  '2027-05-31',
  '2027-07-05',
  '2027-09-06',
  '2027-10-11',
  '2027-11-11',
  '2027-11-25',
])('%s is a bank holiday', (date) => {
  expect(bankingDate(date, 0) > date).toBe(true)
})

test.each(['2026-07-03', '2026-01-02', '2026-11-27', '2027-06-18', '2027-12-24', '2027-12-27', '2028-01-03'])(
  '%s is a banking day',
  (date) => {
    expect(bankingDate(date, 0)).toBe(date)
  },
)

test.each([
  ['the start of a Monday', '2026-11-16T00:00:00Z', '2026-11-18'],
  ['the end of a Monday', '2026-11-16T23:59:59.999Z', '2026-11-18'],
  ['a Thursday', '2026-11-19T12:00:00Z', '2026-11-23'],
  ['a Friday', '2026-11-20T12:00:00Z', '2026-11-24'],
  ['a Saturday, settled on Monday,', '2026-11-21T12:00:00Z', '2026-11-25'],
  ['the day before Thanksgiving', '2026-11-25T12:00:00Z', '2026-11-30'],
  ['Thanksgiving, settled on Friday,', '2026-11-26T12:00:00Z', '2026-12-01'],
  ['December 31', '2026-12-31T12:00:00Z', '2027-01-05'],
])('the second banking day after %s (%s) is %s', (_, from, second) => {
  expect(bankingDate(from, 2)).toBe(second)
})
