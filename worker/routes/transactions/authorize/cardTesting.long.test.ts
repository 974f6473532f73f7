import { test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import { expectThievesStopped } from '../../../testing/cardTesting/expectCardTestingBlocked.ts'

test(
  'of 2,000 stolen cards from 200 addresses beside 200 honest shoppers 95 % never reach the processor, and no shopper is refused',
  { timeout: 5 * 60_000 },
  async () => {
    const thieves = { cards: 2000, addresses: 200, ranges: 25 }
    await expectThievesStopped(bindings.DB_00, { seed: 1, thieves, shoppers: 200 })
  },
)
