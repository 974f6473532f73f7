import { expect, test } from 'vitest'
import { attackFigures, expectCardTestingBlocked } from './expectCardTestingBlocked.ts'
import { ways } from './shopTraffic.ts'
import type { TrafficOptions } from './shopTraffic.ts'

const timeLimit = { timeout: 120_000 }

/** Some of the attacks in mixes.long.test.ts, and each way to pay alone. */
const mixes: readonly (readonly [mix: string, cardTesters: TrafficOptions['cardTesters'], atOnce: number])[] = [
  ['from 2,000 addresses, mixed', { cards: 2500, addresses: 2000, ranges: 25 }, 1],
  ['from 500 addresses, mixed, 50 at once', { cards: 500, addresses: 500, ranges: 5 }, 50],
  ...ways.map(
    (way) => [`from 250 addresses by ${way}`, { cards: 250, addresses: 250, ranges: 2, ways: [way] }, 1] as const,
  ),
]

test.each(mixes)(
  'stolen cards %s: at least 95 %% never reach the processor, and no payment of shoppers is refused',
  timeLimit,
  async (_mix, cardTesters, atOnce) => {
    await expectCardTestingBlocked({ seed: 1, cardTesters, shoppers: cardTesters.cards / 5, atOnce })
  },
)

test('no payment of 200 shoppers without card testing is refused, one by one or 50 at once', timeLimit, async () => {
  const cardTesters = { cards: 0, addresses: 1, ranges: 25 }
  for (const atOnce of [1, 50])
    expect(await attackFigures({ seed: 2, cardTesters, shoppers: 200, atOnce })).toMatchObject({
      reached: 0,
      refused: 0,
    })
})
