import { expect, test } from 'vitest'
import { retryDelayMs } from './backoff.ts'

const rounded = (failures: number, random: number) => Math.round(retryDelayMs(failures, random))

test('retry delay is one to two seconds at first and 30 seconds at most', () => {
  const almostOne = 0.999_999
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => rounded(failures, almostOne))).toEqual([
    2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
  expect([1, 60].map((failures) => rounded(failures, 0))).toEqual([1000, 1000])
})
