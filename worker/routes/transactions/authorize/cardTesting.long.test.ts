import { test } from 'vitest'
import { expectCardTestingBlocked } from '../../../testing/cardTesting/expectCardTestingBlocked.ts'

test(
  'of 2,000 stolen cards from 200 addresses at most 5 % reach the processor, and no payment of 500 shoppers is refused',
  { timeout: 15 * 60_000 },
  async () => {
    const cardTesters = { cards: 2000, addresses: 200, ranges: 25 }
    await expectCardTestingBlocked({ seed: 1, cardTesters, shoppers: 500 })
  },
)
