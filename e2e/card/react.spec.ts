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
    expect(react.errors).toEqual([])
  },
})

// Each worker has to bundle React first, so one worker runs all tests.
test.describe.configure({ mode: 'default' })

const anyToken = /^(action|handler): [0-9A-Za-z]{44}$/

test('React strict mode: one frame loads and one handshake is sent', async ({ react, page }) => {
  await expect.poll(() => react.events()).toEqual(['ready'])
  expect([react.frames, await react.handshakes(), await page.locator('iframe').count()]).toEqual([1, 1, 1])

  await react.press('None')
  await expect(page.locator('sluice-card, iframe')).toHaveCount(0)
  await react.press('Action')
  await expect.poll(() => react.events()).toEqual(['ready', 'ready'])
  expect([react.frames, await react.handshakes(), await page.locator('iframe').count()]).toEqual([2, 2, 1])
})

test('React: a form action receives the token, and the form is reset afterwards', async ({ react }) => {
  await react.card.complete(goodCard)
  await react.press('Pay')
  await expect(react.paid).toHaveText(anyToken)
  // React resets a form after its action succeeds.
  await expect(react.card.number).toHaveValue('')
})

test('React: a submit handler reads the token from FormData', async ({ react }) => {
  await react.press('Handler')
  await react.card.complete(goodCard)
  await react.press('Pay')
  await expect(react.paid).toHaveText(anyToken)
  await expect(react.card.number).toHaveValue('4242 4242 4242 4242')
})

test('React: events arrive through props and a ref', async ({ react }) => {
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
  expect(await react.events()).toEqual(expect.arrayContaining(expected))
})

test('React: changed props update a filled form, and removed props are reset', async ({ react }) => {
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

test('React: a new key creates a new form', async ({ react, page }) => {
  await react.card.number.fill('4242')
  await react.press('Anew')
  await expect(react.card.number).toHaveValue('')
  expect([react.frames, await page.locator('iframe').count()]).toEqual([2, 1])
})
