import { test } from 'vitest'
import { expectYear } from './expectYear.ts'

test('a year of 60 subscriptions in 5 time zones: each is charged on its days, and on no other', async () => {
  await expectYear(60, 300)
}, 60_000)
