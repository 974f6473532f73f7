import { expect, test } from 'vitest'
import { isSlowEachTime } from './slowEachTime.ts'

const timed = (answers: readonly number[], yardsticks: readonly number[]) => {
  const [asked, measured] = [[...answers], [...yardsticks]]
  return isSlowEachTime({
    longestMs: 1000,
    again: () => Promise.resolve(asked.shift()!),
    yardstick: () => Promise.resolve(measured.shift()!),
    rest: () => Promise.resolve(),
  })
}

const idle = [3, 4, 3, 4, 3, 4]

test.each([
  ['slow each time', [1001, 5000, 1200], idle, true],
  ['quick the first time', [1000], idle, false],
  ['quick at last', [3000, 3000, 20], idle, false],
  ['as slow as all else', [3000], [30, 4], false],
  ['slower than a busy machine makes it', [3001, 3001, 3001], [30, 4, 4, 30, 30, 30], true],
])('a request that is %s', async (_what, answers, yardsticks, expected) => {
  expect(await timed(answers, yardsticks)).toBe(expected)
})
