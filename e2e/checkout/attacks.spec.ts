import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { PaymentPageInventory } from '#contract/builtPages'
import type { CheckoutPageData } from '#contract/checkouts/page'
import { appearance } from '#contract/checkouts/appearance'
import { openMailbox } from '../../demo/mail/mailbox.ts'
import { hostileAddresses, hostileStyles, hostileTexts } from './attacks/attackStrings.ts'
import { documentStructure } from './attacks/documentStructure.ts'
import { monitorPage } from './attacks/pageMonitor.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'
import { CheckoutPage, type CreatedCheckout } from '../pages/checkoutPage.ts'

/** Hostile texts, colours and URLs in every member of a checkout that accepts one. */

const test = base.extend<{ checkout: CheckoutPage }>({
  checkout: async ({ page, local }, use) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await use(new CheckoutPage(page, local.gateway))
  },
})

const members = Object.keys(appearance().entries)

// Object members with digits only would be sorted first.
const texts = [...new Set([...hostileTexts, ...naughtyStrings])].filter(
  (text) => text.length >= 4 && !/^\d+$/.test(text),
)

/** @returns a generator of texts for a member with a maximum length */
type TextSource = (maxLength: number) => () => string

/** Hostile texts that fit, in order. Repetitions end with a number. */
const hostile: TextSource = (maxLength) => {
  const all = texts.filter((text) => text.length <= maxLength - 4)
  let next = 0
  return () => {
    const round = Math.floor(next / all.length)
    return all[next++ % all.length]! + (round > 0 ? ` ${round}` : '')
  }
}

/** A valid email address with the hostile characters that one may have. */
const hostileAddress = "{total}$&'/onfocus='alert`1`'autofocus='%22%3E?bcc=x@evil.example"

/** Unique harmless texts of the same lengths. */
const harmless: TextSource = (maxLength) => {
  const like = hostile(maxLength)
  let next = 0
  return () => `${next++}`.padEnd(like().length, 'x')
}

const itemCount = 120

/** Brackets in the text of a consent are links. */
const plain = (text: string): string => `x${text.replaceAll(/[[\]]/g, '')}`
const escaped = (text: string): string => encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29')

/** A checkout with a text in every member, including hidden inputs, long descriptions and lists. */
const bodyWith = (draw: TextSource, email: string) => {
  const [name, short, long, word, postal] = [draw(200), draw(100), draw(1000), draw(40), draw(20)]
  // Options of a list are unique.
  const options = [...new Set(Array.from({ length: 100 }, short))]
  const input = (more: object) => ({ label: short(), ...more })
  return {
    items: Array.from({ length: itemCount }, (_, index) => ({
      name: name(),
      description: long(),
      price: 1,
      quantity: 1 + (index % 2),
    })),
    invoiceInfo: { number: short() },
    submitButtonText: draw(60)(),
    customerInfo: {
      name: short(),
      email,
      address: short(),
      address2: short(),
      city: short(),
      state: draw(50)(),
      zip: postal(),
    },
    customerDefinedField: {
      [word()]: input({ value: long().slice(0, 500) }),
      [word()]: input({ type: 'email', value: short() }),
      [word()]: input({ type: 'number', value: short() }),
      [word()]: input({ type: 'date', value: short() }),
      [word()]: input({ type: 'select', options, value: options.at(-1) }),
      [word()]: input({ type: 'checkbox' }),
      [word()]: input({ type: 'hidden', value: short() }),
      [word()]: short(),
    },
    subscription: { label: short() },
    consents: Array.from({ length: 5 }, (_, index) => ({
      name: `consent${index}`,
      text: `${plain(long().slice(0, 200))} [${plain(short())}](https://shop.example/terms?q=${escaped(short())})`,
    })),
    collectShipping: true,
    allowAch: true,
    thankYouUrl: `https://shop.example/thanks?q=${encodeURIComponent(short())}#${encodeURIComponent(short())}`,
  }
}

/** Texts that differ between any two checkouts. */
const ownTexts = ({ id, url }: CreatedCheckout, gateway: string) => [url, url.replace(gateway, ''), id]

/** The list of countries is filled while the page is idle. */
const waitForCountries = (page: Page): Promise<void> =>
  expect.poll(() => page.locator('#shipping-country option').count()).toBeGreaterThan(200)

/** The texts of matching elements. */
const contents = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((all) => all.map(({ textContent }) => textContent))

test('checkout: hostile texts stay text in the form, the receipt and the email', async ({ checkout, local }) => {
  const { page, client } = checkout
  const mailbox = openMailbox(join(local.state, 'mail'))
  const structures: Record<string, string[]>[] = []
  const monitor = await monitorPage(page, new URL(local.gateway).origin)

  for (const [name, draw] of Object.entries({ hostile, harmless })) {
    const body = bodyWith(draw, name === 'hostile' ? hostileAddress : 'ann@shop.example')
    const created = await client.create(body)
    const own = ownTexts(created, local.gateway)
    const source = await (await page.goto(created.url))!.text()
    await checkout.waitForForm()
    await waitForCountries(page)
    const form = await documentStructure(page, null, own)
    if (name === 'hostile') {
      // The texts are rendered. HTML drops NUL and normalizes line ends.
      const shown = body.items.map((item) => item.name.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n'))
      expect(await contents(page, '.items .name')).toEqual(shown)
      expect(await contents(page, '.pay > :first-child')).toEqual([body.submitButtonText])
      expect((await contents(page, '.invoice .facts'))[0]).toContain(body.invoiceInfo.number)
      const [, json = ''] = /id="checkout">(.*?)<\/script>/s.exec(source) ?? []
      expect(json).not.toContain('<')
      const { form: formData, prefill } = JSON.parse(json) as CheckoutPageData
      const hidden = Object.values(body.customerDefinedField).find(
        (field) => typeof field === 'object' && 'type' in field && field.type === 'hidden',
      )
      expect(formData.fields.find(({ type }) => type === 'hidden')).toMatchObject(hidden as Record<string, unknown>)
      expect(prefill.email).toBe(body.customerInfo.email)
    }

    const email = `${name}-${Date.now()}@shop.example`
    await checkout.field('Email').fill(email)
    // Clears invalid email addresses, numbers and dates.
    for (const input of ['#merchant-1', '#merchant-2', '#merchant-3']) await page.locator(input).fill('')
    const answer = draw(50)
    // A country without states and postal codes accepts any text.
    await checkout.field('Country').selectOption('AG')
    await expect(checkout.field('ZIP code')).toHaveCount(0)
    for (const label of ['Full name', 'Address', 'City'])
      await checkout.field(label).first().fill(answer().slice(0, 20))
    await checkout.fillCard('4242424242424242', answer())
    await checkout.pay()
    await checkout.waitForReceipt()
    const back = (await page.locator('[data-back]').getAttribute('href'))!
    expect(new URL(back).origin).toBe('https://shop.example')
    const receipt = await documentStructure(page, null, [back, ...own])
    await expect.poll(async () => (await mailbox.list()).find(({ to }) => to === email)).toBeDefined()
    const mail = (await mailbox.list()).find(({ to }) => to === email)!
    // The email is rendered on a page without a CSP, as mail programs do.
    await page.goto('about:blank')
    const outline = await documentStructure(page, source, own)
    await page.setContent(mail.html)
    structures.push({ outline, form, receipt, mail: await documentStructure(page, null, own) })
  }

  const [attacked, plain] = structures
  for (const part of Object.keys(plain!)) expect(attacked![part], part).toEqual(plain![part])
  expect(monitor.violations).toEqual([])
  await monitor.end()
})

/** A text as HTML shows it, which drops NUL and normalizes line ends. */
const asTyped = (text: string): string => text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n')

/** A checkout with a text in every member that the shopper's choices have, priced so that every code leaves something to pay. */
const choicesWith = (draw: TextSource) => {
  const [short, word] = [draw(100), draw(37)]
  const code = (_: unknown, index: number): string => `${word().replaceAll(/[\s\p{C}]/gu, '_')}#${index}`
  return {
    items: [
      {
        name: short(),
        price: 100,
        quantity: 2,
        adjustableQuantity: { maximum: 9 },
        imageUrl: `https://shop.example/cup?q=${encodeURIComponent(short())}#${encodeURIComponent(short())}`,
      },
    ],
    collectShipping: true,
    customerInfo: { country: 'AG' },
    discounts: Array.from({ length: 20 }, code).map((one) => ({ code: one, amountOff: 1 })),
    shippingOptions: Array.from({ length: 10 }, (_, index) => ({
      id: `o${index}`,
      label: short(),
      amount: index,
      estimate: short(),
    })),
    taxRates: [{ country: 'AG', state: draw(50)(), rate: 5 }],
  }
}

test('checkout: hostile labels, estimates, codes and picture URLs stay text when choices are priced', async ({
  checkout,
  local,
}) => {
  const { page, client } = checkout
  const monitor = await monitorPage(page, new URL(local.gateway).origin)
  await page.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  const structures: string[][] = []
  for (const draw of [hostile, harmless]) {
    const body = choicesWith(draw)
    const created = await client.create(body)
    const [{ name, imageUrl }] = body.items as [(typeof body.items)[0]]
    const own = [...ownTexts(created, local.gateway), new URL(imageUrl).href, name]
    const source = await (await page.goto(created.url))!.text()
    for (const { code } of body.discounts) expect(source).not.toContain(code)
    await checkout.waitForForm()
    await waitForCountries(page)
    const { code } = body.discounts.at(-1)!
    await page.locator('.promo summary').click()
    await page.locator('#code').fill(code)
    await page.locator('.entry button').click()
    await expect(page.locator('.applied')).toBeVisible()
    expect(await contents(page, '.applied bdi')).toEqual([code])
    // Another country renders the ways of shipping again, by the script.
    await page.locator('#shipping-method label').last().click()
    await expect(checkout.button).toHaveText(/Pay \$208\.00/)
    expect(await contents(page, '.methods span > bdi')).toEqual(body.shippingOptions.map(({ label }) => asTyped(label)))
    structures.push(await documentStructure(page, null, own))
  }
  expect(structures[0]).toEqual(structures[1])
  // Nothing but the picture is requested from another origin.
  expect(monitor.violations.filter((one) => !one.startsWith('request: https://shop.example/cup?q='))).toEqual([])
  await monitor.end()
  await page.unrouteAll()
})

/** The source of a page without its nonce. */
const pageSource = async (url: string): Promise<string> =>
  (await (await fetch(url)).text()).replaceAll(/nonce="[^"]*"|"nonce":"[^"]*"/g, '')

test('checkout: query and fragment of the URL add nothing to the page', async ({ checkout, local }) => {
  const { page } = checkout
  const monitor = await monitorPage(page, new URL(local.gateway).origin)
  const created = await checkout.open()
  const own = ownTexts(created, local.gateway)
  const plain = await documentStructure(page, null, own)
  const source = await pageSource(created.url)
  for (const text of hostileTexts) {
    const attack = encodeURIComponent(text)
    expect(await pageSource(`${created.url}?locale=${attack}&${attack}=1&origin=${attack}`), text).toBe(source)
  }
  for (const text of [hostileTexts[0]!, 'javascript:alert(1)', '"><img src=x onerror=alert(1)>']) {
    await page.goto(`${created.url}?locale=${encodeURIComponent(text)}&origin=${encodeURIComponent(text)}#${text}`)
    await checkout.waitForForm()
    expect(await documentStructure(page, null, own), text).toEqual(plain)
  }
  expect(monitor.violations).toEqual([])
  await monitor.end()
})

test('checkout: hostile colours, thankYouUrls and picture URLs are rejected with 400', async ({ checkout }) => {
  const { client } = checkout
  const addresses = hostileAddresses.filter((text) => !text.startsWith('https://'))
  const rejectedFields = async (body: object): Promise<string[]> => {
    const { status, errors } = await client.createInvalid({ total: 5, ...body })
    expect(status, JSON.stringify(body)).toBe(400)
    return errors.map(({ message }) => message.field)
  }
  for (const style of hostileStyles) {
    const all = Object.fromEntries(members.map((member) => [member, style]))
    const rejected = await rejectedFields({ appearance: all })
    expect(rejected.toSorted(), style).toEqual(members.map((member) => `appearance.${member}`).toSorted())
  }
  for (const thankYouUrl of addresses)
    expect(
      await rejectedFields({ thankYouUrl, items: [{ name: 'Cup', price: 5, imageUrl: thankYouUrl }] }),
      thankYouUrl,
    ).toEqual(['items[0].imageUrl', 'thankYouUrl'])
})

/** Spellings of one colour. */
const spellings = [
  'ReD',
  '#F00',
  '#f00f',
  '#FF0000',
  '#ff0000ff',
  'RGB(255 0 0)',
  'rgba(255,0,0,1)',
  'rgb( 100% 0% 0% / 100% )',
  'hsl(0deg 100% 50%)',
  'HSLA(360, 100%, 50%, 1)',
]

test('checkout: every spelling of a colour is printed in one canonical form', async ({ checkout }) => {
  const words: Record<string, string> = {
    inputVariant: 'filled',
    invoiceIconTheme: 'dark',
    formIconTheme: 'dark',
    mobileIconTheme: 'dark',
  }
  const styled = async (spelling: string): Promise<string> => {
    const all = Object.fromEntries(members.map((member) => [member, words[member] ?? spelling]))
    const { url } = await checkout.client.create({ total: 5, appearance: all })
    const [css = ''] = /:root\{color-scheme.*(?=<\/style>)/s.exec(await pageSource(url)) ?? []
    return css
  }
  const [first, ...others] = await Promise.all(spellings.map(styled))
  expect(first).toContain('--surface:#ff0000')
  for (const [index, other] of others.entries()) expect(other, spellings[index + 1]).toBe(first)
})

const integrityOf = (script: string) => `sha384-${createHash('sha384').update(script).digest('base64')}`

test('checkout: only scripts with published hashes run, and no referrer is sent', async ({ checkout, local }) => {
  const { page } = checkout
  const origin = new URL(local.gateway).origin
  const scripts = new Set<string>()
  const requested = new Set<string>()
  page.on('request', (request) => {
    requested.add(`${request.method()} ${new URL(request.url()).pathname}`)
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  const { id } = await checkout.open({ total: 5, thankYouUrl: 'https://shop.example/thanks' })
  const published = (await (await fetch(`${origin}/sri.json`)).json()) as Record<string, string>
  const inline = await page.locator('script:not([src]):not([type="application/json"])').allTextContents()
  const listed = await fetch(`${origin}/.well-known/payment-page-scripts.json`)
  const { pages } = (await listed.json()) as PaymentPageInventory
  const checkoutScripts = pages.find(({ name }) => name === 'checkout')!.scripts
  expect(inline.map(integrityOf)).toEqual(
    checkoutScripts.filter(({ src }) => src === null).map(({ integrity }) => integrity),
  )

  await checkout.fillCard()
  await checkout.pay()
  await checkout.waitForReceipt()
  const paths = [...scripts].map((url) => url.replace(origin, ''))
  expect(paths).not.toEqual([])
  for (const path of paths) {
    const script = await (await fetch(origin + path)).text()
    expect(integrityOf(script), path).toBe(published[path])
  }
  const others = [`GET /checkout/${id}`, `POST /checkout/${id}/pay`]
  expect(requested).toEqual(new Set([...others, ...paths.map((path) => `GET ${path}`)]))
  const cookies = await page.context().cookies()
  // The receipt's own, which no script and no other page reads.
  expect(cookies.map(({ name, path, httpOnly, sameSite }) => [name, path, httpOnly, sameSite])).toEqual([
    ['receipt', `/checkout/${id}`, true, 'Lax'],
  ])
  await page.route('https://shop.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Thanks' }))
  const navigation = page.waitForRequest('https://shop.example/**')
  await page.locator('[data-back]').click()
  const request = await navigation
  expect((await request.allHeaders())['referer']).toBeUndefined()
  await page.getByText('Thanks').waitFor()
  expect(await page.evaluate(() => [document.referrer, String(window.opener)])).toEqual(['', 'null'])
})
