import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { openCheckoutFields } from '../../testing/openCheckoutFields.ts'
import type { SluiceSelect } from './select.ts'

const openFixture = useWidgetFixture()
const open = async (dark = false, body = '<sluice-select required></sluice-select>'): Promise<Page> =>
  openCheckoutFields(await openFixture({ width: 440, dark }), body)
const set = (page: Page, properties: Partial<SluiceSelect>) =>
  page.evaluate(async (properties) => {
    const list = Object.assign(document.querySelector('sluice-select')!, properties)
    await list.updateComplete
    return [list.querySelector('select')!.value, list.currentError]
  }, properties)

it('sluice-select has no axe violations in any state, light and dark', async () => {
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

it('sluice-select is operable by first letter, arrow keys and Tab', async () => {
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

it('sluice-select has its autocomplete token, and accepts a password manager’s value with only a change event', async () => {
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

it('a value of sluice-select without an option is missing until the option is added', async () => {
  const page = await open()
  expect(await set(page, { value: 'XX' })).toEqual(['', 'missing'])
  expect(await set(page, { options: [{ value: 'XX', label: 'Elsewhere' }] })).toEqual(['XX', null])
  expect(await set(page, { options: [], hint: '' })).toEqual(['', 'missing'])
})

it('equal options keep their elements, and others keep the chosen value', async () => {
  const page = await open()
  const result = await page.evaluate(async () => {
    const list = document.querySelector('sluice-select')!
    list.value = 'NZ'
    await list.updateComplete
    const elements = [...list.querySelectorAll('option')]
    list.options = list.options.map((option) => ({ ...option }))
    list.requestUpdate()
    await list.updateComplete
    const areKept = elements.every((element) => element.isConnected)
    list.options = [{ value: 'AA', label: 'A & <b>' }, ...list.options]
    await list.updateComplete
    return [areKept, list.querySelector('select')!.value, list.querySelector('option[value=AA]')!.textContent]
  })
  expect(result).toEqual([true, 'NZ', 'A & <b>'])
})

it('sluice-select without a hint has no empty option and no preselected option', async () => {
  const page = await open()
  expect(await set(page, { hint: '' })).toEqual(['', 'missing'])
  expect(await page.locator('option').count()).toBe(3)
})

it('a locked sluice-select does not open, but Tab leaves it', async () => {
  const page = await open()
  const isAllowed = (event: string) =>
    page.locator('select').evaluate((list, event) => {
      const [type, key] = event.split(' ')
      const init = { key: key!, bubbles: true, cancelable: true }
      return list.dispatchEvent(key ? new KeyboardEvent(type!, init) : new MouseEvent(type!, init))
    }, event)
  for (const locked of [true, false]) {
    await set(page, { locked })
    expect(await isAllowed('mousedown')).toBe(!locked)
    expect(await isAllowed('keydown ArrowDown')).toBe(!locked)
    expect(await isAllowed('keydown Tab')).toBe(true)
  }
})

it('sluice-select keeps its error after a render with new options', async () => {
  const page = await open()
  await set(page, { shownError: 'missing' })
  await set(page, { options: [{ value: 'NZ', label: 'New Zealand' }] })
  expect(await page.locator('.message').textContent()).toBe('Fill in this field')
})
