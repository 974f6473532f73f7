import { createHash } from 'node:crypto'
import { expect, test } from '../support/fixtures.ts'
import { CheckoutClient } from '../pages/checkoutPage.ts'

test(
  '<sluice-checkout>: payment in a page with a strict CSP fires complete and keeps the page open',
  { tag: '@journey' },
  async ({ page, merchant, local }) => {
    const client = new CheckoutClient(local.gateway)
    const { id, url } = await client.create({
      items: [{ name: 'Cup', price: 12.5 }],
      iframe: true,
      thankYouUrl: 'https://shop.example/thanks',
    })
    const script = `addEventListener('complete', ({ transactionId, status, checkoutId, url }) => {
    document.title = JSON.stringify({ transactionId, status, checkoutId, url })
  }, true)`
    const hash = createHash('sha256').update(script).digest('base64')
    const csp = `default-src 'none'; script-src 'sha256-${hash}' ${local.gateway}; frame-src ${local.gateway}; img-src data:`
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title><script>${script}</script><script type="module" src="${local.gateway}/embed.js"></script><h1>Shop</h1><sluice-checkout src="${url}"></sluice-checkout>`
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const headers = { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' }
    const pageUrl = merchant.serve(html, { csp, headers })
    await page.goto(pageUrl)

    const frame = page.locator('sluice-checkout iframe').contentFrame()
    await frame.getByLabel('Card number').fill('4242424242424242')
    await frame.getByLabel('Expiry').fill('12 / 30')
    await frame.getByLabel('CVV').fill('123')
    await frame.getByLabel('Name on card').fill('Ada Lovelace')
    await frame.getByRole('button', { name: 'Pay $12.50' }).click()
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor()

    const { transactionId } = await client.read(id)
    const result = { transactionId, status: 'completed', checkoutId: id }
    await expect(page).toHaveTitle(
      JSON.stringify({
        ...result,
        url: `https://shop.example/thanks?${new URLSearchParams(result as Record<string, string>)}`,
      }),
    )
    // Longer than the delay before an unframed receipt navigates.
    await page.waitForTimeout(3500)
    expect(page.url()).toBe(pageUrl)
    expect(await frame.locator('html').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
      0,
    )
    expect(errors).toEqual([])
  },
)

test('<sluice-checkout>: choices change the total in the frame, and the page receives no figures before the payment', async ({
  page,
  merchant,
  local,
}) => {
  const client = new CheckoutClient(local.gateway)
  const { id, url } = await client.create({
    items: [{ name: 'Cup', price: 10, adjustableQuantity: { maximum: 3 } }],
    collectShipping: true,
    customerInfo: { name: 'Ada', address: '1 Main St', city: 'Ely', zip: 'CB7 4DL', country: 'GB' },
    shippingOptions: [
      { id: 'post', label: 'Post', amount: 5 },
      { id: 'courier', label: 'Courier', amount: 15 },
    ],
    iframe: true,
  })
  const script = `onmessage = ({ data }) => (document.title += JSON.stringify(data))`
  await page.goto(
    merchant.serve(
      `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop </title><script>${script}</script><script type="module" src="${local.gateway}/embed.js"></script><h1>Shop</h1><sluice-checkout src="${url}"></sluice-checkout>`,
    ),
  )
  const frame = page.locator('sluice-checkout iframe').contentFrame()
  await frame.getByRole('button', { name: 'One more' }).click()
  await frame.getByRole('button', { name: 'Pay $25.00' }).waitFor()
  await frame.getByRole('radio', { name: /Courier/ }).check()
  const pay = frame.getByRole('button', { name: 'Pay $35.00' })
  await pay.waitFor()
  // The frame is as high as its content: nothing scrolls inside.
  await expect
    .poll(() => frame.locator('html').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
    .toBe(0)
  expect(await page.title()).not.toMatch(/25|35|courier/i)
  await frame.getByLabel('Card number').fill('4242424242424242')
  await frame.getByLabel('Expiry').fill('12 / 30')
  await frame.getByLabel('CVV').fill('123')
  await frame.getByLabel('Name on card').fill('Ada Lovelace')
  await pay.click()
  await frame.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(await client.read(id)).toMatchObject({ status: 'completed', total: 35 })
})
