import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { useBench } from '../../testing/widgetFixture.ts'
import { openCheckoutFields } from '../../testing/openCheckoutFields.ts'
import type { SluiceDate } from './date.ts'

const bench = useBench()
const open = async (dark = false, body = '<sluice-date required></sluice-date>'): Promise<Page> =>
  openCheckoutFields(await bench({ width: 440, dark }), body)
const set = (page: Page, properties: Partial<SluiceDate>) =>
  page.evaluate(async (properties) => {
    const date = Object.assign(document.querySelector('sluice-date')!, properties)
    await date.updateComplete
    return { value: date.value, currentError: date.currentError, shownError: date.shownError }
  }, properties)

it('has nothing that axe would report: at rest, in error, locked and disabled, light and dark', async () => {
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

it('is typed and left by keyboard, and is the same in every region', async () => {
  const page = await open()
  await page.keyboard.press('Tab')
  await page.keyboard.type('04052026')
  expect(await set(page, {})).toEqual({ value: '2026-04-05', currentError: null, shownError: null })
  await page.getByLabel('Delivery on').blur()
  expect(await set(page, {})).toEqual({ value: '2026-04-05', currentError: null, shownError: null })
})

it('says that a date is half typed when it is left, and keeps what is there of it', async () => {
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

it('takes no year of more than four digits', async () => {
  const page = await open()
  expect(await set(page, { value: '12026-04-05' })).toMatchObject({ currentError: 'wrong' })
  expect(await set(page, { value: '9999-12-31' })).toMatchObject({ currentError: null })
})

it('has the button of its calendar where our picture of one is, 44 px wide, at the end of the line in either direction', async () => {
  const page = await open()
  const session = await page.context().newCDPSession(page)
  // The browser's own, inside of the input.
  await session.send('DOM.getDocument', { depth: -1, pierce: true })
  const { searchId } = await session.send('DOM.performSearch', { query: '#picker', includeUserAgentShadowDOM: true })
  const { nodeIds } = await session.send('DOM.getSearchResults', { searchId, fromIndex: 0, toIndex: 1 })
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((dir) => (document.documentElement.dir = dir), dir)
    const [picture, control] = await Promise.all(
      ['sluice-date svg', '.control'].map(async (part) => (await page.locator(part).boundingBox())!),
    )
    const { model } = await session.send('DOM.getBoxModel', { nodeId: nodeIds[0]! })
    const [x, y] = model.border
    expect([model.width, model.height, y], dir).toEqual([44, 46, control!.y + 1])
    expect(x, dir).toBe(dir === 'rtl' ? control!.x + 1 : control!.x + control!.width - 45)
    expect(picture!.x + picture!.width / 2, dir).toBe(x! + 22)
  }
  await session.detach()
})
