import { expect, it } from 'vitest'
import { mockCheckout } from '../../testing/checkoutPageFixture.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()

const LOGO = 'https://cdn.shop.test/logo.svg'
const merchant = { name: 'Kiln & Tide', logoUrl: LOGO, supportEmail: null, supportUrl: null, timeZone: 'UTC' }

for (const status of ['open', 'expired'] as const)
  it(`on an ${status} checkout a logo that does not load becomes the merchant’s name, as bold and as high as without one`, async () => {
    const fixture = await openFixture()
    const checkout = await mockCheckout(fixture, { status, merchant })
    const { page } = checkout
    await fixture.context.route(LOGO, (route) => route.abort())
    await checkout.skeleton()
    const head = page.locator('.merchant')
    await expect.poll(() => head.innerHTML().then((html) => html.trim())).toBe('<bdi>Kiln &amp; Tide</bdi>')
    expect(await head.evaluate((element) => getComputedStyle(element).fontWeight)).toBe('600')
    expect(await page.locator('img').count()).toBe(0)
  })

it('a logo that loads stays', async () => {
  const fixture = await openFixture()
  const checkout = await mockCheckout(fixture, { merchant })
  await fixture.context.route(LOGO, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32"/></svg>',
    }),
  )
  await checkout.open()
  expect(
    await checkout.page.locator('.merchant img').evaluate((image) => (image as HTMLImageElement).naturalWidth),
  ).toBe(64)
})
