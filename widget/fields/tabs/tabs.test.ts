import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { openCheckoutFields } from '../../testing/openCheckoutFields.ts'

const openFixture = useWidgetFixture()

/** Opens tabs with two panels, and records select events. */
const open = async (dark = false): Promise<Page> => {
  const page = await openCheckoutFields(
    await openFixture({ width: 440, dark }),
    `<sluice-tabs></sluice-tabs>
    <div id="card-panel" role="tabpanel" aria-labelledby="card-tab"><input aria-label="Number"></div>
    <div id="bank-panel" role="tabpanel" aria-labelledby="bank-tab" hidden></div>`,
  )
  await page.evaluate(() => {
    const selections: string[] = []
    const tabs = document.querySelector('sluice-tabs')!
    tabs.addEventListener('select', (event) => selections.push((event as Event & { selected: string }).selected))
    Object.assign(window, { selections })
  })
  return page
}
const selections = (page: Page) => page.evaluate(() => (window as never as { selections: string[] }).selections)
const selected = (page: Page) => page.locator('[role=tab][aria-selected=true]').textContent()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

it('sluice-tabs has no axe violations in any state, light and dark', async () => {
  for (const dark of [false, true]) {
    const page = await open(dark)
    for (const state of [{}, { selected: 'bank' }, { locked: true }, { disabled: true }]) {
      await page.evaluate((state) => Object.assign(document.querySelector('sluice-tabs')!, state), state)
      expect(await axeViolations(page), JSON.stringify(state)).toEqual([])
    }
  }
})

it('sluice-tabs is one tab stop, arrow keys select and wrap around, and Tab enters the panel', async () => {
  const page = await open()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('card-tab')
  const keys = [
    ['ArrowRight', 'bank'],
    ['ArrowRight', 'card'],
    ['ArrowLeft', 'bank'],
    ['Home', 'card'],
    ['End', 'bank'],
    ['ArrowDown', 'bank'],
  ]
  for (const [key, value] of keys) {
    await page.keyboard.press(key!)
    expect(await focused(page), key).toBe(`${value}-tab`)
  }
  expect(await selections(page)).toEqual(['bank', 'card', 'bank', 'card', 'bank'])
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Number')
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toBe('bank-tab')
})

it('arrow keys of sluice-tabs are reversed in right-to-left text', async () => {
  const page = await open()
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
    const tabs = document.querySelector('sluice-tabs')!
    tabs.tabs = [...tabs.tabs, { value: 'third', label: 'Third' }]
  })
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowLeft')
  expect(await focused(page)).toBe('bank-tab')
})

it('sluice-tabs fires select once, and only for the shopper’s selection', async () => {
  const page = await open()
  await page.evaluate(() => (document.querySelector('sluice-tabs')!.selected = 'bank'))
  expect(await selected(page)).toContain('Bank account')
  await page.getByRole('tab', { name: 'Bank account' }).click()
  expect(await selections(page)).toEqual([])
  await page.getByRole('tab', { name: 'Card' }).click()
  expect(await selections(page)).toEqual(['card'])
})

it('locked sluice-tabs keeps its selection', async () => {
  const page = await open()
  await page.evaluate(() => (document.querySelector('sluice-tabs')!.locked = true))
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: 'Bank account' }).click()
  expect(await selected(page)).toContain('Card')
  expect(await selections(page)).toEqual([])
})

it('the selected tab has a line of 2 px without layout shift, and a background in forced colours', async () => {
  const page = await open()
  const styles = () =>
    page.locator('[role=tab]').evaluateAll((tabs) =>
      tabs.map((tab) => {
        const { width, height } = tab.getBoundingClientRect()
        const line = getComputedStyle(tab, '::after')
        return [width, height, line.content === 'none' ? '' : line.borderBottomWidth]
      }),
    )
  const [card, bank] = await styles()
  expect([card, bank]).toEqual([
    [216, 48, '2px'],
    [216, 48, ''],
  ])
  await page.getByRole('tab', { name: 'Bank account' }).click()
  expect(await styles()).toEqual([
    [216, 48, ''],
    [216, 48, '2px'],
  ])
  await page.emulateMedia({ forcedColors: 'active' })
  const backgrounds = await page
    .locator('[role=tab]')
    .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).backgroundColor))
  expect(backgrounds[0]).not.toBe(backgrounds[1])
})

it('tabs are stacked if their labels do not fit', async () => {
  const page = await open()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '300%'
    const tabs = document.querySelector('sluice-tabs')!
    tabs.tabs = [
      { value: 'card', label: 'Kreditkartenzahlung' },
      { value: 'bank', label: 'Bankverbindung' },
    ]
  })
  await page.getByText('Bankverbindung').waitFor()
  const tops = await page
    .locator('[role=tab]')
    .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top))
  expect(tops[1]).toBeGreaterThan(tops[0]!)
})
