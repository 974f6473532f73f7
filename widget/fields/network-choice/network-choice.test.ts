import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import en from '../../locales/card/en.json' with { type: 'json' }
import { axeViolations } from '../../testing/axe.ts'
import { type WidgetFixtureOptions, useWidgetFixture } from '../../testing/widgetFixture.ts'
import { inputSelector } from '../../testing/inputSelector.ts'
import { openCardForm } from '../../testing/openCardForm.ts'

const VISA = '4977949494949497'
const OTHER_VISA = '4035501000000008'
const MASTERCARD = '5136333333333335'

const openFixture = useWidgetFixture()

/** Opens a card form with a co-badged number, since the choice is part of it. */
const open = async (options: WidgetFixtureOptions = {}, digits = VISA): Promise<Page> => {
  const page = await openCardForm(await openFixture(options))
  await number(page).fill(digits)
  return page
}
const number = (page: Page) => page.locator(inputSelector('number'))
const radio = (page: Page, name: string) => page.getByRole('radio', { name })
const choice = (page: Page) => page.getByRole('radiogroup', { name: en.choice.label })
const chosen = (page: Page) =>
  page.locator('input:checked').evaluateAll((radios: HTMLInputElement[]) => radios.map(({ value }) => value))
const offered = (page: Page) =>
  page.getByRole('radio').evaluateAll((radios: HTMLInputElement[]) => radios.map(({ value }) => value))
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLInputElement).value)
const form = (page: Page) => page.locator('sluice-card-form')
const brand = (page: Page) =>
  form(page).evaluate((form: HTMLElementTagNameMap['sluice-card-form']) => form.formState.brand)

it('the network choice has no axe violations in any state, light and dark', async () => {
  for (const dark of [false, true]) {
    const page = await open({ dark })
    expect(await axeViolations(page)).toEqual([])
    await radio(page, 'Visa').click()
    expect(await axeViolations(page)).toEqual([])
    for (const state of ['processing', 'disabled'] as const) {
      await form(page).evaluate((form, state) => Object.assign(form, { [state]: true }), state)
      expect(await axeViolations(page), state).toEqual([])
    }
  }
})

it('the network choice is in the tab order between number and expiry, and arrow keys choose', async () => {
  const page = await open()
  await number(page).focus()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('cartesBancaires')
  expect(await chosen(page)).toEqual([])
  await page.keyboard.press('Space')
  expect(await chosen(page)).toEqual(['cartesBancaires'])
  await page.keyboard.press('ArrowRight')
  expect(await chosen(page)).toEqual(['visa'])
  await page.keyboard.press('Tab')
  await page.locator(`${inputSelector('expiry')}:focus`).waitFor()
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toBe('visa')
  await page.keyboard.press('Shift+Tab')
  await page.locator(`${inputSelector('number')}:focus`).waitFor()
})

describe('network choice', () => {
  it('a network choice can be changed, fires form-edit and is the reported brand', async () => {
    const page = await open()
    await form(page).evaluate((form) => {
      document.title = ''
      form.addEventListener('form-edit', (event) => {
        if ((event as Event & { typed: boolean }).typed) document.title += '.'
      })
    })
    expect(await brand(page)).toBe('visa')
    for (const [times, name, network] of [
      [1, 'Cartes Bancaires', 'cartesBancaires'],
      [2, 'Visa', 'visa'],
      [3, 'Cartes Bancaires', 'cartesBancaires'],
    ] as const) {
      await radio(page, name).click()
      expect(await chosen(page)).toEqual([network])
      expect(await brand(page)).toBe(network)
      await expect.poll(() => page.title()).toBe('.'.repeat(times))
    }
  })

  it('a network choice persists while the number is completed and corrected', async () => {
    const page = await open({}, '497')
    await radio(page, 'Cartes Bancaires').click()
    await number(page).press('End')
    await number(page).pressSequentially('7949494949498')
    await number(page).press('Backspace')
    await number(page).press('7')
    expect(await number(page).inputValue()).toBe('4977 9494 9494 9497')
    expect(await chosen(page)).toEqual(['cartesBancaires'])
  })

  it('a network choice is dropped for another card number or an empty field', async () => {
    const page = await open()
    for (const [digits, networks] of [
      [OTHER_VISA, ['cartesBancaires', 'visa']],
      [MASTERCARD, ['cartesBancaires', 'mastercard']],
      ['4242424242424242', []],
      ['', []],
    ] as const) {
      await number(page).fill(VISA)
      await radio(page, 'Cartes Bancaires').click()
      await number(page).fill(digits)
      await expect.poll(() => offered(page)).toEqual(networks)
      expect(await chosen(page), digits).toEqual([])
      expect(await brand(page), digits).not.toBe('cartesBancaires')
    }
  })

  it('a reset drops the network choice', async () => {
    const page = await open()
    await radio(page, 'Cartes Bancaires').click()
    await form(page).evaluate((form: HTMLElementTagNameMap['sluice-card-form']) => form.reset())
    await choice(page).waitFor({ state: 'detached' })
    await number(page).fill(VISA)
    await choice(page).waitFor()
    expect(await chosen(page)).toEqual([])
    expect(await brand(page)).toBe('visa')
  })

  it('the network choice is locked while the card is being sent, and keeps the focus', async () => {
    const page = await open()
    await radio(page, 'Visa').click()
    await form(page).evaluate((form: HTMLElementTagNameMap['sluice-card-form']) => (form.processing = true))
    await page.locator('[aria-busy=true]').waitFor()
    await radio(page, 'Cartes Bancaires').click({ force: true })
    await radio(page, 'Visa').focus()
    await page.keyboard.press('ArrowLeft')
    expect(await chosen(page)).toEqual(['visa'])
    expect(await brand(page)).toBe('visa')
  })

  it('the network choice is disabled in a disabled form', async () => {
    const page = await open()
    await form(page).evaluate((form: HTMLElementTagNameMap['sluice-card-form']) => (form.disabled = true))
    await expect.poll(() => radio(page, 'Visa').isDisabled()).toBe(true)
  })
})

it('the network choice is announced once, in the form’s live region', async () => {
  const page = await open({}, '')
  await page.evaluate(() => {
    const status = document.querySelector('[role=status]')!
    const announcements: string[] = []
    new MutationObserver(() => {
      announcements.push(status.textContent)
      document.title = JSON.stringify(announcements)
    }).observe(status, { subtree: true, childList: true, characterData: true })
  })
  await number(page).pressSequentially(VISA)
  await radio(page, 'Visa').click()
  expect(JSON.parse(await page.title())).toEqual(['Visa', en.choice.announcement])
})

/** Bounding boxes of all elements except the mark and the choice. */
const positions = (page: Page) =>
  page
    .locator('label, .control, .message, form')
    .evaluateAll((elements) => elements.map((element) => JSON.stringify(element.getBoundingClientRect())))

it('the network choice causes no layout shift and fits beside sixteen digits, with targets of 44 px', async () => {
  const page = await open({}, '')
  for (const [width, dir] of [
    [448, 'ltr'],
    [448, 'rtl'],
    [376, 'ltr'],
    [328, 'rtl'],
  ] as const) {
    const note = `${width} px, ${dir}`
    await page.setViewportSize({ width, height: 700 })
    await page.evaluate((dir) => (document.documentElement.dir = dir), dir)
    await number(page).fill('4')
    await choice(page).waitFor({ state: 'detached' })
    const before = await positions(page)
    await number(page).fill(VISA)
    await choice(page).waitFor()
    expect(await positions(page), note).toEqual(before)
    const spare = await number(page).evaluate(({ scrollWidth, clientWidth }) => clientWidth - scrollWidth)
    expect(spare, note).toBeGreaterThanOrEqual(0)
    const [control, first, second] = await Promise.all(
      [page.locator('.control').first(), radio(page, 'Cartes Bancaires'), radio(page, 'Visa')].map((part) =>
        part.boundingBox(),
      ),
    )
    for (const target of [first!, second!]) {
      expect(target.width, note).toBe(44)
      expect(target.height, note).toBe(control!.height - 2)
      expect(target.height, note).toBeGreaterThanOrEqual(44)
    }
    const [atEnd, beside] = dir === 'ltr' ? [control!.x + control!.width - 45, -44] : [control!.x + 1, 44]
    expect(second!.x, note).toBe(atEnd)
    expect(first!.x, note).toBe(atEnd + beside)
  }
})

it('chosen and focused networks have outlines, also in forced colours', async () => {
  const page = await open()
  const outlines = () =>
    page
      .locator('[role=radiogroup] > *')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).outlineStyle === 'solid'))
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    await form(page).evaluate((form: HTMLElementTagNameMap['sluice-card-form']) => form.reset())
    await number(page).fill(VISA)
    expect(await outlines()).toEqual([false, false, false, false])
    await page.keyboard.press('Tab')
    expect(await outlines()).toEqual([true, false, false, false])
    await page.keyboard.press('ArrowRight')
    expect(await outlines()).toEqual([false, false, true, true])
    await page.keyboard.press('Tab')
    expect(await outlines()).toEqual([false, false, false, true])
  }
  await page.emulateMedia({ forcedColors: null })
})
