import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'
import { goodCard } from '../pages/cardFrame.ts'

/** Forms on a merchant's cross-origin page under a strict CSP, with the real gateway behind the frame. */
const test = base.extend<{ errors: string[] }>({
  errors: async ({ page }, use) => {
    const errors: string[] = []
    // Browsers request a favicon, which the CSP blocks; each reports it differently.
    const record = (text: string) => text.includes('/favicon.ico') || errors.push(text)
    page.on('console', (message) => message.type() === 'error' && record(`${message.text()} ${message.location().url}`))
    page.on('pageerror', (error) => record(String(error)))
    await use(errors)
  },
})

const anyToken = expect.stringMatching(/^[0-9A-Za-z]{44}$/)

test('card form: submit sends a token and the pressed button, and no card data', async ({ form, merchant, errors }) => {
  await form.open()
  await form.card.type(goodCard)
  await form.pay()
  await form.waitForReceived()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { token: anyToken, how: 'now' } }])
  expect(errors).toEqual([])
})

test('card form: other listeners receive one submit event with the token and the button', async ({ form }) => {
  await form.open()
  await form.card.complete(goodCard)
  await form.page.getByRole('button', { name: 'Later' }).click()
  await form.waitForReceived()
  expect(await form.submits()).toEqual([{ fields: { token: anyToken, how: 'later' }, submitter: 'Later' }])
})

test('card form: Enter in the frame submits the form without a button', async ({ form, merchant }) => {
  await form.open()
  await form.card.type(goodCard)
  await form.page.keyboard.press('Enter')
  await form.waitForReceived()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { token: anyToken } }])
})

test('card form: a double click submits once', async ({ form, merchant, page }) => {
  await form.open()
  await form.card.complete(goodCard)
  let tokens = 0
  page.on('request', (request) => (tokens += Number(request.url().endsWith('/v1/tokens'))))
  await page.getByRole('button', { name: 'Pay' }).dblclick()
  await form.waitForReceived()
  expect(merchant.posts).toHaveLength(1)
  expect(tokens).toBe(1)
})

test('card form: form.submit() fires no event and sends no token; tokenize() returns one', async ({
  form,
  merchant,
}) => {
  await form.open()
  await form.card.complete(goodCard)
  const token = await form.onCard(async (card) => {
    const result = await card.tokenize()
    return result
  })
  expect(token).toEqual({ token: anyToken, network: 'visa', last4: '4242', expiry: '1230' })
  await form.onCard((card) => card.form?.submit())
  await form.waitForReceived()
  expect(merchant.posts[0]?.fields).toEqual({ token: token.token })

  await form.open()
  await form.card.complete(goodCard)
  await form.onCard((card) => card.form?.submit())
  await form.waitForReceived()
  expect(merchant.posts[1]?.fields).toEqual({})
})

test('card form: the frame has no scrollable overflow', async ({ form }) => {
  await form.open()
  await expect
    .poll(() => form.card.frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight))
    .toBe(0)
})

test('card form: an empty optional card is submitted without a token', async ({ form, merchant }) => {
  await form.open(form.element(''))
  await form.pay()
  await form.waitForReceived()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { how: 'now' } }])
})

test('card form: an empty required card blocks the submit and takes focus', async ({ form, merchant, page }) => {
  await form.open()
  await form.pay()
  await form.waitForFocus('cc-number')
  await expect(form.card.frame.getByText('Enter the card number')).toBeVisible()
  expect(await form.onCard((card) => [card.validity.valueMissing, card.matches(':invalid')])).toEqual([true, true])
  expect(await form.submits()).toEqual([])
  await page.waitForTimeout(300)
  expect(merchant.posts).toEqual([])
})

test('card form: reportValidity() focuses the invalid field', async ({ form }) => {
  await form.open()
  await form.card.number.pressSequentially('4242424242424242')
  await form.onCard((card) => card.reportValidity())
  await form.waitForFocus('cc-exp')
  await expect(form.card.expiry).toHaveAccessibleDescription('Enter the expiry date')
})

test('card form: a required card is invalid until the frame has loaded', async ({ form, page, local, merchant }) => {
  const gate = Promise.withResolvers<void>()
  await page.route(`${local.gateway}/card?**`, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(merchant.serve(form.html(), { csp: form.strictPolicy }), { waitUntil: 'commit' })
  await page.locator('sluice-card:invalid').waitFor()
  await form.pay()
  expect(merchant.posts).toEqual([])
  gate.resolve()
  await form.card.complete(goodCard)
  await form.pay()
  await form.waitForReceived()
})

test('card form: a card rejected by the gateway blocks the submit, shows the reason at its field, and can be corrected', async ({
  form,
  page,
  merchant,
}) => {
  // The card is valid by the shopper’s clock and expired by the gateway’s. page.clock cannot be uninstalled.
  const clock = await page.addInitScript(() => (Date.now = () => Date.UTC(2024, 0, 10)))
  await form.open()
  await form.onCard((card) => card.addEventListener('error', ({ code }) => (document.title = code)))
  await form.card.complete({ ...goodCard, expiry: '02/24' })
  await form.pay()
  await form.waitForFocus('cc-exp')
  await expect(form.card.frame.getByText('This card has expired')).toBeVisible()
  expect(await page.title()).toBe('card_invalid')
  expect(await form.onCard((card) => card.validity.customError)).toBe(true)
  expect(merchant.posts).toEqual([])

  await form.card.expiry.fill('12/30')
  await form.card.whenComplete()
  await form.pay()
  await form.waitForReceived()
  expect(merchant.posts).toHaveLength(1)
  await clock.dispose()
})

test('card form: a decline clears and focuses only the CVV, and the next token is a new one', async ({ form }) => {
  await form.open()
  await form.card.complete(goodCard)
  const first = await form.onCard((card) => card.tokenize())
  await form.onCard((card) => card.declined())
  await form.waitForFocus('cc-csc')
  await expect(form.card.code).toHaveValue('')
  await expect(form.card.number).toHaveValue('4242 4242 4242 4242')
  await expect(form.card.frame.getByText('Card declined. Try another card.').first()).toBeVisible()
  await form.card.code.pressSequentially('123')
  await form.card.whenComplete()
  const second = await form.onCard((card) => card.tokenize())
  expect(second.token).not.toBe(first.token)

  await form.onCard((card) => card.declined('Your bank said no.'))
  await expect(form.card.frame.getByText('Your bank said no.').first()).toBeVisible()
})

test('card form: works under Cross-Origin-Embedder-Policy require-corp', async ({ form, page, merchant }) => {
  const headers = { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' }
  await page.goto(merchant.serve(form.html(), { csp: form.strictPolicy, headers }))
  await form.card.complete(goodCard)
  await form.pay()
  await form.waitForReceived()
  expect(merchant.posts).toHaveLength(1)
})

test('card form: the versioned script runs with its published hash and is blocked with another', async ({
  form,
  page,
  merchant,
  local,
}) => {
  const published = (await (await page.request.get(`${local.gateway}/sri.json`)).json()) as Record<string, string>
  const [[path, integrity] = ['', '']] = Object.entries(published)
  const pinned = (hash: string) =>
    form.html().replace(/src="[^"]+"/, `src="${local.gateway}${path}" integrity="${hash}" crossorigin`)
  await page.goto(merchant.serve(pinned(integrity), { csp: form.strictPolicy }))
  await form.card.number.waitFor()

  const other = `sha384-${'A'.repeat(64)}`
  await page.goto(merchant.serve(pinned(other), { path: '/other', csp: form.strictPolicy }))
  expect(await page.evaluate(() => customElements.get('sluice-card'))).toBeUndefined()
})
