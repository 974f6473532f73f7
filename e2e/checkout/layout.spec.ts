import { expect, test } from '../support/checkoutTest.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'
import { type CheckoutBody, toBody, withSavedCards } from './checkoutStates.ts'
import { findLayoutFlaws } from '../pages/layoutFlaws.ts'

/** Checkouts with extreme content, right-to-left texts, printing and no scripts. */

const sizes = {
  wide: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
  /** A screen of 1,280 pixels at 400 % zoom. */
  enlarged: { width: 320, height: 640 },
}

const sentence = 'A fine glaze of the sea at dusk, thrown by hand and fired twice in a kiln of stone. '
const words = (length: number) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)
const oneWord = (length: number) => 'Donaudampfschifffahrtselektrizität'.repeat(Math.ceil(length / 34)).slice(0, length)

const inputs = ['text', 'email', 'number', 'date', 'select', 'checkbox'] as const
const customField = (index: number) => ({
  label: index % 2 ? words(100) : oneWord(100),
  type: inputs[index % inputs.length]!,
  required: index % 3 === 0,
  ...(inputs[index % inputs.length] === 'select' && { options: [words(100), oneWord(99), 'S'] }),
})

type ExtremeCheckout = {
  body: CheckoutBody
  texts: readonly (string | RegExp)[]
}

const extremeCheckouts: Record<string, ExtremeCheckout> = {
  '200 items': {
    body: {
      items: Array.from({ length: 200 }, (_, index) => ({
        name: `Item ${index + 1}`,
        price: 1.5,
        quantity: index + 1,
      })),
      tax: 12.5,
    },
    texts: ['Item 200', '$30,162.50', 'Quantity: 200', '$300.00'],
  },
  'the largest total, long words, empty texts and a price of 0': {
    body: {
      items: [
        { name: oneWord(200), price: 999999.99, quantity: 99, description: oneWord(1000) },
        { name: words(200), price: 12.5, quantity: 999999, description: words(1000) },
        { name: 'Nothing to say', price: 0, description: '' },
        { name: 'Yachts', price: 888500.01, quantity: 1000 },
        { name: 'Stickers', price: 3.47 },
      ],
      surcharge: 0.01,
      total: 999999999.99,
      invoiceInfo: { number: 'N'.repeat(100), invoiceDate: '2026-11-18', dueDate: '2027-01-02' },
      submitButtonText: words(60),
      customerInfo: { name: oneWord(100), email: `${'long.'.repeat(12)}name@${'sub.'.repeat(40)}example.com` },
      subscription: { billingDate: '2099-11-30' },
      collectShipping: true,
      allowAch: true,
    },
    texts: ['$999,999,999.99', '$98,999,999.01', '$12,499,987.50', 'Nothing to say', '$0.00', words(60)],
  },
  '20 custom fields with labels of 100 letters, and a long button text': {
    body: {
      total: 26.25,
      customerDefinedField: Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [`q${index}`, customField(index)]),
      ),
      submitButtonText: oneWord(60),
    },
    texts: [oneWord(60)],
  },
  'ten saved cards': { body: withSavedCards(10), texts: [/Visa ending in 4242/, /Mastercard ending in 4444/] },
}

for (const [name, { body, texts }] of Object.entries(extremeCheckouts))
  test(`checkout with ${name}: no cut, covered or overflowing text at any width`, async ({ checkout }) => {
    const { page } = checkout
    const { url } = await checkout.open(await toBody(body, checkout.client))
    for (const text of texts) await expect(page.locator('body')).toContainText(text)
    for (const locale of ['en', 'ar']) {
      if (locale !== 'en') await page.goto(`${url}?locale=${locale}`)
      await checkout.waitForForm()
      for (const [width, size] of Object.entries(sizes)) {
        await page.setViewportSize(size)
        const folded = page.locator('.fold summary').filter({ visible: true })
        if ((await folded.count()) > 0 && width === 'phone') await folded.click()
        expect(await findLayoutFlaws(page), `${locale}, ${width}`).toEqual([])
      }
    }
  })

test('findLayoutFlaws: overflow, overlap and cut text are reported', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open({ items: [{ name: 'Cup', price: 5 }], allowAch: true })
  expect(await findLayoutFlaws(page)).toEqual([])
  const styles: Record<string, RegExp> = {
    '.column { width: 2000px; max-width: none !important }': /scrolls sideways/,
    '.pay { position: relative; top: -60px }': /lies on/,
    '.items .name { width: 8px; white-space: nowrap; overflow-wrap: normal; overflow: hidden }': /too wide/,
    '.head { position: relative; left: -180px }': /sticks out/,
  }
  for (const [style, flaw] of Object.entries(styles)) {
    await page.evaluate((style) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(style)
      document.adoptedStyleSheets = [sheet]
    }, style)
    expect((await findLayoutFlaws(page)).join(), style).toMatch(flaw)
  }
})

test('checkout: a long item description is collapsed and can be opened', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open({ items: [{ name: 'Cup', price: 5, description: words(1000) }] })
  const description = page.locator('.items .words')
  await expect(description).toBeHidden()
  await page.locator('.items summary').click()
  await expect(description).toHaveText(words(1000).trim())
  expect(await findLayoutFlaws(page)).toEqual([])
})

test('checkout: Arabic mirrors everything except numbers, and a 19-digit card pays', async ({ checkout }) => {
  const { page, client } = checkout
  const { id } = await checkout.open(
    { items: [{ name: 'Cup', price: 26.25, quantity: 2 }], submitButtonText: 'Pay, please!' },
    '?locale=ar',
  )
  const left = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().left)
  expect(await left('.invoice')).toBeGreaterThan(await left('main.form'))
  expect(await left('.items .name')).toBeGreaterThan(await left('.items .amount'))
  const directions = (selector: string) =>
    page.locator(selector).evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).direction))])
  expect(await directions('.items .amount bdi, .due strong bdi, #cc-number, #cc-exp, #cc-csc')).toEqual(['ltr'])
  expect(await directions('html, .items .name')).toEqual(['rtl'])
  // The merchant's own text keeps its direction: its last character is on the right.
  const rightOf = (sign: string) =>
    page.locator('.pay > :first-child').evaluate((span, sign) => {
      const words = [...span.childNodes].find((node) => node.textContent!.includes(sign) && node instanceof Text)!
      const range = document.createRange()
      const at = words.textContent!.indexOf(sign)
      range.setStart(words, at)
      range.setEnd(words, at + 1)
      return range.getBoundingClientRect().right
    }, sign)
  expect(await rightOf('!')).toBeGreaterThan(await rightOf('P'))

  for (const [input, text] of Object.entries({ number: '4444333322221111455', exp: '1230', csc: '123', name: 'Ada' }))
    await page.locator(`#cc-${input}`).fill(text)
  await expect(page.locator('#cc-number')).toHaveValue('4444 3333 2222 1111 455')
  expect(await findLayoutFlaws(page)).toEqual([])
  await checkout.pay()
  await checkout.waitForReceipt()
  const { payment, amountCaptured } = await client.transaction((await client.read(id)).transactionId)
  expect([payment.accountNumber.slice(-4), amountCaptured]).toEqual(['1455', 52.5])
  await expect(page.locator('.done')).toContainText('52.50')
  expect(await findLayoutFlaws(page)).toEqual([])
})

test('receipt: prints on one page, black on white, without buttons', async ({ checkout }) => {
  const { page } = checkout
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkout.open({
    items: Array.from({ length: 8 }, (_, index) => ({ name: `Item ${index + 1}`, price: 5, description: sentence })),
    tax: 1,
    thankYouUrl: 'https://shop.example/thanks',
    appearance: { invoiceBackgroundColor: '#7a0f4d', formBackgroundColor: '#101820', formTextColor: '#ff8' },
  })
  await checkout.fillCard()
  await checkout.pay()
  await checkout.waitForReceipt()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  for (const part of ['Item 8', '$41.00', 'Visa •••• 4242', 'Kiln & Tide'])
    await expect(page.getByText(part).filter({ visible: true }).first()).toBeVisible()
  expect(await page.locator('button, .back, summary').filter({ visible: true }).count()).toBe(0)
  const colors = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && element.textContent!.trim() !== '')
      .map((element) => getComputedStyle(element).color),
  )
  expect([...new Set(colors)]).toEqual(['rgb(0, 0, 0)'])
  const backgrounds = await page
    .locator('html, .invoice, main.form')
    .evaluateAll((all) => all.map((element) => getComputedStyle(element).backgroundColor))
  expect([...new Set(backgrounds)]).toEqual(['rgb(255, 255, 255)'])
})

test('checkout: without JavaScript the invoice is readable, and a notice explains that paying needs JavaScript', async ({
  browser,
  local,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: sizes.phone })
  try {
    const checkout = new CheckoutPage(await context.newPage(), local.gateway)
    const { url } = await checkout.client.create({
      items: [{ name: 'Tide mug', price: 26.25, description: words(300) }],
      tax: 1,
    })
    await checkout.page.goto(url)
    const notice = checkout.page.locator('noscript .notice')
    await expect(notice).toBeVisible()
    await expect(notice).toHaveText(/Turn on JavaScript/)
    await expect(checkout.button).toBeDisabled()
    // The order summary opens without scripts.
    await checkout.page.locator('.fold summary').click()
    for (const part of ['Tide mug', '$1.00', '$27.25']) await expect(checkout.page.locator('.bill')).toContainText(part)
    await expect(checkout.page.locator('.items .name')).toBeVisible()
    await checkout.page.locator('.items summary').click()
    await expect(checkout.page.locator('.items .words')).toBeVisible()
    await expect(checkout.form.getByText('Card number')).toBeVisible()
  } finally {
    await context.close()
  }
})

/** Colours of large areas, so a missing or recoloured panel exceeds the difference that fonts cause. */
const largeAreas = {
  invoiceBackgroundColor: '#0f4c4a',
  formBackgroundColor: '#fbf3e4',
  formInputBackgroundColor: '#ffffff',
  formButtonBackgroundColor: '#b3401f',
  formAccentColor: '#0f4c4a',
}
const picturedOrder = {
  items: [
    { name: 'Tide mug', price: 26.25, quantity: 2, description: 'Sea green' },
    { name: 'Harbor bowl', price: 38.5 },
  ],
  tax: 5.5,
}

const pictures: Record<
  string,
  {
    size: keyof typeof sizes
    dark?: boolean
    locale?: string
    body: object
    show?: (checkout: CheckoutPage) => Promise<unknown>
  }
> = {
  'form-wide': { size: 'wide', body: { ...picturedOrder, allowAch: true, appearance: largeAreas } },
  'form-phone-dark': { size: 'phone', dark: true, body: { ...picturedOrder, allowAch: true } },
  'form-phone-arabic': { size: 'phone', locale: 'ar', body: { ...picturedOrder, appearance: largeAreas } },
  'errors-wide-dark': {
    size: 'wide',
    dark: true,
    body: picturedOrder,
    show: async ({ page }) => {
      await page.locator('.pay').click()
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    },
  },
  'receipt-wide': {
    size: 'wide',
    body: { ...picturedOrder, thankYouUrl: 'https://shop.example/', appearance: largeAreas },
    show: async (checkout) => {
      await checkout.fillCard()
      await checkout.pay()
      await checkout.waitForReceipt()
      // A key press stops the automatic navigation.
      await checkout.page.keyboard.press('Shift')
    },
  },
}

/** Allows for fonts, which differ between machines. */
const screenshotOptions = { maxDiffPixelRatio: 0.05, threshold: 0.03, animations: 'disabled', caret: 'hide' } as const

for (const [name, { size, dark = false, locale = 'en', body, show }] of Object.entries(pictures))
  test(`checkout: screenshot matches ${name}.png`, async ({ checkout }) => {
    const { page } = checkout
    await page.setViewportSize({ ...sizes[size], height: 720 })
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await checkout.open(body, `?locale=${locale}`)
    await show?.(checkout)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(page).toHaveScreenshot(`${name}.png`, {
      ...screenshotOptions,
      mask: [page.locator('.form .facts dd')],
    })
  })
