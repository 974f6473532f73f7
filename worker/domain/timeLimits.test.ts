import { expect, test } from 'vitest'
import { databasePatience, defaultTimeLimits } from './timeLimits.ts'

test('a request that meets an outage at each step writes its outcome before its operation counts as abandoned', () => {
  const { readMs, writeMs, outcomeUntilMs, outcomeLeastMs } = databasePatience
  const { processorTimeoutMs, abandonAfterMs } = defaultTimeLimits
  const answered = readMs + writeMs + processorTimeoutMs + 1_000
  expect(answered + outcomeLeastMs).toBeLessThan(abandonAfterMs)
  expect(outcomeUntilMs + outcomeLeastMs).toBeLessThan(abandonAfterMs)
})
