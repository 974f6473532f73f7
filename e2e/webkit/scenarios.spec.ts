import { goodCard, inputNames } from '../pages/cardFrame.ts'
import { expect, test } from './fixtures.ts'

const anyToken = expect.stringMatching(/^[0-9A-Za-z]{44}$/)
const fieldOrder = Object.values(inputNames)

/** The sum of an element's RGB text colour: 765 for white. */
const brightness = (selector: string): number =>
  getComputedStyle(document.querySelector(selector)!)
    .color.match(/[\d.]+/g)!
    .slice(0, 3)
    .reduce((sum, part) => sum + Number(part), 0)

test('WebKit card form: a typed card is sent as a token with the pressed button, and no card data', async ({
  card,
  merchant,
}) => {
  await card.open()
  await card.type(goodCard)
  await card.whenComplete()
  await card.window.click('button[value=now]')
  await card.waitForReceived()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { token: anyToken, how: 'now' } }])
})

test('WebKit card form: Enter in the frame submits the form without a button', async ({ card, merchant }) => {
  await card.open()
  await card.type(goodCard)
  await card.whenComplete()
  await card.window.press('Enter')
  await card.waitForReceived()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { token: anyToken } }])
})

test('WebKit card form: an empty required card blocks the submit, takes focus and shows an error', async ({
  card,
  merchant,
}) => {
  await card.open()
  await card.window.outOfFrame()
  await card.window.click('button[value=now]')
  await card.window.intoFrame()
  await card.waitForFocus('number')
  expect(await card.text()).toContain('Enter the card number')
  await card.window.type('4')
  expect(await card.value('number')).toBe('4')
  expect(merchant.posts).toEqual([])
})

test('WebKit card form: Tab visits the fields in order and leaves', async ({ card }) => {
  await card.open(`<input id="before">${card.page.element()}`)
  await card.window.outOfFrame()
  await card.window.click('#before')
  await card.window.intoFrame()
  const visited: unknown[] = []
  for (const _ of fieldOrder) {
    await card.window.press('Tab')
    visited.push(await card.focused())
  }
  expect(visited).toEqual(fieldOrder)
  await card.window.press('Tab')
  await card.window.outOfFrame()
  expect(await card.focused()).toBe('how')
})

test('WebKit card form: Shift+Tab visits the fields in reverse order and leaves', async ({ card }) => {
  await card.open(`<input name="before">${card.page.element()}`)
  await card.click('postalCode')
  const visited: unknown[] = [await card.focused()]
  for (const _ of fieldOrder.slice(1)) {
    await card.window.press('Shift+Tab')
    visited.push(await card.focused())
  }
  expect(visited).toEqual(fieldOrder.toReversed())
  await card.window.press('Shift+Tab')
  await card.window.outOfFrame()
  expect(await card.focused()).toBe('before')
})

test('WebKit card form: the caret stays at an inserted or deleted digit', async ({ card }) => {
  await card.open()
  await card.click('number')
  await card.window.type('42424242')
  await card.window.press('Left', 'Left', 'Left', 'Left', 'Left')
  await card.window.type('99')
  expect(await card.editing()).toBe('4242 99|42 42')
  await card.window.press('Backspace')
  expect(await card.editing()).toBe('4242 9|424 2')
})

test('WebKit card form: 19 digits paste with any separators', async ({ card }) => {
  await card.open(`<input id="source" value="4444-3333.2222/1111–455">${card.page.element()}`)
  await card.paste('#source', 'number')
  expect(await card.value('number')).toBe('4444 3333 2222 1111 455')
})

test('WebKit card form: an expiry date pastes as MM/YYYY and types as M/YY', async ({ card }) => {
  await card.open(`<input id="source" value="07/2031">${card.page.element()}`)
  await card.paste('#source', 'expiry')
  expect(await card.value('expiry')).toBe('07 / 31')
  await card.window.press('Control+a')
  await card.window.type('1/30')
  expect(await card.value('expiry')).toBe('01 / 30')
})

test('WebKit card form: typing can be undone and redone', async ({ card }) => {
  await card.open()
  await card.click('number')
  await card.window.type('42424')
  await card.window.press('Left', 'Left', 'Backspace')
  expect(await card.editing()).toBe('424|4')
  await card.window.press('Control+z')
  expect(await card.editing()).toBe('4242| 4')
  await card.window.press('Control+y')
  expect(await card.editing()).toBe('424|4')
})

test('WebKit card form: a double click submits once', async ({ card, merchant }) => {
  await card.open()
  await card.type(goodCard)
  await card.whenComplete()
  await card.window.doubleClick('button[value=now]')
  await card.waitForReceived()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { token: anyToken, how: 'now' } }])
})

test('WebKit card form: a decline clears and focuses only the CVV', async ({ card }) => {
  await card.open()
  await card.type(goodCard)
  await card.whenComplete()
  await card.window.evaluate(() => document.querySelector('sluice-card')!.declined())
  await card.window.intoFrame()
  await card.waitForFocus('code')
  expect(await card.text()).toContain('Card declined. Try another card.')
  const expected = { ...goodCard, expiry: '12 / 30', code: '' }
  for (const [field, text] of Object.entries(expected)) expect(await card.value(field as 'number'), field).toBe(text)
})

test('WebKit card form: a strict CSP reports no violation on the page or in the frame', async ({ card, merchant }) => {
  await card.open()
  await card.window.evaluate(() => {
    const errors: string[] = []
    Object.assign(window, { errors })
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => errors.push(violatedDirective))
    addEventListener('error', ({ message }) => errors.push(message))
  })
  await card.type(goodCard)
  await card.whenComplete()
  await card.window.evaluate(() => document.querySelector('sluice-card')!.tokenize())
  await card.window.intoFrame()
  expect(await card.window.evaluate(() => (window as unknown as { errors: string[] }).errors)).toEqual([])
  expect(merchant.posts).toEqual([])
})

test('WebKit card form: digits run left to right in a right-to-left language', async ({ card }) => {
  await card.open(card.page.element('locale="ar"'))
  await card.type(goodCard)
  expect(await card.value('number')).toBe(goodCard.number)
  const directions = await card.window.evaluate(() =>
    ['html', ...[...document.querySelectorAll('input')].map(({ name }) => `input[name=${name}]`)].map(
      (selector) => getComputedStyle(document.querySelector(selector)!).direction,
    ),
  )
  expect(directions).toEqual(['rtl', 'ltr', 'ltr', 'ltr', 'ltr', 'ltr'])
})

test('WebKit card form: a dark page has a dark form', async ({ card }) => {
  await card.open(`<meta name="color-scheme" content="dark">${card.page.element()}`)
  expect(await card.window.evaluate(brightness, `input[name=${inputNames.number}]`)).toBeGreaterThan(600)
  // With another colour scheme than the page's the frame would be opaque white.
  expect(await card.window.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})
