import { it } from 'vitest'
import { useConsole } from '../../testing/console/consoleFixture.ts'
import { checkStates, type ScreenState } from '../../testing/console/checkStates.ts'
import { sampleBatch } from '../../testing/console/batchSamples.ts'
import { sampleDispute } from '../../testing/console/disputeSamples.ts'
import { sampleFigures } from '../../testing/console/figureSamples.ts'
import { never, rowsOfAllStates, subscriptionsOfAllStates } from './sampleLists.fixtures.ts'

const openFixture = useConsole()

const overviewStates: readonly ScreenState[] = [
  {
    name: 'Today',
    path: '/test',
    prepare: (fixture) => {
      fixture.respond('GET /v1/figures', () => ({ body: sampleFigures() }))
      fixture.respond('GET /v1/transactions', rowsOfAllStates)
      fixture.respond('GET /v1/customersubscriptions', subscriptionsOfAllStates)
    },
    reach: async (page) => {
      await page.getByText('Show as a table').click()
      await page.getByText('Payments with an unknown outcome').waitFor()
    },
  },
  {
    name: 'the skeleton of Today',
    path: '/test',
    prepare: (fixture) => fixture.respond('GET /v1/figures', never),
    reach: (page) => page.getByText('Nothing needs your attention.').waitFor(),
  },
  {
    name: 'the list of subscriptions',
    path: '/test/subscriptions?status=past_due',
    prepare: (fixture) => fixture.respond('GET /v1/customersubscriptions', subscriptionsOfAllStates),
    reach: (page) => page.getByRole('link', { name: '$18.50' }).first().waitFor(),
  },
  {
    name: 'the list of disputes',
    path: '/test/disputes',
    prepare: (fixture) =>
      fixture.respond('GET /v1/disputes', () => ({
        body: {
          disputes: ['warning', 'open', 'won', 'lost', 'accepted'].map(sampleDispute),
        },
      })),
    reach: (page) => page.getByRole('link', { name: '$26.25' }).first().waitFor(),
  },
  {
    name: 'the list of settlements',
    path: '/test/settlements',
    prepare: (fixture) => fixture.respond('GET /v1/batches', () => ({ body: { batches: [sampleBatch('b1')] } })),
    reach: (page) => page.getByText('$80.25').waitFor(),
  },
]

it.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
])(
  'Today, subscriptions, disputes and settlements have no axe violations in any state, $width px wide, dark $dark',
  (options) => checkStates(openFixture, overviewStates, options),
  120_000,
)
