import { goodCard, inputNames } from '../pages/cardFrame.ts'
import { expect, test } from './fixtures.ts'

const aToken = expect.stringMatching(/^[0-9A-Za-z]{44}$/)
const inOrder = Object.values(inputNames)

/** How bright an element's text is: 765 in white. */
const brightness = (selector: string): number =>
  getComputedStyle(document.querySelector(selector)!)
    .color.match(/[\d.]+/g)!
    .slice(0, 3)
    .reduce((sum, part) => sum + Number(part), 0)

test('a card that is typed key by key is sent as a token with the button that was pressed, and nothing of the card', async ({
  card,
  merchant,
}) => {
  await card.open()
  await card.type(goodCard)
  await card.whenComplete()
  await card.window.click('button[value=now]')
  await card.received()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { token: aToken, how: 'now' } }])
})

test('Enter in the frame submits, without a button', async ({ card, merchant }) => {
  await card.open()
  await card.type(goodCard)
  await card.whenComplete()
  await card.window.press('Enter')
  await card.received()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { token: aToken } }])
})

test('empty and required, it holds the form, takes focus and says what to do', async ({ card, merchant }) => {
  await card.open()
  await card.window.outOfFrame()
  await card.window.click('button[value=now]')
  await card.window.intoFrame()
  await card.focusOn('number')
  expect(await card.text()).toContain('Enter the card number')
  await card.window.type('4')
  expect(await card.value('number')).toBe('4')
  expect(merchant.posts).toEqual([])
})

test('Tab goes through the fields in their order, and on into the page', async ({ card }) => {
  await card.open(`<input id="before">${card.page.element()}`)
  await card.window.outOfFrame()
  await card.window.click('#before')
  await card.window.intoFrame()
  const seen: unknown[] = []
  for (const _ of inOrder) {
    await card.window.press('Tab')
    seen.push(await card.focused())
  }
  expect(seen).toEqual(inOrder)
  await card.window.press('Tab')
  await card.window.outOfFrame()
  expect(await card.focused()).toBe('how')
})

test('Shift and Tab go back through the fields, and out before them', async ({ card }) => {
  await card.open(`<input name="before">${card.page.element()}`)
  await card.click('postalCode')
  const seen: unknown[] = [await card.focused()]
  for (const _ of inOrder.slice(1)) {
    await card.window.press('Shift+Tab')
    seen.push(await card.focused())
  }
  expect(seen).toEqual(inOrder.toReversed())
  await card.window.press('Shift+Tab')
  await card.window.outOfFrame()
  expect(await card.focused()).toBe('before')
})

test('the caret stays where a digit was put in or deleted', async ({ card }) => {
  await card.open()
  await card.click('number')
  await card.window.type('42424242')
  await card.window.press('Left', 'Left', 'Left', 'Left', 'Left')
  await card.window.type('99')
  expect(await card.editing()).toBe('4242 99|42 42')
  await card.window.press('Backspace')
  expect(await card.editing()).toBe('4242 9|424 2')
})

test('19 digits are pasted with any separators', async ({ card }) => {
  await card.open(`<input id="source" value="4444-3333.2222/1111–455">${card.page.element()}`)
  await card.paste('#source', 'number')
  expect(await card.value('number')).toBe('4444 3333 2222 1111 455')
})

test('an expiry date is pasted as MM/YYYY, and typed as M/YY', async ({ card }) => {
  await card.open(`<input id="source" value="07/2031">${card.page.element()}`)
  await card.paste('#source', 'expiry')
  expect(await card.value('expiry')).toBe('07 / 31')
  await card.window.press('Control+a')
  await card.window.type('1/30')
  expect(await card.value('expiry')).toBe('01 / 30')
})

test('what was typed can be undone, and done again', async ({ card }) => {
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

test('a double click sends once', async ({ card, merchant }) => {
  await card.open()
  await card.type(goodCard)
  await card.whenComplete()
  await card.window.doubleClick('button[value=now]')
  await card.received()
  expect(merchant.posts).toEqual([{ path: '/pay', fields: { token: aToken, how: 'now' } }])
})

test('after a decline all is kept but the code, which is asked for', async ({ card }) => {
  await card.open()
  await card.type(goodCard)
  await card.whenComplete()
  await card.window.evaluate(() => document.querySelector('sluice-card')!.declined())
  await card.window.intoFrame()
  await card.focusOn('code')
  expect(await card.text()).toContain('Card declined. Try another card.')
  const kept = { ...goodCard, expiry: '12 / 30', code: '' }
  for (const [field, text] of Object.entries(kept)) expect(await card.value(field as 'number'), field).toBe(text)
})

test('the strictest policies refuse nothing that we do, on the page and in the frame', async ({ card, merchant }) => {
  await card.open()
  await card.window.evaluate(() => {
    const complaints: string[] = []
    Object.assign(window, { complaints })
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => complaints.push(violatedDirective))
    addEventListener('error', ({ message }) => complaints.push(message))
  })
  await card.type(goodCard)
  await card.whenComplete()
  await card.window.evaluate(() => document.querySelector('sluice-card')!.tokenize())
  await card.window.intoFrame()
  expect(await card.window.evaluate(() => (window as unknown as { complaints: string[] }).complaints)).toEqual([])
  expect(merchant.posts).toEqual([])
})

test('in a language that is written from right to left, digits run from left to right', async ({ card }) => {
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

test('on a dark page it is dark', async ({ card }) => {
  await card.open(`<meta name="color-scheme" content="dark">${card.page.element()}`)
  expect(await card.window.evaluate(brightness, `input[name=${inputNames.number}]`)).toBeGreaterThan(600)
  // Its own scheme must be the page's, else it would be opaque and white.
  expect(await card.window.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})
