import { expect, test } from 'vitest'
import { isWithinTokenRetention, tokenRetentionMs, tokenTime } from './tokenTime.ts'

const created = Date.UTC(2027, 5, 1, 12)
const idOf = (ms: number) => `${tokenTime(ms)}zzzzzzzzzzzzzzzz`

test('an id is within the retention from its second until the end of that second a day later', () => {
  const ages = [0, 1, tokenRetentionMs - 1, tokenRetentionMs, tokenRetentionMs + 999]
  for (const age of ages) expect([age, isWithinTokenRetention(idOf(created), created + age)]).toEqual([age, true])
  expect(isWithinTokenRetention(idOf(created), created + tokenRetentionMs + 1000)).toBe(false)
})

test('an id of a clock that is up to a minute ahead is within the retention, a later one is not', () => {
  expect(isWithinTokenRetention(idOf(created), created - 59_000)).toBe(true)
  expect(isWithinTokenRetention(idOf(created), created - 60_000)).toBe(false)
})

test.each(['0', 'A', 'a', 'z'])('the id of 22 characters %s is not within the retention', (character) => {
  expect(isWithinTokenRetention(character.repeat(22), created)).toBe(false)
})
