import { test } from 'vitest'
import { expectYear } from './expectYear.ts'

test('a year of 1,000 subscriptions in 5 time zones: each is charged on its days, and on no other', async () => {
  await expectYear(1000, 6000)
}, 600_000)
