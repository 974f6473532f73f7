import type { Page } from '@playwright/test'
import { beforeEach, describe, expect, it } from 'vitest'
import { useWidgetFixture } from '../testing/widgetFixture.ts'
import { openCheckoutFields } from '../testing/openCheckoutFields.ts'
import type { FormField } from './formField.ts'

/** Behavior shared by all fields of the checkout. */

const openFixture = useWidgetFixture()

type FieldCase = {
  /** Value set by the page. */
  initial: string
  /** Value entered by the shopper, and how. */
  entered: string
  act: (page: Page) => Promise<unknown>
  /** Selector of the focusable control. */
  control: string
}

const FIELDS: Record<string, FieldCase> = {
  'sluice-field': {
    initial: 'Ring twice',
    entered: 'Knock',
    act: (page) => page.locator('#note').fill('Knock'),
    control: '#note',
  },
  'sluice-select': {
    initial: 'CA',
    entered: 'NZ',
    act: (page) => page.locator('select').selectOption('NZ'),
    control: 'select',
  },
  'sluice-date': {
    initial: '2026-03-01',
    entered: '2026-04-05',
    act: (page) => page.locator('[type=date]').fill('2026-04-05'),
    control: '[type=date]',
  },
  'sluice-check': {
    initial: 'true',
    entered: 'true',
    act: (page) => page.locator('[type=checkbox]').check(),
    control: '[type=checkbox]',
  },
  'sluice-options': {
    initial: 'w1',
    entered: 'w2',
    act: (page) => page.locator('[type=radio]').nth(1).check(),
    control: '[type=radio][value=w1]',
  },
}
const TAGS = Object.keys(FIELDS)
const BODY = TAGS.map((tag) => `<${tag} required></${tag}>`).join('')

let page: Page
beforeEach(async () => {
  page = await openCheckoutFields(await openFixture({ width: 440 }), BODY)
  await page.evaluate(() => {
    document.title = ''
    for (const type of ['input', 'change'])
      document.addEventListener(type, ({ target }) => (document.title += (target as Element).localName))
  })
})

/** Runs a function on each field, and waits for its update. */
const onEachField = <T>(act: (field: FormField, value: string) => T): Promise<T[]> =>
  page.evaluate(
    async ([source, values]) => {
      const act = new Function(`return ${source}`)() as (field: Element, value: string) => unknown
      const results: unknown[] = []
      for (const [tag, value] of values) {
        const field = document.querySelector(tag) as HTMLElement & { updateComplete: Promise<unknown> }
        results.push(act(field, value))
        await field.updateComplete
        await field.updateComplete
      }
      return results
    },
    [String(act), TAGS.map((tag) => [tag, FIELDS[tag]!.initial] as const)] as const,
  ) as Promise<T[]>

/** aria-invalid and description of each field. */
const descriptions = async () =>
  Promise.all(
    TAGS.map((tag) =>
      page.locator(tag).evaluate((field) => {
        const described = field.querySelector('[aria-describedby]')!
        const { id = '' } = document.getElementById(described.getAttribute('aria-describedby')!) ?? {}
        return [described.getAttribute('aria-invalid'), document.getElementById(id)?.textContent.trim()]
      }),
    ),
  )
const all = <T>(value: T): T[] => TAGS.map(() => value)

it('an empty required field displays an error after report(), until it has a value', async () => {
  expect(await onEachField((field) => field.currentError)).toEqual(all('missing'))
  for (const tag of TAGS) await page.locator(FIELDS[tag]!.control).focus()
  expect(await descriptions()).toEqual(all(['false', '']))
  await onEachField((field) => field.report())
  expect(await descriptions()).toEqual(all(['true', 'Fill in this field']))
  for (const tag of TAGS) await FIELDS[tag]!.act(page)
  expect(await onEachField(({ value, currentError, shownError }) => ({ value, currentError, shownError }))).toEqual(
    TAGS.map((tag) => ({ value: FIELDS[tag]!.entered, currentError: null, shownError: null })),
  )
  expect(await descriptions()).toEqual(all(['false', '']))
  expect(await page.title()).not.toBe('')
})

it('a server error is displayed after blur, until the value changes', async () => {
  await onEachField((field, value) => (field.value = value))
  await onEachField((field) => field.showServerError('wrong'))
  for (const tag of [...TAGS, TAGS[0]!]) await page.locator(FIELDS[tag]!.control).focus()
  expect(await descriptions()).toEqual(all(['true', 'Check this field']))
  expect(await onEachField(({ currentError }) => currentError)).toEqual(all('wrong'))
  await page.locator('[type=checkbox]').uncheck()
  for (const tag of TAGS) await FIELDS[tag]!.act(page)
  expect(await onEachField(({ currentError }) => currentError)).toEqual(all(null))
  expect(await descriptions()).toEqual(all(['false', '']))
})

it('setting the value fires no event and clears the error', async () => {
  await onEachField((field) => field.report())
  await onEachField((field, value) => (field.value = value))
  expect(await onEachField(({ value, currentError, shownError }) => ({ value, currentError, shownError }))).toEqual(
    TAGS.map((tag) => ({ value: FIELDS[tag]!.initial, currentError: null, shownError: null })),
  )
  const controls = await page.evaluate(() => [
    document.querySelector<HTMLInputElement>('#note')!.value,
    document.querySelector('select')!.value,
    document.querySelector<HTMLInputElement>('[type=date]')!.value,
    String(document.querySelector<HTMLInputElement>('[type=checkbox]')!.checked),
    document.querySelector<HTMLInputElement>('[type=radio]:checked')!.value,
  ])
  expect(controls).toEqual(TAGS.map((tag) => FIELDS[tag]!.initial))
  expect(await page.title()).toBe('')
})

it('clear() empties all fields, including a partly typed date, without events', async () => {
  for (const tag of TAGS) await FIELDS[tag]!.act(page)
  await page.locator('[type=date]').press('Backspace')
  await page.evaluate(() => (document.title = ''))
  await onEachField((field) => field.showServerError('wrong'))
  await onEachField((field) => field.clear())
  expect(await onEachField(({ value, shownError }) => ({ value, shownError }))).toEqual(
    all({ value: '', shownError: null }),
  )
  expect(await page.locator(':checked:not(option)').count()).toBe(0)
  expect(await page.locator('[type=date]').evaluate((input) => (input as HTMLInputElement).validity.badInput)).toBe(
    false,
  )
  expect(await page.title()).toBe('')
})

it('a locked field keeps its value and focus, and is editable after unlock', async () => {
  await onEachField((field, value) => (field.value = value))
  await onEachField((field) => (field.locked = true))
  for (const tag of TAGS) {
    const control = page.locator(FIELDS[tag]!.control)
    await control.focus()
    for (const key of ['ArrowDown', 'Space', 'n', 'Backspace']) await page.keyboard.press(key)
    await control.click({ force: true, position: { x: 5, y: 5 } })
    expect(await control.evaluate((control) => control === document.activeElement), tag).toBe(true)
    expect(await control.isEnabled(), tag).toBe(true)
  }
  expect(await onEachField(({ value }) => value)).toEqual(TAGS.map((tag) => FIELDS[tag]!.initial))
  // Some phones change a locked select: the change is reverted.
  await page.locator('select').selectOption('NZ')
  expect(await onEachField(({ value }) => value)).toEqual(TAGS.map((tag) => FIELDS[tag]!.initial))
  expect(await page.locator('select').inputValue()).toBe('CA')
  expect(await page.locator(':checked:not(option)').count()).toBe(2)
  await onEachField((field) => (field.locked = false))
  for (const tag of TAGS) await FIELDS[tag]!.act(page)
  expect(await onEachField(({ value }) => value)).toEqual(TAGS.map((tag) => FIELDS[tag]!.entered))
})

it('focus() focuses the control, and a disabled field has no enabled control', async () => {
  expect(
    await onEachField((field) => {
      field.focus()
      return field.contains(document.activeElement)
    }),
  ).toEqual(all(true))
  await onEachField((field) => (field.disabled = true))
  expect(await page.locator('input:enabled, select:enabled').count()).toBe(0)
})

/** Bounding boxes of the elements that match a selector. */
const boxes = (selector: string) =>
  page.locator(selector).evaluateAll((parts) =>
    parts.map((part) => {
      const { top, left, width, height } = part.getBoundingClientRect()
      return { top: top + scrollY, left, width, height }
    }),
  )

describe('layout of fields', () => {
  it('select and date have the height of a text field, and errors cause no layout shift', async () => {
    for (const width of [440, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await onEachField((field) => field.clear())
      const before = await boxes('label, .control, .message, input')
      const heights = (await boxes('sluice-field, sluice-select, sluice-date')).map(({ height }) => height)
      expect(heights, `${width}`).toEqual([106, 106, 106])
      expect(new Set((await boxes('.control')).map(({ height }) => height))).toEqual(new Set([48]))
      await onEachField((field) => field.report())
      expect(await boxes('label, .control, .message, input')).toEqual(before)
    }
  })

  it('field targets are at least 44 px high and nothing overflows, also with text at 200 %', async () => {
    await page.addStyleTag({ content: '.twice{font-size:200%!important}' })
    for (const [width, size, dir] of [
      [440, '', 'ltr'],
      [320, '', 'rtl'],
      [390, 'twice', 'ltr'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(([size, dir]) => Object.assign(document.documentElement, { className: size, dir }), [
        size,
        dir,
      ] as const)
      const note = `${width} ${size} ${dir}`
      const targets = await boxes('.control > input, select, sluice-check label, sluice-options label')
      expect(Math.min(...targets.map(({ height }) => height)), note).toBeGreaterThanOrEqual(44)
      const overflowing = await page.evaluate(() =>
        [...document.querySelectorAll('html, label, label span, .message')]
          .filter(({ scrollWidth, clientWidth, localName }) => localName !== 'span' && scrollWidth > clientWidth)
          .map((part) => part.localName),
      )
      expect(overflowing, note).toEqual([])
    }
  })

  it('focus and errors are visible as outlines, also in forced colours', async () => {
    const outlined = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.control, [type=checkbox], [role=radiogroup], sluice-options label')]
          .filter((part) => getComputedStyle(part).outlineStyle === 'solid')
          .map((part) => part.closest('form > *')!.localName),
      )
    for (const tag of TAGS) {
      await page.locator(FIELDS[tag]!.control).press('Shift')
      await page.locator(FIELDS[tag]!.control).focus()
      expect(await outlined(), tag).toEqual([tag])
    }
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.emulateMedia({ forcedColors: 'active' })
    await onEachField((field) => field.report())
    expect(await outlined()).toEqual(TAGS)
    await page.emulateMedia({ forcedColors: 'none' })
  })
})
