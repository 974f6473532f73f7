import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect, test } from '../support/checkoutTest.ts'
import { findLayoutFlaws } from '../pages/layoutFlaws.ts'

/** The brand of a checkout: font, shape, favicon, cards and statement. */

const order = { items: [{ name: 'Cup', price: 26.25, description: 'Stoneware' }], tax: 1, allowAch: true }
const FONT = 'https://fonts.shop.example/brand.woff2'

/** Any woff2 file. */
const woff2 = () =>
  readFile(
    fileURLToPath(
      new URL('../../node_modules/vitepress/dist/client/theme-default/fonts/inter-roman-latin.woff2', import.meta.url),
    ),
  )
const cors = { 'access-control-allow-origin': '*' }
const style = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property)

test('brand: fontFamily, textSize, radius and spacing change text, fields and buttons', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open({ ...order, appearance: { fontFamily: 'serif', textSize: 125, radius: 24, spacing: 'spacious' } })
  for (const selector of ['.bill .due strong', 'label', '#cc-number', '.pay', 'sluice-tabs button'])
    expect(await style(page, selector, 'font-family'), selector).toContain('Charter')
  expect(await style(page, 'html', 'font-size')).toBe('20px')
  for (const selector of ['sluice-field .control', '.pay', 'sluice-tabs button'])
    expect(await style(page, selector, 'border-top-left-radius'), selector).toBe('24px')
  const height = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().height)
  expect(await height('#email')).toBeCloseTo(68, 0)
  expect(await height('.pay')).toBeCloseTo(70, 0)
})

for (const appearance of [
  { fontFamily: 'mono', textSize: 150, radius: 24, spacing: 'spacious', acceptedNetworks: ['visa', 'amex'] },
  { fontFamily: 'slab', radius: 0, spacing: 'compact', inputVariant: 'filled', statementDescriptor: 'KILN*TIDE' },
])
  test(`brand: ${JSON.stringify(appearance)} has no layout flaws and no axe violations at any width`, async ({
    checkout,
  }) => {
    const { page } = checkout
    await checkout.open({ ...order, appearance })
    for (const width of [1280, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findLayoutFlaws(page), `${width}`).toEqual([])
    }
    expect(await axeViolations(page, { bestPractices: true })).toEqual([])
  })

test('brand: a font is loaded from its host, which the policy allows, and from no other', async ({ checkout }) => {
  const { page } = checkout
  const file = await woff2()
  const requested: string[] = []
  await page.route('https://fonts.shop.example/**', (route) => {
    requested.push(route.request().headers()['referer'] ?? 'no referrer')
    return route.fulfill({ contentType: 'font/woff2', headers: cors, body: file })
  })
  await checkout.open({ ...order, appearance: { fontUrl: FONT, fontFamily: 'serif' } })
  await expect
    .poll(() =>
      page.evaluate(() => [...document.fonts].map(({ family, status, display }) => [family, status, display])),
    )
    .toEqual([['merchant', 'loaded', 'swap']])
  expect(requested).toEqual(['no referrer'])
  expect(await style(page, '.pay', 'font-family')).toMatch(/^merchant, Charter/)
  const other = await page.evaluate(() =>
    new FontFace('other', 'url(https://evil.example/x.woff2)').load().then(
      () => 'loaded',
      () => 'blocked',
    ),
  )
  expect(other).toBe('blocked')
})

test('brand: a font that fails leaves the system font, and the checkout can be paid', async ({ checkout }) => {
  const { page } = checkout
  await page.route('https://fonts.shop.example/**', (route) => route.abort())
  await checkout.open({ ...order, appearance: { fontUrl: FONT, fontFamily: 'mono' } })
  await expect.poll(() => page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual(['error'])
  expect(await findLayoutFlaws(page)).toEqual([])
  await checkout.fillCard()
  await checkout.pay()
  await checkout.waitForReceipt()
})

test('brand: the favicon is the merchant’s', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open({ ...order, appearance: { faviconUrl: 'https://icons.shop.example/tab.png' } })
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', 'https://icons.shop.example/tab.png')
})

test('brand: only accepted cards can pay, and the gateway refuses others as well', async ({ checkout }) => {
  const { page, client } = checkout
  const { id, url } = await checkout.open({ ...order, appearance: { acceptedNetworks: ['mastercard', 'amex'] } })
  await checkout.fillCard()
  await expect(page.getByText('This type of card is not accepted. Try another card.').first()).toBeVisible()
  // A request without the form's check.
  const nonce = await page
    .locator('#checkout')
    .evaluate((data) => (JSON.parse(data.textContent!) as { nonce: string }).nonce)
  const refused = await page.evaluate(
    async ([address, nonce]) => {
      const creditCard = { accountNumber: '4242424242424242', expires: '1244', verificationValue: '123' }
      const body = JSON.stringify({ nonce, payment: { creditCard }, answers: {} })
      const response = await fetch(`${address}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      return [response.status, ((await response.json()) as { errors: { type: string }[] }).errors[0]!.type]
    },
    [new URL(url).pathname, nonce],
  )
  expect(refused).toEqual([400, 'network_not_accepted'])
  expect(await client.attempts(id)).toEqual([])

  await page.locator('#cc-number').fill('5555555555554444')
  await checkout.pay()
  await checkout.waitForReceipt()
  const { payment } = await client.transaction((await client.read(id)).transactionId)
  expect(payment.network).toBe('mastercard')
})

test('brand: form and receipt show the statement descriptor', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open({ ...order, appearance: { statementDescriptor: 'KILN*TIDE' } })
  const sentence = page.getByText('Your statement will say KILN*TIDE')
  await expect(sentence).toBeVisible()
  await checkout.fillCard()
  await checkout.pay()
  await checkout.waitForReceipt()
  await expect(sentence).toBeVisible()
})
