import { test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import { expectThievesStopped } from '../../../testing/cardTesting/expectCardTestingBlocked.ts'

test(
  'of 2,000 stolen cards from 200 addresses at most 5 % reach the processor, and none of 200 honest shoppers is declined',
  { timeout: 5 * 60_000 },
  async () => {
    const thieves = { cards: 2000, addresses: 200, ranges: 25 }
    await expectThievesStopped(bindings.DB_00, { seed: 1, thieves, shoppers: 200 })
  },
)
