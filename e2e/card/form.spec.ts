import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'
import { goodCard } from '../pages/cardFrame.ts'

/** Forms on a merchant's page at another origin, under the strictest policy, with the real gateway behind the frame. */
const test = base.extend<{ complaints: string[] }>({
  complaints: async ({ page }, use) => {
    const complaints: string[] = []
    // Browsers ask for an icon, which no policy like this allows; each complains of that in another way.
    const note = (text: string) => text.includes('/favicon.ico') || complaints.push(text)
    page.on('console', (message) => message.type() === 'error' && note(`${message.text()} ${message.location().url}`))
    page.on('pageerror', (error) => note(String(error)))
    await use(complaints)
  },
})

const aToken = expect.stringMatching(/^[0-9A-Za-z]{44}$/)

test('sends a token with the button that was pressed, and nothing of the card', async ({
  form,
  merchant,
  complaints,
}) => {
  await form.open()
  await form.card.type(goodCard)
  await form.pay()
  await form.received()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { token: aToken, how: 'now' } }])
  expect(complaints).toEqual([])
})

test('other listeners see one submit event, with the token and the button', async ({ form }) => {
  await form.open()
  await form.card.complete(goodCard)
  await form.page.getByRole('button', { name: 'Later' }).click()
  await form.received()
  expect(await form.submits()).toEqual([{ fields: { token: aToken, how: 'later' }, submitter: 'Later' }])
})

test('Enter in the frame submits, without a button', async ({ form, merchant }) => {
  await form.open()
  await form.card.type(goodCard)
  await form.page.keyboard.press('Enter')
  await form.received()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { token: aToken } }])
})

test('a double click submits once', async ({ form, merchant, page }) => {
  await form.open()
  await form.card.complete(goodCard)
  let tokens = 0
  page.on('request', (request) => (tokens += Number(request.url().endsWith('/v1/tokens'))))
  await page.getByRole('button', { name: 'Pay' }).dblclick()
  await form.received()
  expect(merchant.posts).toHaveLength(1)
  expect(tokens).toBe(1)
})

test('form.submit() fires no event, so it sends no token; tokenize() is there for it', async ({ form, merchant }) => {
  await form.open()
  await form.card.complete(goodCard)
  const token = await form.onCard(async (card) => {
    const made = await card.tokenize()
    return made
  })
  expect(token).toEqual({ token: aToken, network: 'visa', last4: '4242', expiry: '1230' })
  await form.onCard((card) => card.form?.submit())
  await form.received()
  expect(merchant.posts[0]?.fields).toEqual({ token: token.token })

  await form.open()
  await form.card.complete(goodCard)
  await form.onCard((card) => card.form?.submit())
  await form.received()
  expect(merchant.posts[1]?.fields).toEqual({})
})

test('the frame shows all of itself: nothing in it scrolls', async ({ form }) => {
  await form.open()
  await expect
    .poll(() => form.card.frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight))
    .toBe(0)
})

test('empty and not required, it submits without the member', async ({ form, merchant }) => {
  await form.open(form.element(''))
  await form.pay()
  await form.received()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { how: 'now' } }])
})

test('empty and required, it holds the form and takes focus', async ({ form, merchant, page }) => {
  await form.open()
  await form.pay()
  await form.focusOn('cc-number')
  await expect(form.card.frame.getByText('Enter the card number')).toBeVisible()
  expect(await form.onCard((card) => [card.validity.valueMissing, card.matches(':invalid')])).toEqual([true, true])
  expect(await form.submits()).toEqual([])
  await page.waitForTimeout(300)
  expect(merchant.posts).toEqual([])
})

test('reportValidity() puts focus on the field that is wrong', async ({ form }) => {
  await form.open()
  await form.card.number.pressSequentially('4242424242424242')
  await form.onCard((card) => card.reportValidity())
  await form.focusOn('cc-exp')
  await expect(form.card.expiry).toHaveAccessibleDescription('Enter the expiry date')
})

test('before the frame has loaded it counts as missing', async ({ form, page, local, merchant }) => {
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
  await form.received()
})

test('a card that the gateway refuses submits nothing, says why at its field, and may be corrected', async ({
  form,
  page,
  merchant,
}) => {
  // On this shopper's clock the card is still good; on the gateway's it is not. Not page.clock, which stays for ever.
  const clock = await page.addInitScript(() => (Date.now = () => Date.UTC(2024, 0, 10)))
  await form.open()
  await form.onCard((card) => card.addEventListener('error', ({ code }) => (document.title = code)))
  await form.card.complete({ ...goodCard, expiry: '02/24' })
  await form.pay()
  await form.focusOn('cc-exp')
  await expect(form.card.frame.getByText('This card has expired')).toBeVisible()
  expect(await page.title()).toBe('card_invalid')
  expect(await form.onCard((card) => card.validity.customError)).toBe(true)
  expect(merchant.posts).toEqual([])

  await form.card.expiry.fill('12/30')
  await form.card.whenComplete()
  await form.pay()
  await form.received()
  expect(merchant.posts).toHaveLength(1)
  await clock.dispose()
})

test('after a decline all is kept but the code, which is asked for; the next token is another', async ({ form }) => {
  await form.open()
  await form.card.complete(goodCard)
  const first = await form.onCard((card) => card.tokenize())
  await form.onCard((card) => card.declined())
  await form.focusOn('cc-csc')
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

test('works in a page that demands a resource policy of everything it loads', async ({ form, page, merchant }) => {
  const headers = { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' }
  await page.goto(merchant.serve(form.html(), { csp: form.strictPolicy, headers }))
  await form.card.complete(goodCard)
  await form.pay()
  await form.received()
  expect(merchant.posts).toHaveLength(1)
})

test('runs from its versioned address with its published hash, and not with another', async ({
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
