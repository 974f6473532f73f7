import { test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import { expectCardTestingBlocked } from '../../../testing/cardTesting/expectCardTestingBlocked.ts'

test(
  'of 2,000 stolen cards from 200 addresses at most 5 % reach the processor, and no payment of 200 shoppers is blocked',
  { timeout: 5 * 60_000 },
  async () => {
    const cardTesters = { cards: 2000, addresses: 200, ranges: 25 }
    await expectCardTestingBlocked(bindings.DB_00, { seed: 1, cardTesters, shoppers: 200 })
  },
)
