import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { openCheckoutFields } from '../../testing/openCheckoutFields.ts'
import type { SluiceOptions } from './options.ts'

const openFixture = useWidgetFixture()
const open = async (dark = false, body = '<sluice-options required></sluice-options>'): Promise<Page> =>
  openCheckoutFields(await openFixture({ width: 440, dark }), body)
const set = (page: Page, properties: Partial<SluiceOptions>) =>
  page.evaluate(async (properties) => {
    const options = Object.assign(document.querySelector('sluice-options')!, properties)
    await options.updateComplete
    return [options.value, options.querySelector<HTMLInputElement>(':checked')?.value ?? null]
  }, properties)

it('sluice-options has no axe violations in any state, light and dark', async () => {
  const states = [{}, { value: 'w1' }, { shownError: 'missing' }, { locked: true }, { disabled: true }]
  for (const dark of [false, true]) {
    const page = await open(dark, states.map(() => '<sluice-options required></sluice-options>').join(''))
    await page.evaluate(async (states) => {
      for (const [index, field] of document.querySelectorAll('sluice-options').entries()) {
        Object.assign(field, states[index])
        await field.updateComplete
      }
    }, states)
    expect(await axeViolations(page), dark ? 'dark' : 'light').toEqual([])
  }
})

it('sluice-options is one tab stop, and arrow keys choose', async () => {
  const page = await open()
  await page.keyboard.press('Tab')
  expect(await set(page, {})).toEqual(['', null])
  await page.keyboard.press('Space')
  expect(await set(page, {})).toEqual(['w1', 'w1'])
  await page.keyboard.press('ArrowDown')
  expect(await set(page, {})).toEqual(['w2', 'w2'])
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body')
  await page.evaluate(() => document.querySelector('sluice-options')!.focus())
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('w2')
})

it('sluice-options and its rows have accessible names', async () => {
  const page = await open()
  await page.getByRole('radiogroup', { name: 'Saved payment methods' }).waitFor()
  await page.getByRole('radio', { name: 'Visa ending in 4242' }).waitFor()
})

it('the row of sluice-options with an empty value is the default', async () => {
  const page = await open()
  const options = [
    { value: 'w1', text: 'Visa' },
    { value: '', text: 'Another' },
  ]
  expect(await set(page, { options })).toEqual(['', ''])
  await page.getByText('Visa').click()
  expect(await set(page, {})).toEqual(['w1', 'w1'])
  await page.getByText('Another').click()
  expect(await set(page, {})).toEqual(['', ''])
  expect(await set(page, { value: 'w1' })).toEqual(['w1', 'w1'])
  expect(await set(page, { value: 'gone' })).toEqual(['gone', null])
})

it('sluice-options keeps its error after a render with new rows', async () => {
  const page = await open()
  await set(page, { shownError: 'missing' })
  await set(page, { options: [{ value: 'w1', text: 'Visa' }] })
  await page.getByText('Fill in this field').waitFor()
})

it('rows of sluice-options are 56 px high, and clickable in full', async () => {
  const page = await open()
  const row = page.locator('label').first()
  expect((await row.boundingBox())!.height).toBe(56)
  const { width, height } = (await row.boundingBox())!
  await row.click({ position: { x: width - 4, y: height - 4 } })
  expect(await set(page, {})).toEqual(['w1', 'w1'])
})
