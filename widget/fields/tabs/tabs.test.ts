import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { useBench } from '../../testing/widgetFixture.ts'
import { openCheckoutFields } from '../../testing/openCheckoutFields.ts'

const bench = useBench()

/** Tabs over two panels; the page remembers what was selected. */
const open = async (dark = false): Promise<Page> => {
  const page = await openCheckoutFields(
    await bench({ width: 440, dark }),
    `<sluice-tabs></sluice-tabs>
    <div id="card-panel" role="tabpanel" aria-labelledby="card-tab"><input aria-label="Number"></div>
    <div id="bank-panel" role="tabpanel" aria-labelledby="bank-tab" hidden></div>`,
  )
  await page.evaluate(() => {
    const told: string[] = []
    const tabs = document.querySelector('sluice-tabs')!
    tabs.addEventListener('select', (event) => told.push((event as Event & { selected: string }).selected))
    Object.assign(window, { told })
  })
  return page
}
const told = (page: Page) => page.evaluate(() => (window as never as { told: string[] }).told)
const selected = (page: Page) => page.locator('[role=tab][aria-selected=true]').textContent()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

it('has nothing that axe would report: at rest, locked and disabled, light and dark', async () => {
  for (const dark of [false, true]) {
    const page = await open(dark)
    for (const state of [{}, { selected: 'bank' }, { locked: true }, { disabled: true }]) {
      await page.evaluate((state) => Object.assign(document.querySelector('sluice-tabs')!, state), state)
      expect(await axeViolations(page), JSON.stringify(state)).toEqual([])
    }
  }
})

it('is one stop for the keyboard: arrow keys select, around the end, and Tab goes into the panel', async () => {
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
  expect(await told(page)).toEqual(['bank', 'card', 'bank', 'card', 'bank'])
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Number')
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toBe('bank-tab')
})

it('moves the other way where the language runs from right to left', async () => {
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

it('tells of what the shopper selects alone, and once', async () => {
  const page = await open()
  await page.evaluate(() => (document.querySelector('sluice-tabs')!.selected = 'bank'))
  expect(await selected(page)).toContain('Bank account')
  await page.getByRole('tab', { name: 'Bank account' }).click()
  expect(await told(page)).toEqual([])
  await page.getByRole('tab', { name: 'Card' }).click()
  expect(await told(page)).toEqual(['card'])
})

it('stays as it is while it is locked, with the focus where it is', async () => {
  const page = await open()
  await page.evaluate(() => (document.querySelector('sluice-tabs')!.locked = true))
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tab', { name: 'Bank account' }).click()
  expect(await selected(page)).toContain('Card')
  expect(await told(page)).toEqual([])
})

it('marks the selected tab by a line of 2 px and moves nothing, and fills it where colours are forced', async () => {
  const page = await open()
  const looks = () =>
    page.locator('[role=tab]').evaluateAll((tabs) =>
      tabs.map((tab) => {
        const { width, height } = tab.getBoundingClientRect()
        const line = getComputedStyle(tab, '::after')
        return [width, height, line.content === 'none' ? '' : line.borderBottomWidth]
      }),
    )
  const [card, bank] = await looks()
  expect([card, bank]).toEqual([
    [216, 48, '2px'],
    [216, 48, ''],
  ])
  await page.getByRole('tab', { name: 'Bank account' }).click()
  expect(await looks()).toEqual([
    [216, 48, ''],
    [216, 48, '2px'],
  ])
  await page.emulateMedia({ forcedColors: 'active' })
  const grounds = await page
    .locator('[role=tab]')
    .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).backgroundColor))
  expect(grounds[0]).not.toBe(grounds[1])
})

it('lays the tabs one below the other where their words do not fit', async () => {
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
