import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { useWidgetFixture } from '../testing/widgetFixture.ts'
import { inputSelector } from '../testing/inputSelector.ts'
import { openCardForm } from '../testing/openCardForm.ts'
import type { SluiceCardForm } from '../fields/card-form/card-form.ts'

const openFixture = useWidgetFixture()
const open = async (): Promise<Page> => openCardForm(await openFixture())

/** Number, expiry, security code, name and postal code. */
type Texts = [string, string, string, string, string]

/** Writes all fields in one task with focus, input, change and blur, like browsers and password managers. */
const fillIn = (page: Page, texts: Texts, { backward = false } = {}) =>
  page.evaluate(
    ([texts, backward]) => {
      const inputs = [...document.querySelectorAll('input')].map((input, index) => [input, texts[index]!] as const)
      for (const [input, text] of backward ? inputs.toReversed() : inputs) {
        input.dispatchEvent(new Event('focus'))
        input.value = text
        for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
        input.dispatchEvent(new Event('blur'))
      }
    },
    [texts, backward] as const,
  )

/** The form's state after its update. */
const state = (page: Page) =>
  page.evaluate(async () => {
    const form = document.querySelector('sluice-card-form')!
    await form.updateComplete
    return [form.formState.brand, form.formState.complete, form.formState.errors] as const
  })

const VISA: Texts = ['4242 4242 4242 4242', '12/2044', '123', 'Robin Miller', '46201']
const AMEX: Texts = ['378282246310005', '01/43', '1234', 'Ada Álvarez', '']

describe('autofill of all fields', () => {
  it.each([[{}], [{ backward: true }]])(
    'autofill of all fields, repeated and in any order, gives a complete card without errors (%j)',
    async (order) => {
      const page = await open()
      for (const [texts, brand] of [
        [VISA, 'visa'],
        [AMEX, 'amex'],
        [VISA, 'visa'],
      ] as const) {
        await fillIn(page, texts, order)
        expect(await state(page)).toEqual([brand, true, {}])
      }
    },
  )

  it('autofill over a card with errors clears them', async () => {
    const page = await open()
    await fillIn(page, ['4242', '13/20', '1', '4242424242424242', '?'])
    const [, complete, errors] = await state(page)
    expect(complete).toBe(false)
    expect(Object.keys(errors)).toHaveLength(5)
    await fillIn(page, AMEX)
    expect(await state(page)).toEqual(['amex', true, {}])
  })
})

it('card inputs do not exclude password managers, and are not taken for a login', async () => {
  const page = await open()
  const inputs = await page.locator('input').evaluateAll((all) =>
    all.map((input) => ({
      type: input.getAttribute('type'),
      identifiers: [input.id, input.getAttribute('name'), input.getAttribute('autocomplete')],
      ignored: input.getAttributeNames().filter((name) => name.startsWith('data-')),
      inForm: input.closest('form') !== null,
    })),
  )
  expect(inputs).toEqual(
    ['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'postal-code'].map((name) => ({
      type: 'text',
      identifiers: [name, name, name],
      ignored: [],
      inForm: true,
    })),
  )
})

it.each([
  ['', 'CVV: 3 digits on the back of the card'],
  ['5555555555554444', 'CVC: 3 digits on the back of the card'],
  ['378282246310005', 'CID: 4 digits on the front of the card'],
])('the focused security code of card "%s" displays the help: %s', async (number, help) => {
  const page = await open()
  await page.locator(inputSelector('number')).fill(number)
  const line = page.locator('#code-message').getByText(help)
  await line.waitFor({ state: 'hidden' })
  await page.locator(inputSelector('code')).focus()
  await line.waitFor()
})

it('undo after a decline restores other fields, but not the security code', async () => {
  const page = await open()
  const values = () =>
    page.locator('input').evaluateAll((all) => all.slice(0, 3).map((one) => (one as HTMLInputElement).value))
  await page.locator(inputSelector('number')).pressSequentially('4242')
  await page.locator(inputSelector('code')).pressSequentially('123')
  await page.locator('sluice-card-form').evaluate((form: SluiceCardForm) => form.showDecline(''))
  for (const key of ['Control+z', 'Control+y']) {
    await page.locator(inputSelector('code')).press(key)
    expect(await values()).toEqual(['4242', '', ''])
  }
  await page.locator(inputSelector('number')).press('Control+z')
  expect(await values()).toEqual(['', '', ''])
})
