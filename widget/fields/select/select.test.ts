import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { useBench } from '../../testing/widgetFixture.ts'
import { openCheckoutFields } from '../../testing/openCheckoutFields.ts'
import type { SluiceSelect } from './select.ts'

const bench = useBench()
const open = async (dark = false, body = '<sluice-select required></sluice-select>'): Promise<Page> =>
  openCheckoutFields(await bench({ width: 440, dark }), body)
const set = (page: Page, properties: Partial<SluiceSelect>) =>
  page.evaluate(async (properties) => {
    const list = Object.assign(document.querySelector('sluice-select')!, properties)
    await list.updateComplete
    return [list.querySelector('select')!.value, list.currentError]
  }, properties)

it('has nothing that axe would report: at rest, in error, locked and disabled, light and dark', async () => {
  const states = [{}, { shownError: 'missing' }, { locked: true }, { disabled: true }]
  for (const dark of [false, true]) {
    const page = await open(dark, states.map(() => '<sluice-select required></sluice-select>').join(''))
    await page.evaluate(async (states) => {
      for (const [index, field] of document.querySelectorAll('sluice-select').entries()) {
        Object.assign(field, states[index])
        await field.updateComplete
      }
    }, states)
    expect(await axeViolations(page), dark ? 'dark' : 'light').toEqual([])
  }
})

it('is chosen from by keyboard: by the first letter, by arrows, and left', async () => {
  const page = await open()
  const chosen = () => page.locator('sluice-select').evaluate((list) => (list as SluiceSelect).value)
  await page.keyboard.press('Tab')
  await page.keyboard.press('n')
  expect(await chosen()).toBe('NZ')
  await page.keyboard.press('ArrowDown')
  expect(await chosen()).toBe('US')
  await page.keyboard.press('ArrowUp')
  expect(await chosen()).toBe('NZ')
  await page.keyboard.press('Tab')
  await page.locator('select:not(:focus)').waitFor()
})

it('is known to autofill by its token, and takes what a password manager says by one event alone', async () => {
  const page = await open()
  const list = page.getByLabel('Country')
  expect(await list.getAttribute('autocomplete')).toBe('shipping country')
  expect(await list.getAttribute('id')).toBe('country')
  await list.evaluate((list: HTMLSelectElement) => {
    list.value = 'NZ'
    list.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(await set(page, {})).toEqual(['NZ', null])
})

it('has no answer where the list has not what the page says, and gets it with the list', async () => {
  const page = await open()
  expect(await set(page, { value: 'XX' })).toEqual(['', 'missing'])
  expect(await set(page, { options: [{ value: 'XX', label: 'Elsewhere' }] })).toEqual(['XX', null])
  expect(await set(page, { options: [], hint: '' })).toEqual(['', 'missing'])
})

it('has nothing chosen where nothing was, though there is no entry for it', async () => {
  const page = await open()
  expect(await set(page, { hint: '' })).toEqual(['', 'missing'])
  expect(await page.locator('option').count()).toBe(3)
})

it('does not open while it is locked, and lets the focus go on', async () => {
  const page = await open()
  const isTaken = (event: string) =>
    page.locator('select').evaluate((list, event) => {
      const [type, key] = event.split(' ')
      const init = { key: key!, bubbles: true, cancelable: true }
      return list.dispatchEvent(key ? new KeyboardEvent(type!, init) : new MouseEvent(type!, init))
    }, event)
  for (const locked of [true, false]) {
    await set(page, { locked })
    expect(await isTaken('mousedown')).toBe(!locked)
    expect(await isTaken('keydown ArrowDown')).toBe(!locked)
    expect(await isTaken('keydown Tab')).toBe(true)
  }
})

it('keeps an error when the page draws the same list anew', async () => {
  const page = await open()
  await set(page, { shownError: 'missing' })
  await set(page, { options: [{ value: 'NZ', label: 'New Zealand' }] })
  expect(await page.locator('.message').textContent()).toBe('Fill in this field')
})
