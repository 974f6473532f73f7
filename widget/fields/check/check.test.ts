import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { openCheckoutFields } from '../../testing/openCheckoutFields.ts'
import type { SluiceCheck } from './check.ts'

const openFixture = useWidgetFixture()
const open = async (dark = false, body = '<sluice-check required></sluice-check>'): Promise<Page> =>
  openCheckoutFields(await openFixture({ width: 440, dark }), body)
const set = (page: Page, properties: Partial<SluiceCheck>) =>
  page.evaluate(async (properties) => {
    const check = Object.assign(document.querySelector('sluice-check')!, properties)
    await check.updateComplete
    return check.value
  }, properties)

it('sluice-check has no axe violations in any state, light and dark', async () => {
  const states = [{}, { value: 'true' }, { shownError: 'missing' }, { locked: true }, { disabled: true }]
  for (const dark of [false, true]) {
    const page = await open(dark, states.map(() => '<sluice-check required></sluice-check>').join(''))
    await page.evaluate(async (states) => {
      for (const [index, field] of document.querySelectorAll('sluice-check').entries()) {
        Object.assign(field, states[index])
        await field.updateComplete
      }
    }, states)
    expect(await axeViolations(page), dark ? 'dark' : 'light').toEqual([])
  }
})

it('sluice-check is toggled by Space and by a click on its label', async () => {
  const page = await open()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await set(page, {})).toBe('true')
  await page.getByText('in writing').click({ position: { x: 300, y: 60 } })
  expect(await set(page, {})).toBe('')
})

it('a long label of sluice-check wraps, with the box beside its first line', async () => {
  const page = await open()
  await page.setViewportSize({ width: 320, height: 700 })
  const [box, words] = await Promise.all([page.locator('input').boundingBox(), page.locator('span').boundingBox()])
  expect(words!.height).toBeGreaterThan(100)
  expect(box!.width).toBe(20)
  expect(box!.y - words!.y).toBe(2)
  expect(words!.x - box!.x - box!.width).toBe(14)
})

it('only a required sluice-check reserves a message line, so an error causes no layout shift', async () => {
  const page = await open(false, '<sluice-check required></sluice-check><sluice-check></sluice-check>')
  expect(await page.locator('.message').count()).toBe(1)
  const height = () => page.locator('form').evaluate((form) => form.getBoundingClientRect().height)
  const before = await height()
  await page.evaluate(() => document.querySelector('sluice-check')!.report())
  await page.getByText('Fill in this field').waitFor()
  expect(await height()).toBe(before)
  expect(await page.locator('[aria-describedby]').count()).toBe(1)
})
