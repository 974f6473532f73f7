import jsQR from 'jsqr'
import sharp from 'sharp'
import { consoleUrl } from '../../worker/cli/dev/consoleUrl.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'
import { expect, test } from '../support/fixtures.ts'

/** The text of a QR code in a picture, read by another library than the one that drew it. */
const decode = async (picture: Buffer): Promise<string | undefined> => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test(
  'console: a payment link is made, its QR code leads to the payment host, and a paid link is listed as paid',
  { tag: '@journey' },
  async ({ page, browser, local }) => {
    const origin = consoleUrl(local.gateway)
    const invoice = `INV-${Date.now()}`
    await page.goto(origin)
    await page.getByRole('button', { name: 'Enter as the demo owner' }).click()
    await page.getByRole('link', { name: 'Payment links', exact: true }).click()
    await page.getByRole('link', { name: 'New payment link' }).click()
    await page.getByLabel('Amount').fill('48.50')
    await page.getByLabel('What is it for?').fill('Teapot')
    await page.getByLabel('Order or invoice number').fill(invoice)
    await page.getByLabel('Customer’s email').fill('ada@example.com')
    await page.getByLabel('Look').selectOption('midnight')
    await page.getByText('More options').click()
    await page.getByLabel('Tax').fill('2.10')
    await page.getByRole('button', { name: 'Make link' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '$50.60' })).toBeVisible()

    const url = (await decode(await page.locator('.qr').screenshot()))!
    expect(new URL(url).origin).toBe(local.gateway)
    expect(url).toBe(await page.getByLabel('Address of the payment page').inputValue())
    // The console's host serves no payment page.
    await page.goto(url.replace('//', '//console.'))
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()

    const context = await browser.newContext()
    const checkout = new CheckoutPage(await context.newPage(), local.gateway)
    await checkout.page.goto(url)
    await checkout.waitForForm()
    await expect(checkout.invoice).toContainText('Teapot')
    expect(await checkout.form.evaluate((form) => getComputedStyle(form).backgroundColor)).toBe('rgb(19, 26, 51)')
    await checkout.fillCard()
    await checkout.button.click()
    await checkout.page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await context.close()

    await page.goto(`${origin}/test/checkouts?status=completed&search=${invoice}`)
    const row = page.getByRole('row').nth(1)
    await expect(row).toContainText('Paid')
    await expect(row).toContainText('$50.60')
    await row.getByRole('link', { name: 'Payment link of $50.60' }).click()
    await expect(page.getByText('This link is paid.')).toBeVisible()
    await page.getByRole('link', { name: 'Payment of $50.60' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '$50.60' })).toBeVisible()
  },
)
