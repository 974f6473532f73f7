import type { Frame, Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/sharedPage.ts'
import { inputNames } from '../pages/cardFrame.ts'

const inOrder = Object.values(inputNames)

const cardFrame = (page: Page): Frame => page.frames().find((frame) => frame.url().includes('/card?'))!

/** What has focus in a document, by its name. */
const nameOfFocused = () => (document.hasFocus() ? document.activeElement?.getAttribute('name') : undefined)

/** What has focus: an input of the frame, or a control of the page. */
const focused = async (page: Page): Promise<string | null | undefined> =>
  (await cardFrame(page).evaluate(nameOfFocused)) ?? page.evaluate(nameOfFocused)

/** The text of the input that has focus, with a bar at its caret. */
const editing = (page: Page): Promise<string> =>
  cardFrame(page).evaluate(() => {
    const { value, selectionStart } = document.activeElement as HTMLInputElement
    return `${value.slice(0, selectionStart!)}|${value.slice(selectionStart!)}`
  })

/** Presses keys, one after the other. */
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

test('Tab comes in from the page, goes through the fields in their order and on into the page, and Shift and Tab back again', async ({
  form,
  page,
}) => {
  await form.open(`<input name="before">${form.element()}`)
  await page.locator('[name=before]').focus()
  const way = ['before', ...inOrder, 'how']
  const seen = [await focused(page)]
  for (const _ of way.slice(1)) {
    await press(page, 'Tab')
    seen.push(await focused(page))
  }
  expect(seen).toEqual(way)
  const back = [await focused(page)]
  for (const _ of way.slice(1)) {
    await press(page, 'Shift+Tab')
    back.push(await focused(page))
  }
  expect(back).toEqual(way.toReversed())
})

test('the caret stays where a digit was put in or deleted, and undo and redo take it back there', async ({
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

test('19 digits are pasted with any separators, and an expiry date is pasted as MM/YYYY and typed as M/YY', async ({
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
