import type { Frame, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/sharedPage.ts'
import { inputNames } from '../pages/cardFrame.ts'

const fieldOrder = Object.values(inputNames)

const cardFrame = (page: Page): Frame => page.frames().find((frame) => frame.url().includes('/card?'))!

/** The name attribute of a document’s focused element. */
const nameOfFocused = () => (document.hasFocus() ? document.activeElement?.getAttribute('name') : undefined)

/** The focused input of the frame or control of the page. */
const focused = async (page: Page): Promise<string | null | undefined> =>
  (await cardFrame(page).evaluate(nameOfFocused)) ?? page.evaluate(nameOfFocused)

/** The focused input’s text with `|` at the caret. */
const editing = (page: Page): Promise<string> =>
  cardFrame(page).evaluate(() => {
    const { value, selectionStart } = document.activeElement as HTMLInputElement
    return `${value.slice(0, selectionStart!)}|${value.slice(selectionStart!)}`
  })

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

test('card form: Tab enters from the page, visits the fields in order and leaves; Shift+Tab returns', async ({
  form,
  page,
}) => {
  await form.open(`<input name="before">${form.element()}`)
  await page.locator('[name=before]').focus()
  const order = ['before', ...fieldOrder, 'how']
  const visited = [await focused(page)]
  for (const _ of order.slice(1)) {
    await press(page, 'Tab')
    visited.push(await focused(page))
  }
  expect(visited).toEqual(order)
  const back = [await focused(page)]
  for (const _ of order.slice(1)) {
    await press(page, 'Shift+Tab')
    back.push(await focused(page))
  }
  expect(back).toEqual(order.toReversed())
})

test('card form: the caret stays at an inserted or deleted digit, and undo and redo restore it', async ({
  form,
  page,
}) => {
  await form.open()
  await form.card.number.focus()
  await page.keyboard.type('42424242')
  await press(page, ...Array.from({ length: 5 }, () => 'ArrowLeft'))
  await page.keyboard.type('99')
  expect(await editing(page)).toBe('4242 99|42 42')
  await press(page, 'Backspace', 'Backspace')
  expect(await editing(page)).toBe('4242| 4242')
  await press(page, 'Delete')
  expect(await editing(page)).toBe('4242 |242')
  await press(page, 'Control+z')
  expect(await editing(page)).toBe('4242| 4242')
  await press(page, 'Control+y')
  expect(await editing(page)).toBe('4242 |242')
})

test('card form: 19 digits paste with any separators; an expiry date pastes as MM/YYYY and types as M/YY', async ({
  form,
  page,
}) => {
  await form.open(`<input value="4444-3333.2222/1111–455"><input value="07/2031">${form.element()}`)
  const copy = async (source: number) => {
    await page.locator('input').nth(source).focus()
    await press(page, 'Control+a', 'Control+c')
  }
  await copy(0)
  await form.card.number.focus()
  await press(page, 'Control+v')
  expect(await editing(page)).toBe('4444 3333 2222 1111 455|')
  await copy(1)
  await form.card.expiry.focus()
  await press(page, 'Control+v')
  expect(await editing(page)).toBe('07 / 31|')
  await press(page, 'Control+a')
  await page.keyboard.type('1/30')
  expect(await editing(page)).toBe('01 / 30|')
})
