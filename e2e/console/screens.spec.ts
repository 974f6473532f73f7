import { expect, test } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { monitorPage } from '../checkout/attacks/pageMonitor.ts'
import { crawl } from './tour/crawl.ts'
import { fillScreens } from './tour/fillScreens.ts'
import { startConsole, type OwnConsole } from './tour/ownConsole.ts'
import { enterAsOwner, linksOf, openScreen } from './tour/pages.ts'

/** The console in each engine, without passkeys: the demo owner enters by a button. */

// Serial, since all tests use the same account.
test.describe.configure({ mode: 'default' })

let own: OwnConsole
let payment: string

test.beforeAll(async () => {
  own = await startConsole()
  ;({ payment } = await fillScreens(own.gateway))
})
test.afterAll(() => own.stop())

test('console: each screen is reached by links, opens without an error, and again by its address', async ({ page }) => {
  test.setTimeout(240_000)
  await enterAsOwner(page, own.origin)
  const monitor = await monitorPage(page, own.origin)
  const stops = await crawl(own.origin, async ({ address }) => {
    await openScreen(page, address)
    await expect(page.locator('main [role=alert]')).toHaveCount(0)
    return linksOf(page)
  })
  const titles = new Set(stops.map(({ screen }) => screen))
  expect(titles.size).toBeGreaterThan(4)
  expect(monitor.violations).toEqual([])
})

test('console: the owner finds a payment, refunds a part of it, goes back to the list, and signs out', async ({
  page,
}) => {
  await enterAsOwner(page, own.origin)
  await openScreen(page, `${own.origin}/test/payments`)
  await page.keyboard.press('/')
  await page.keyboard.type('4242 20.00')
  await page.keyboard.press('Enter')
  await page.locator(`a[href$="/payments/${payment}"]`).first().click()
  await page.locator('[data-action=refund]').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('7.50')
  await dialog.getByRole('button', { name: /Refund/ }).click()
  await expect(page.getByText('$7.50 was refunded. $12.50 is left.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const client = new GatewayClient(own.gateway)
  expect((await client.call('GET', `/v1/transactions/${payment}`)).body).toMatchObject({ amountCredited: 7.5 })

  await page.goBack()
  await expect(page).toHaveURL(/\/test\/payments\?search=/)
  await page.locator('.member').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  expect(await page.context().cookies(own.origin)).toEqual([])
})
