import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { PageData } from '#contract/checkouts/page'
import { appearance } from '#contract/checkouts/appearance'
import { openMailbox } from '../../demo/mail/mailbox.ts'
import { hostileAddresses, hostileStyles, hostileTexts } from './attacks/attackStrings.ts'
import { structureOf } from './attacks/documentStructure.ts'
import { watch } from './attacks/pageMonitor.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'
import { CheckoutPage, type MadeCheckout } from '../pages/checkoutPage.ts'

/** Texts, colours and addresses that would do harm, in every place of a checkout that takes one: nothing comes of them. */

const test = base.extend<{ checkout: CheckoutPage }>({
  checkout: async ({ page, local }, use) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await use(new CheckoutPage(page, local.gateway))
  },
})

const members = Object.keys(appearance().entries)

// Names of digits alone would stand before all others.
const texts = [...new Set([...hostileTexts, ...naughtyStrings])].filter(
  (text) => text.length >= 4 && !/^\d+$/.test(text),
)

/** Gives the texts of a checkout, one after the other, for a member that takes so many letters at most. */
type Draw = (most: number) => () => string

/** Hostile texts that fit, in their order. Once all were there each comes again, with a number at its end. */
const hostile: Draw = (most) => {
  const all = texts.filter((text) => text.length <= most - 4)
  let next = 0
  return () => {
    const round = Math.floor(next / all.length)
    return all[next++ % all.length]! + (round > 0 ? ` ${round}` : '')
  }
}

/** Texts of the same lengths that say nothing, each another. */
const dull: Draw = (most) => {
  const like = hostile(most)
  let next = 0
  return () => `${next++}`.padEnd(like().length, 'x')
}

const itemCount = 120

/** A checkout with texts in every place that takes one. A hidden input, a long description and a list are among them. */
const bodyWith = (draw: Draw) => {
  const [name, short, long, word, postal] = [draw(200), draw(100), draw(1000), draw(40), draw(20)]
  // A list knows no option twice.
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
      email: short(),
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
    collectShipping: true,
    allowAch: true,
    thankYouUrl: `https://shop.example/thanks?q=${encodeURIComponent(short())}#${encodeURIComponent(short())}`,
  }
}

/** What in one checkout differs from another's whatever their words are. */
const ownOf = ({ id, url }: MadeCheckout, gateway: string) => [url, url.replace(gateway, ''), id]

/** The texts of the page's own elements, one after the other. */
const contents = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((all) => all.map(({ textContent }) => textContent))

test('a text stays a text in every place: in the form, on the receipt, in the mail', async ({ checkout, local }) => {
  const { page, maker } = checkout
  const mailbox = openMailbox(join(local.state, 'mail'))
  const seen: Record<string, string[]>[] = []
  const watching = await watch(page, new URL(local.gateway).origin)

  for (const [name, draw] of Object.entries({ hostile, dull })) {
    const body = bodyWith(draw)
    const made = await maker.make(body)
    const own = ownOf(made, local.gateway)
    const source = await (await page.goto(made.url))!.text()
    await checkout.ready()
    const form = await structureOf(page, null, own)
    if (name === 'hostile') {
      // They did arrive, as texts. HTML knows no NUL, and one kind of line end.
      const shown = body.items.map((item) => item.name.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n'))
      expect(await contents(page, '.items .name')).toEqual(shown)
      expect(await contents(page, '.pay > :first-child')).toEqual([body.submitButtonText])
      expect((await contents(page, '.invoice .facts'))[0]).toContain(body.invoiceInfo.number)
      const [, json = ''] = /id="checkout">(.*?)<\/script>/s.exec(source) ?? []
      expect(json).not.toContain('<')
      const { form: asked, prefill } = JSON.parse(json) as PageData
      const hidden = Object.values(body.customerDefinedField).find(
        (field) => typeof field === 'object' && 'type' in field && field.type === 'hidden',
      )
      expect(asked.fields.find(({ type }) => type === 'hidden')).toMatchObject(hidden as Record<string, unknown>)
      expect(prefill.email).toBe(body.customerInfo.email)
    }

    const email = `${name}-${Date.now()}@shop.example`
    await checkout.field('Email').fill(email)
    // What is no email address, number or date.
    for (const input of ['#merchant-1', '#merchant-2', '#merchant-3']) await page.locator(input).fill('')
    const answer = draw(50)
    for (const label of ['Full name', 'Address', 'City', 'Postal code'])
      await checkout.field(label).first().fill(answer().slice(0, 20))
    await checkout.field('Country').selectOption('GB')
    await checkout.fillCard('4242424242424242', answer())
    await checkout.pay()
    await checkout.paid()
    const back = (await page.locator('[data-back]').getAttribute('href'))!
    expect(new URL(back).origin).toBe('https://shop.example')
    const receipt = await structureOf(page, null, [back, ...own])
    await expect.poll(async () => (await mailbox.list()).find(({ to }) => to === email)).toBeDefined()
    const mail = (await mailbox.list()).find(({ to }) => to === email)!
    // A program that reads mail has no policy, so nothing would hold back what is in it.
    await page.goto('about:blank')
    const outline = await structureOf(page, source, own)
    await page.setContent(mail.html)
    seen.push({ outline, form, receipt, mail: await structureOf(page, null, own) })
  }

  const [attacked, plain] = seen
  for (const part of Object.keys(plain!)) expect(attacked![part], part).toEqual(plain![part])
  expect(watching.misdeeds).toEqual([])
  await watching.end()
})

/** The source of a page, but for what each has for itself. */
const sourceOf = async (url: string): Promise<string> =>
  (await (await fetch(url)).text()).replaceAll(/nonce="[^"]*"|"nonce":"[^"]*"/g, '')

test('nothing of the address becomes part of the page: no language that is none, no fragment, no member more', async ({
  checkout,
  local,
}) => {
  const { page } = checkout
  const watching = await watch(page, new URL(local.gateway).origin)
  const made = await checkout.open()
  const own = ownOf(made, local.gateway)
  const plain = await structureOf(page, null, own)
  const source = await sourceOf(made.url)
  for (const text of hostileTexts) {
    const attack = encodeURIComponent(text)
    expect(await sourceOf(`${made.url}?locale=${attack}&${attack}=1&origin=${attack}`), text).toBe(source)
  }
  for (const text of [hostileTexts[0]!, 'javascript:alert(1)', '"><img src=x onerror=alert(1)>']) {
    await page.goto(`${made.url}?locale=${encodeURIComponent(text)}&origin=${encodeURIComponent(text)}#${text}`)
    await checkout.ready()
    expect(await structureOf(page, null, own), text).toEqual(plain)
  }
  expect(watching.misdeeds).toEqual([])
  await watching.end()
})

test('nothing that is no colour, and no address where nobody may be sent, makes a checkout', async ({ checkout }) => {
  const { maker } = checkout
  const addresses = hostileAddresses.filter((text) => !text.startsWith('https://'))
  const faultsOf = async (body: object): Promise<string[]> => {
    const { status, errors } = await maker.refused({ total: 5, ...body })
    expect(status, JSON.stringify(body)).toBe(400)
    return errors.map(({ message }) => message.field)
  }
  for (const style of hostileStyles) {
    const all = Object.fromEntries(members.map((member) => [member, style]))
    const refused = await faultsOf({ appearance: all })
    expect(refused.toSorted(), style).toEqual(members.map((member) => `appearance.${member}`).toSorted())
  }
  for (const thankYouUrl of addresses) expect(await faultsOf({ thankYouUrl }), thankYouUrl).toEqual(['thankYouUrl'])
})

/** Colours as no two people write them, all of one and the same. */
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

test('a colour reaches the page as we print it, however it was written', async ({ checkout }) => {
  const words: Record<string, string> = {
    inputVariant: 'filled',
    invoiceIconTheme: 'dark',
    formIconTheme: 'dark',
    mobileIconTheme: 'dark',
  }
  const styled = async (spelling: string): Promise<string> => {
    const all = Object.fromEntries(members.map((member) => [member, words[member] ?? spelling]))
    const { url } = await checkout.maker.make({ total: 5, appearance: all })
    const [css = ''] = /:root\{color-scheme.*(?=<\/style>)/s.exec(await sourceOf(url)) ?? []
    return css
  }
  const [first, ...others] = await Promise.all(spellings.map(styled))
  expect(first).toContain('--surface:#ff0000')
  for (const [index, other] of others.entries()) expect(other, spellings[index + 1]).toBe(first)
})

test('runs the scripts that are published with their hashes, and tells nobody where the shopper comes from', async ({
  checkout,
  local,
}) => {
  const { page } = checkout
  const origin = new URL(local.gateway).origin
  const scripts = new Set<string>()
  const asked = new Set<string>()
  page.on('request', (request) => {
    asked.add(`${request.method()} ${new URL(request.url()).pathname}`)
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  const { id } = await checkout.open({ total: 5, thankYouUrl: 'https://shop.example/thanks' })
  const published = (await (await fetch(`${origin}/sri.json`)).json()) as Record<string, string>
  const inline = await page
    .locator('script:not([src])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('type')))
  expect(new Set(inline)).toEqual(new Set(['application/json']))

  await checkout.fillCard()
  await checkout.pay()
  await checkout.paid()
  const paths = [...scripts].map((url) => url.replace(origin, ''))
  expect(paths).not.toEqual([])
  for (const path of paths) {
    const script = await (await fetch(origin + path)).text()
    expect(`sha384-${createHash('sha384').update(script).digest('base64')}`, path).toBe(published[path])
  }
  const others = [`GET /checkout/${id}`, `POST /checkout/${id}/pay`]
  expect(asked).toEqual(new Set([...others, ...paths.map((path) => `GET ${path}`)]))
  expect(await page.context().cookies()).toEqual([])
  await page.route('https://shop.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Thanks' }))
  const leaving = page.waitForRequest('https://shop.example/**')
  await page.locator('[data-back]').click()
  const request = await leaving
  expect((await request.allHeaders())['referer']).toBeUndefined()
  await page.getByText('Thanks').waitFor()
  expect(await page.evaluate(() => [document.referrer, String(window.opener)])).toEqual(['', 'null'])
})
