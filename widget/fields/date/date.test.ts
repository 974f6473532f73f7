import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { openCheckoutFields } from '../../testing/openCheckoutFields.ts'
import type { SluiceDate } from './date.ts'

const openFixture = useWidgetFixture()
const open = async (dark = false, body = '<sluice-date required></sluice-date>'): Promise<Page> =>
  openCheckoutFields(await openFixture({ width: 440, dark }), body)
const set = (page: Page, properties: Partial<SluiceDate>) =>
  page.evaluate(async (properties) => {
    const date = Object.assign(document.querySelector('sluice-date')!, properties)
    await date.updateComplete
    return { value: date.value, currentError: date.currentError, shownError: date.shownError }
  }, properties)

it('sluice-date has no axe violations in any state, light and dark', async () => {
  const states = [{}, { shownError: 'missing' }, { locked: true }, { disabled: true }]
  for (const dark of [false, true]) {
    const page = await open(dark, states.map(() => '<sluice-date required></sluice-date>').join(''))
    await page.evaluate(async (states) => {
      for (const [index, field] of document.querySelectorAll('sluice-date').entries()) {
        Object.assign(field, states[index])
        await field.updateComplete
      }
    }, states)
    expect(await axeViolations(page), dark ? 'dark' : 'light').toEqual([])
  }
})

it('a date typed by keyboard has an ISO value without errors', async () => {
  const page = await open()
  await page.keyboard.press('Tab')
  await page.keyboard.type('04052026')
  expect(await set(page, {})).toEqual({ value: '2026-04-05', currentError: null, shownError: null })
  await page.getByLabel('Delivery on').blur()
  expect(await set(page, {})).toEqual({ value: '2026-04-05', currentError: null, shownError: null })
})

it('a partly typed date is reported as incomplete on blur and keeps its digits', async () => {
  const page = await open()
  const input = page.getByLabel('Delivery on')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0405')
  expect(await set(page, {})).toMatchObject({ currentError: 'incomplete', shownError: null })
  await input.blur()
  expect(await set(page, {})).toMatchObject({ value: '', currentError: 'incomplete', shownError: 'incomplete' })
  expect(await page.locator('.message').textContent()).toBe('Enter all of it')
  await set(page, { label: 'Delivery on' })
  await input.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2026')
  expect(await set(page, {})).toEqual({ value: '2026-04-05', currentError: null, shownError: null })
})

it('a year of more than four digits is invalid', async () => {
  const page = await open()
  expect(await set(page, { value: '12026-04-05' })).toMatchObject({ currentError: 'wrong' })
  expect(await set(page, { value: '9999-12-31' })).toMatchObject({ currentError: null })
})

it('the calendar button of sluice-date is 44 px wide under our icon, in both text directions', async () => {
  const page = await open()
  const session = await page.context().newCDPSession(page)
  // The browser's button, in the input's shadow root.
  await session.send('DOM.getDocument', { depth: -1, pierce: true })
  const { searchId } = await session.send('DOM.performSearch', { query: '#picker', includeUserAgentShadowDOM: true })
  const { nodeIds } = await session.send('DOM.getSearchResults', { searchId, fromIndex: 0, toIndex: 1 })
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((dir) => (document.documentElement.dir = dir), dir)
    const [icon, control] = await Promise.all(
      ['sluice-date svg', '.control'].map(async (part) => (await page.locator(part).boundingBox())!),
    )
    const { model } = await session.send('DOM.getBoxModel', { nodeId: nodeIds[0]! })
    const [x, y] = model.border
    expect([model.width, model.height, y], dir).toEqual([44, 46, control!.y + 1])
    expect(x, dir).toBe(dir === 'rtl' ? control!.x + 1 : control!.x + control!.width - 45)
    expect(icon!.x + icon!.width / 2, dir).toBe(x! + 22)
  }
  await session.detach()
})
