import { expect, test } from 'vitest'
import { attackFigures, expectCardTestingBlocked } from './expectCardTestingBlocked.ts'
import type { AttackFigures } from './expectCardTestingBlocked.ts'
import type { PlayOptions } from './playTraffic.ts'

const timeLimit = { timeout: 20 * 60_000 }
const seed = Number(process.env['SLUICE_SEED'] ?? 1)
const shoppers = 500
const cards = 2000

const print = (mix: string, { stolen, reached, honest, refused }: AttackFigures): void =>
  console.log(
    `${mix}: ${reached} of ${stolen} stolen cards reached the processor; ${refused} of ${honest} payments of shoppers refused`,
  )

const mixes: Readonly<Record<string, Omit<PlayOptions, 'seed' | 'shoppers'>>> = {
  'one address, one range': { cardTesters: { cards, addresses: 1, ranges: 1 } },
  '50 addresses, 25 ranges': { cardTesters: { cards, addresses: 50, ranges: 25 } },
  '2,000 addresses, 25 ranges': { cardTesters: { cards, addresses: 2000, ranges: 25 } },
  '200 addresses, 25 ranges, 100 at once': { cardTesters: { cards, addresses: 200, ranges: 25 }, atOnce: 100 },
  '2,000 addresses, 25 ranges, 100 at once': { cardTesters: { cards, addresses: 2000, ranges: 25 }, atOnce: 100 },
  '2,000 addresses, 25 ranges, over ten hours': { cardTesters: { cards, addresses: 2000, ranges: 25 }, hours: 10 },
}

test.each(Object.entries(mixes))(
  'at least 95 %% of 2,000 stolen cards (%s) never reach the processor, and no payment of 500 shoppers is refused',
  timeLimit,
  async (mix, options) => {
    print(mix, await expectCardTestingBlocked({ ...options, seed, shoppers }))
  },
)

test(
  'cards of 500 ranges from 2,000 addresses mostly reach the processor, and no payment of 500 shoppers is refused',
  timeLimit,
  async () => {
    const mix = { cardTesters: { cards, addresses: 2000, ranges: 500 } }
    const figures = await attackFigures({ ...mix, seed, shoppers })
    print('2,000 addresses, 500 ranges', figures)
    expect(figures.refused).toBe(0)
  },
)
