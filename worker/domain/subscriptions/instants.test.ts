import { describe, expect, test } from 'vitest'
import { latestNow } from '#contract/testClock/testClock'
import { checkRange, resolveInstant } from './instants.ts'

const noon = Date.UTC(2027, 2, 28, 12)
const midnight = Date.UTC(2027, 2, 28)

describe('resolveInstant', () => {
  test.each([
    ['UTC', midnight],
    ['America/New_York', midnight + 4 * 3_600_000],
    ['Asia/Tokyo', midnight - 9 * 3_600_000],
  ])('a date without a time begins at midnight in %s', (timeZone, ms) => {
    expect(resolveInstant({ ms: midnight, isDate: true }, timeZone)).toBe(ms)
  })

  test('a date with a time is the same moment in every time zone', () => {
    expect(resolveInstant({ ms: noon, isDate: false }, 'Asia/Tokyo')).toBe(noon)
  })
})

describe('checkRange', () => {
  const check = (ms: number) => () => checkRange(ms, noon, 'startDate', '2027-03-28')

  test('checkRange accepts the first allowed moment and the last that transaction ids can encode', () => {
    expect(check(noon)).not.toThrow()
    expect(check(latestNow - 1)).not.toThrow()
  })

  test.each([noon - 1, latestNow])('checkRange rejects %i with out_of_range', (ms) => {
    expect(check(ms)).toThrow(
      expect.objectContaining({
        items: [
          {
            type: 'out_of_range',
            field: 'startDate',
            details: { min: '2027-03-28', max: new Date(latestNow).toISOString() },
          },
        ],
      }),
    )
  })
})
