import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { useBench } from '../testing/widgetFixture.ts'
import { inputSelector } from '../testing/inputSelector.ts'
import { openCardForm } from '../testing/openCardForm.ts'
import type { SluiceCardForm } from '../fields/card-form/card-form.ts'

const bench = useBench()
const open = async (): Promise<Page> => openCardForm(await bench())

/** Number, expiry, code, name and postal code, in this order or backward. */
type Texts = [string, string, string, string, string]

/** Writes every field in one task, as browsers and password managers do: with focus, events, and leaving it again. */
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

/** The form after it heard of everything. */
const state = (page: Page) =>
  page.evaluate(async () => {
    const form = document.querySelector('sluice-card-form')!
    await form.updateComplete
    return [form.formState.brand, form.formState.complete, form.formState.errors] as const
  })

const VISA: Texts = ['4242 4242 4242 4242', '12/2049', '123', 'Robin Miller', '46201']
const AMEX: Texts = ['378282246310005', '01/48', '1234', 'Ada Álvarez', '']

describe('all fields written at once', () => {
  it.each([[{}], [{ backward: true }]])(
    'are a whole card without an error, one after another and in any order (%j)',
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

  it('over a card with errors leave none', async () => {
    const page = await open()
    await fillIn(page, ['4242', '13/20', '1', '4242424242424242', '?'])
    const [, complete, errors] = await state(page)
    expect(complete).toBe(false)
    expect(Object.keys(errors)).toHaveLength(5)
    await fillIn(page, AMEX)
    expect(await state(page)).toEqual(['amex', true, {}])
  })
})

it('keeps password managers out of nothing, and gives none of them a reason to offer a login', async () => {
  const page = await open()
  const inputs = await page.locator('input').evaluateAll((all) =>
    all.map((input) => ({
      type: input.getAttribute('type'),
      known: [input.id, input.getAttribute('name'), input.getAttribute('autocomplete')],
      ignored: input.getAttributeNames().filter((name) => name.startsWith('data-')),
      inForm: input.closest('form') !== null,
    })),
  )
  expect(inputs).toEqual(
    ['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'postal-code'].map((name) => ({
      type: 'text',
      known: [name, name, name],
      ignored: [],
      inForm: true,
    })),
  )
})

it.each([
  ['', 'CVV: 3 digits on the back of the card'],
  ['5555555555554444', 'CVC: 3 digits on the back of the card'],
  ['378282246310005', 'CID: 4 digits on the front of the card'],
])('says where the code of the card "%s" is printed, when one is asked for it', async (number, help) => {
  const page = await open()
  await page.locator(inputSelector('number')).fill(number)
  const line = page.locator('#code-message').getByText(help)
  await line.waitFor({ state: 'hidden' })
  await page.locator(inputSelector('code')).focus()
  await line.waitFor()
})

it('brings no security code back after a decline, and leaves the rest with its history', async () => {
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
