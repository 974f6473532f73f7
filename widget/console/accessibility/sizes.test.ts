import { expect, it } from 'vitest'
import { respondToAllScreens, screenAddresses } from '../../testing/console/allScreens.ts'
import { useConsole } from '../../testing/console/consoleFixture.ts'
import { sampleBatch } from '../../testing/console/batchSamples.ts'
import { sampleDispute } from '../../testing/console/disputeSamples.ts'
import { samplePayment } from '../../testing/console/paymentSamples.ts'
import { sampleFigures } from '../../testing/console/figureSamples.ts'
import { smallTargets } from '../../testing/console/smallTargets.ts'
import { id, rowsOfAllStates, subscriptionsOfAllStates } from './sampleLists.fixtures.ts'

const openFixture = useConsole()

it('at 320 px nothing is cut off sideways', async () => {
  for (const path of [
    '/test',
    '/test/payments',
    '/test/subscriptions',
    '/test/disputes',
    '/test/settlements',
    `/test/payments/${id}`,
  ]) {
    const fixture = await openFixture({ width: 320 })
    fixture.respond('GET /v1/figures', () => ({ body: sampleFigures() }))
    fixture.respond('GET /v1/transactions', rowsOfAllStates)
    fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: samplePayment() }))
    fixture.respond('GET /v1/customersubscriptions', subscriptionsOfAllStates)
    fixture.respond('GET /v1/disputes', () => ({ body: { disputes: [sampleDispute()] } }))
    fixture.respond('GET /v1/batches', () => ({ body: { batches: [sampleBatch('b1')] } }))
    const page = await fixture.open(path)
    await page.locator('.figures dt, .rows, .payment-grid h2').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

it('buttons, links of the navigation and fields are at least 24 px large, main ones 44 px', async () => {
  const fixture = await openFixture({ width: 390 })
  fixture.respond('GET /v1/transactions', rowsOfAllStates)
  const page = await fixture.open('/test/payments?search=status:captured')
  await page.getByRole('link', { name: '$18.00' }).waitFor()
  const sizes = await page
    .locator('button:visible, .views a, .mode-link')
    .evaluateAll((elements) =>
      elements.map((element) => [element.textContent, element.getBoundingClientRect()] as const),
    )
  for (const [text, { width, height }] of sizes) expect(Math.min(width, height), text ?? '').toBeGreaterThanOrEqual(24)
  const main = page.locator('.button:visible, .icon-button:visible')
  for (const { height } of await main.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect()),
  ))
    expect(height).toBeGreaterThanOrEqual(44)
})

it.each([1280, 390])(
  'links, buttons and fields of every screen are at least 24 px large or have space around them, %s px wide',
  async (width) => {
    const fixture = await openFixture({ width })
    respondToAllScreens(fixture)
    for (const path of screenAddresses) {
      const page = await fixture.open(path)
      await page.locator('main h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await smallTargets(page, 'main'), path).toEqual([])
    }
  },
  60_000,
)
