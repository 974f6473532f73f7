import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { parseColor } from '#contract/theme/color'
import { readCssColor } from '#contract/theme/cssColor'
import { PRESETS } from '#contract/theme/presets'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import { ownerSession } from '../../../testing/console/sessionSamples.ts'
import { multiCurrencyAccountBody } from '../../../testing/console/accountSamples.ts'
import { sampleCheckout } from '../../../testing/console/checkoutSamples.ts'

const openFixture = useConsole()
const { id } = sampleCheckout()
const create = 'POST /v1/dynamiccheckout'

const open = async (fixture: ConsoleFixture): Promise<Page> => {
  fixture.respond('GET /v1/account', () => ({ body: multiCurrencyAccountBody() }))
  fixture.respond(create, () => ({ body: { id, url: sampleCheckout().url, expiresAt: '', errors: null } }))
  fixture.respond(`GET /v1/dynamiccheckout/${id}`, () => ({ body: sampleCheckout() }))
  const page = await fixture.open('/test/checkouts/new')
  await page.getByLabel('Amount').waitFor()
  return page
}

const keysOf = (fixture: ConsoleFixture) => fixture.sent(create).map((sent) => sent.headers()['idempotency-key'])

it('an amount makes a link, and the button back leads to the list', async () => {
  const fixture = await openFixture()
  const page = await open(fixture)
  await page.goto('https://console.test/test/checkouts')
  await page.getByRole('link', { name: 'New payment link' }).first().click()
  const amount = page.getByLabel('Amount')
  await expect.poll(() => amount.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('12.50')
  expect(await page.getByLabel('Currency').locator('option').allInnerTexts()).toEqual(['USD', 'EUR', 'JPY'])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '$56.60' }).waitFor()
  expect(fixture.sent(create).map((sent) => sent.postDataJSON())).toEqual([{ total: 12.5, currency: 840 }])
  expect(keysOf(fixture)[0]).toMatch(/^[0-9a-f-]{36}$/)
  await page.goBack()
  await page.getByRole('heading', { name: 'Payment links', exact: true }).waitFor()
})

it('a link that got no response is sent again as it is, with the same key', async () => {
  const fixture = await openFixture()
  const page = await open(fixture)
  fixture.respond(create, () => 'abort')
  await page.getByLabel('Amount').fill('5')
  await page.getByRole('button', { name: 'Make link' }).dblclick()
  await page.getByText('it cannot be made twice').waitFor()
  expect(await page.getByLabel('Amount').isDisabled()).toBe(true)
  fixture.respond(create, () => ({ body: { id, errors: null } }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: '$56.60' }).waitFor()
  expect(new Set(keysOf(fixture)).size).toBe(1)
  expect(new Set(fixture.sent(create).map((sent) => sent.postData())).size).toBe(1)
})

it('what is missing is said at its field, which is focused, also behind More options', async () => {
  const fixture = await openFixture()
  const page = await open(fixture)
  await page.getByRole('button', { name: 'Make link' }).click()
  await page.getByText('Enter an amount such as 25').waitFor()
  expect(await page.getByLabel('Amount').evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByLabel('Amount').fill('5')
  await page.getByText('More options').click()
  await page.getByLabel('Discount').fill('much')
  await page.getByLabel('What is it for?').fill('Tea')
  await page.getByText('More options').click()
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect
    .poll(() => page.getByLabel('Discount').evaluate((element) => element === document.activeElement))
    .toBe(true)
  expect(fixture.sent(create)).toEqual([])
})

it('what the gateway refuses is said at its field', async () => {
  const fixture = await openFixture()
  const page = await open(fixture)
  fixture.respond(create, () => ({
    status: 400,
    body: {
      requestId: 'f'.repeat(32),
      errors: [{ type: 'amount_precision_invalid', message: { text: 'Too many decimals.', field: 'total' } }],
    },
  }))
  await page.getByLabel('Amount').fill('5.25')
  await page.getByLabel('Currency').selectOption('JPY')
  await page.getByRole('button', { name: 'Make link' }).click()
  await page.locator('#link-price-0-message').getByText('Too many decimals.').waitFor()
  await page.getByLabel('Amount').fill('525')
  expect(await page.getByText('Too many decimals.').count()).toBe(0)
  fixture.respond(create, () => failure(403, 'scope_missing'))
  await page.getByRole('button', { name: 'Make link' }).click()
  await page.getByRole('alert').getByText('Your role does not allow this').waitFor()
  expect(new Set(keysOf(fixture)).size).toBe(2)
})

it('items are added and removed, and the picture follows', async () => {
  const fixture = await openFixture()
  const page = await open(fixture)
  await page.getByLabel('Amount').fill('10')
  await page.getByRole('button', { name: 'List several items' }).click()
  await page.getByLabel('Item', { exact: true }).fill('Mug')
  await page.getByLabel('Quantity').fill('3')
  await page.getByRole('button', { name: 'Add an item' }).click()
  await page.getByLabel('Item', { exact: true }).nth(1).fill('Lid')
  await page.getByLabel('Price of one').nth(1).fill('0.10')
  await page.getByRole('img', { name: 'with a total of $30.10' }).waitFor()
  expect(await page.locator('.drawn-line').allInnerTexts()).toEqual(['3 × Mug\n$10.00', 'Lid\n$0.10'])
  await page.getByRole('button', { name: 'Remove Lid' }).click()
  await page.getByRole('img', { name: 'with a total of $30.00' }).waitFor()
  await page.getByRole('button', { name: 'Make link' }).click()
  await page.getByRole('heading', { name: '$56.60' }).waitFor()
  expect(fixture.sent(create)[0]!.postDataJSON()).toEqual({
    items: [{ name: 'Mug', price: 10, quantity: 3 }],
    currency: 840,
  })
})

/** A colour as a browser prints it. */
const printed = (color: string) => {
  const [red, green, blue] = parseColor(color, readCssColor)!
  return `rgb(${red}, ${green}, ${blue})`
}

it.each(PRESETS)('the picture has the colours of $title', async ({ id: look, members }) => {
  const page = await open(await openFixture())
  await page.getByLabel('Look').selectOption(look)
  const colorOf = (selector: string, property: string) =>
    page.locator(selector).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  expect(await colorOf('.drawn-invoice', 'background-color')).toBe(printed(members.invoiceBackgroundColor!))
  expect(await colorOf('.drawn-form', 'background-color')).toBe(printed(members.formBackgroundColor!))
  expect(await colorOf('.drawn-form', 'color')).toBe(printed(members.formTextColor!))
  if (members.formButtonBackgroundColor)
    expect(await colorOf('.drawn-button', 'background-color')).toBe(printed(members.formButtonBackgroundColor))
})

it('the picture takes no input, and the page has no frame and no field for a card', async () => {
  const page = await open(await openFixture())
  expect(
    await page
      .locator('page-preview :is(input, select, textarea, button, a, iframe, [tabindex], [contenteditable])')
      .count(),
  ).toBe(0)
  expect(await page.locator('iframe, input[autocomplete^=cc-]').count()).toBe(0)
})

it('the JSON of the theme studio is drawn and sent', async () => {
  const fixture = await openFixture()
  const page = await open(fixture)
  await page.getByLabel('Amount').fill('5')
  await page.getByLabel('Look').selectOption('own')
  await page.getByLabel('JSON', { exact: true }).fill('{"formBackgroundColor":"#102030","radius":2}')
  await expect
    .poll(() => page.locator('.drawn-form').evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe('rgb(16, 32, 48)')
  await page.getByRole('button', { name: 'Make link' }).click()
  await page.getByRole('heading', { name: '$56.60' }).waitFor()
  expect(fixture.sent(create)[0]!.postDataJSON().appearance).toEqual({ formBackgroundColor: '#102030', radius: 2 })
})

it('a role that makes no links sees no form', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({ body: { ...ownerSession, operations: ['listCheckouts', 'getAccount'] } }))
  const page = await fixture.open('/test/checkouts/new')
  await page.getByText('Your role makes no payment links').waitFor()
  expect(await page.locator('form').count()).toBe(0)
})

it('nothing moves when the form replaces its skeleton', async () => {
  const fixture = await openFixture()
  await fixture.page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries())
        (window as unknown as { shift: number }).shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const page = await open(fixture)
  await page.getByLabel('Look').waitFor()
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.001)
})
