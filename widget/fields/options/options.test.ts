import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { useBench } from '../../testing/widgetFixture.ts'
import { openCheckoutFields } from '../../testing/openCheckoutFields.ts'
import type { SluiceOptions } from './options.ts'

const bench = useBench()
const open = async (dark = false, body = '<sluice-options required></sluice-options>'): Promise<Page> =>
  openCheckoutFields(await bench({ width: 440, dark }), body)
const set = (page: Page, properties: Partial<SluiceOptions>) =>
  page.evaluate(async (properties) => {
    const choice = Object.assign(document.querySelector('sluice-options')!, properties)
    await choice.updateComplete
    return [choice.value, choice.querySelector<HTMLInputElement>(':checked')?.value ?? null]
  }, properties)

it('has nothing that axe would report: at rest, chosen, in error, locked and disabled, light and dark', async () => {
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

it('is one stop for the keyboard, and arrow keys choose', async () => {
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

it('is read with its name, and each row with all of its words', async () => {
  const page = await open()
  await page.getByRole('radiogroup', { name: 'Saved payment methods' }).waitFor()
  await page.getByRole('radio', { name: 'Visa ending in 4242' }).waitFor()
})

it('chooses the row without a value where no other is chosen, and tells its change from none', async () => {
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

it('keeps an error when the page draws the same rows anew', async () => {
  const page = await open()
  await set(page, { shownError: 'missing' })
  await set(page, { options: [{ value: 'w1', text: 'Visa' }] })
  await page.getByText('Fill in this field').waitFor()
})

it('has rows of 56 px that are targets in whole', async () => {
  const page = await open()
  const row = page.locator('label').first()
  expect((await row.boundingBox())!.height).toBe(56)
  const { width, height } = (await row.boundingBox())!
  await row.click({ position: { x: width - 4, y: height - 4 } })
  expect(await set(page, {})).toEqual(['w1', 'w1'])
})
