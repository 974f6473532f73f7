import type { SluiceCard } from '../../widget/embed/element.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { ReactPage } from './react/reactPage.ts'

const test = base.extend<{ react: ReactPage }>({
  react: async ({ page, merchant, local }, use) => {
    const react = new ReactPage(page, merchant, local)
    await react.open()
    await use(react)
    expect(react.complaints).toEqual([])
  },
})

// Whoever runs one of them bundles React first, so one worker runs them all.
test.describe.configure({ mode: 'default' })

const aToken = /^(action|handler): [0-9A-Za-z]{44}$/

test('in strict mode one frame is loaded, and no other says hello', async ({ react, page }) => {
  await expect.poll(() => react.seen()).toEqual(['ready'])
  expect([react.frames, await react.hellos(), await page.locator('iframe').count()]).toEqual([1, 1, 1])

  await react.press('None')
  await expect(page.locator('sluice-card, iframe')).toHaveCount(0)
  await react.press('Action')
  await expect.poll(() => react.seen()).toEqual(['ready', 'ready'])
  expect([react.frames, await react.hellos(), await page.locator('iframe').count()]).toEqual([2, 2, 1])
})

test('a form’s action is given the token, and the form is empty afterwards', async ({ react }) => {
  await react.card.complete(goodCard)
  await react.press('Pay')
  await expect(react.paid).toHaveText(aToken)
  // React resets a form when its action has succeeded.
  await expect(react.card.number).toHaveValue('')
})

test('a handler reads the token from the form’s data', async ({ react }) => {
  await react.press('Handler')
  await react.card.complete(goodCard)
  await react.press('Pay')
  await expect(react.paid).toHaveText(aToken)
  await expect(react.card.number).toHaveValue('4242 4242 4242 4242')
})

test('events come as props and by ref', async ({ react }) => {
  await react.press('Pay')
  await expect(react.card.number).toBeFocused()
  await react.card.element.evaluate((card: SluiceCard) => card.tokenize().catch(() => null))
  await react.card.complete(goodCard)
  const expected = [
    'ready',
    'invalid',
    'focus',
    'error: incomplete',
    'input: sluice-card',
    'change: true',
    'by ref: visa',
  ]
  expect(await react.seen()).toEqual(expect.arrayContaining(expected))
})

test('props that change reach the form while it is filled in, and those that go are gone', async ({ react }) => {
  await react.card.number.fill('4242')
  const { frame, number } = react.card
  const color = () => number.evaluate((input) => getComputedStyle(input).color)
  const plain = await color()

  await react.press('Coloured')
  await expect.poll(color).toBe('rgb(1, 2, 3)')
  await react.press('German')
  await expect(frame.getByText('Kartennummer').first()).toBeVisible()
  await expect(frame.getByText('Wer zahlt').first()).toBeVisible()
  await expect
    .poll(() =>
      frame
        .locator('input')
        .first()
        .evaluate((input) => getComputedStyle(input).color),
    )
    .toBe(plain)
  await react.press('Short')
  await expect(frame.locator('input')).toHaveCount(3)
  await expect(number).toHaveValue('4242')
  await react.press('Off')
  await expect(number).toBeDisabled()
  const { element } = react.card
  expect(await element.evaluate((card) => card.matches(':disabled:not([required])'))).toBe(true)
  await react.press('Plain')
  await expect(frame.getByText('Name on card').first()).toBeVisible()
  await expect(number).toBeEnabled()
  await expect(number).toHaveValue('4242')
  expect(
    await element.evaluate((card) => card.matches('[required][name=token]:not([locale], [layout], [no-name])')),
  ).toBe(true)
  expect(react.frames).toBe(1)
})

test('another key is another form', async ({ react, page }) => {
  await react.card.number.fill('4242')
  await react.press('Anew')
  await expect(react.card.number).toHaveValue('')
  expect([react.frames, await page.locator('iframe').count()]).toEqual([2, 1])
})
