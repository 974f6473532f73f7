import type { Page } from '@playwright/test'
import { beforeEach, describe, expect, it } from 'vitest'
import { useBench } from '../testing/widgetFixture.ts'
import { openCheckoutFields } from '../testing/openCheckoutFields.ts'
import type { FormField } from './formField.ts'

/** What all fields of the checkout promise alike. */

const bench = useBench()

type Answers = {
  /** What the page says. */
  given: string
  /** What the shopper answers, and how. */
  answer: string
  act: (page: Page) => Promise<unknown>
  /** What has the focus. */
  control: string
}

const FIELDS: Record<string, Answers> = {
  'sluice-field': {
    given: 'Ring twice',
    answer: 'Knock',
    act: (page) => page.locator('#note').fill('Knock'),
    control: '#note',
  },
  'sluice-select': {
    given: 'CA',
    answer: 'NZ',
    act: (page) => page.locator('select').selectOption('NZ'),
    control: 'select',
  },
  'sluice-date': {
    given: '2026-03-01',
    answer: '2026-04-05',
    act: (page) => page.locator('[type=date]').fill('2026-04-05'),
    control: '[type=date]',
  },
  'sluice-check': {
    given: 'true',
    answer: 'true',
    act: (page) => page.locator('[type=checkbox]').check(),
    control: '[type=checkbox]',
  },
  'sluice-options': {
    given: 'w1',
    answer: 'w2',
    act: (page) => page.locator('[type=radio]').nth(1).check(),
    control: '[type=radio][value=w1]',
  },
}
const TAGS = Object.keys(FIELDS)
const BODY = TAGS.map((tag) => `<${tag} required></${tag}>`).join('')

let page: Page
beforeEach(async () => {
  page = await openCheckoutFields(await bench({ width: 440 }), BODY)
  await page.evaluate(() => {
    document.title = ''
    for (const type of ['input', 'change'])
      document.addEventListener(type, ({ target }) => (document.title += (target as Element).localName))
  })
})

/** Does something with every field, and waits until it is seen. */
const every = <T>(act: (field: FormField, value: string) => T): Promise<T[]> =>
  page.evaluate(
    async ([source, answers]) => {
      const act = new Function(`return ${source}`)() as (field: Element, value: string) => unknown
      const done: unknown[] = []
      for (const [tag, value] of answers) {
        const field = document.querySelector(tag) as HTMLElement & { updateComplete: Promise<unknown> }
        done.push(act(field, value))
        await field.updateComplete
        await field.updateComplete
      }
      return done
    },
    [String(act), TAGS.map((tag) => [tag, FIELDS[tag]!.given] as const)] as const,
  ) as Promise<T[]>

/** What assistive technology is told of each: whether it is right, and what is said of it. */
const said = async () =>
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

it('says nothing of an empty field until it is asked, and nothing more once there is an answer', async () => {
  expect(await every((field) => field.currentError)).toEqual(all('missing'))
  for (const tag of TAGS) await page.locator(FIELDS[tag]!.control).focus()
  expect(await said()).toEqual(all(['false', '']))
  await every((field) => field.report())
  expect(await said()).toEqual(all(['true', 'Fill in this field']))
  for (const tag of TAGS) await FIELDS[tag]!.act(page)
  expect(await every(({ value, currentError, shownError }) => ({ value, currentError, shownError }))).toEqual(
    TAGS.map((tag) => ({ value: FIELDS[tag]!.answer, currentError: null, shownError: null })),
  )
  expect(await said()).toEqual(all(['false', '']))
  expect(await page.title()).not.toBe('')
})

it('shows what the server refused, past leaving the field, until the answer changes', async () => {
  await every((field, value) => (field.value = value))
  await every((field) => field.showServerError('wrong'))
  for (const tag of [...TAGS, TAGS[0]!]) await page.locator(FIELDS[tag]!.control).focus()
  expect(await said()).toEqual(all(['true', 'Check this field']))
  expect(await every(({ currentError }) => currentError)).toEqual(all('wrong'))
  await page.locator('[type=checkbox]').uncheck()
  for (const tag of TAGS) await FIELDS[tag]!.act(page)
  expect(await every(({ currentError }) => currentError)).toEqual(all(null))
  expect(await said()).toEqual(all(['false', '']))
})

it('takes an answer of the page without an event and without an error', async () => {
  await every((field) => field.report())
  await every((field, value) => (field.value = value))
  expect(await every(({ value, currentError, shownError }) => ({ value, currentError, shownError }))).toEqual(
    TAGS.map((tag) => ({ value: FIELDS[tag]!.given, currentError: null, shownError: null })),
  )
  const controls = await page.evaluate(() => [
    document.querySelector<HTMLInputElement>('#note')!.value,
    document.querySelector('select')!.value,
    document.querySelector<HTMLInputElement>('[type=date]')!.value,
    String(document.querySelector<HTMLInputElement>('[type=checkbox]')!.checked),
    document.querySelector<HTMLInputElement>('[type=radio]:checked')!.value,
  ])
  expect(controls).toEqual(TAGS.map((tag) => FIELDS[tag]!.given))
  expect(await page.title()).toBe('')
})

it('empties itself without a word, and what is half typed too', async () => {
  for (const tag of TAGS) await FIELDS[tag]!.act(page)
  await page.locator('[type=date]').press('Backspace')
  await page.evaluate(() => (document.title = ''))
  await every((field) => field.showServerError('wrong'))
  await every((field) => field.clear())
  expect(await every(({ value, shownError }) => ({ value, shownError }))).toEqual(all({ value: '', shownError: null }))
  expect(await page.locator(':checked:not(option)').count()).toBe(0)
  expect(await page.locator('[type=date]').evaluate((input) => (input as HTMLInputElement).validity.badInput)).toBe(
    false,
  )
  expect(await page.title()).toBe('')
})

it('keeps the answer and the focus while it is locked, and follows again afterwards', async () => {
  await every((field, value) => (field.value = value))
  await every((field) => (field.locked = true))
  for (const tag of TAGS) {
    const control = page.locator(FIELDS[tag]!.control)
    await control.focus()
    for (const key of ['ArrowDown', 'Space', 'n', 'Backspace']) await page.keyboard.press(key)
    await control.click({ force: true, position: { x: 5, y: 5 } })
    expect(await control.evaluate((control) => control === document.activeElement), tag).toBe(true)
    expect(await control.isEnabled(), tag).toBe(true)
  }
  expect(await every(({ value }) => value)).toEqual(TAGS.map((tag) => FIELDS[tag]!.given))
  // What a phone lets through all the same is taken back.
  await page.locator('select').selectOption('NZ')
  expect(await every(({ value }) => value)).toEqual(TAGS.map((tag) => FIELDS[tag]!.given))
  expect(await page.locator('select').inputValue()).toBe('CA')
  expect(await page.locator(':checked:not(option)').count()).toBe(2)
  await every((field) => (field.locked = false))
  for (const tag of TAGS) await FIELDS[tag]!.act(page)
  expect(await every(({ value }) => value)).toEqual(TAGS.map((tag) => FIELDS[tag]!.answer))
})

it('takes the focus on its control, and cannot be used where it is disabled', async () => {
  expect(
    await every((field) => {
      field.focus()
      return field.contains(document.activeElement)
    }),
  ).toEqual(all(true))
  await every((field) => (field.disabled = true))
  expect(await page.locator('input:enabled, select:enabled').count()).toBe(0)
})

/** Where everything is that a selector names. */
const boxes = (selector: string) =>
  page.locator(selector).evaluateAll((parts) =>
    parts.map((part) => {
      const { top, left, width, height } = part.getBoundingClientRect()
      return { top: top + scrollY, left, width, height }
    }),
  )

describe('the look', () => {
  it('of a list and a date is that of a text: label, 48 px, a line for messages, and nothing moves for one', async () => {
    for (const width of [440, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await every((field) => field.clear())
      const before = await boxes('label, .control, .message, input')
      const heights = (await boxes('sluice-field, sluice-select, sluice-date')).map(({ height }) => height)
      expect(heights, `${width}`).toEqual([100, 100, 100])
      expect(new Set((await boxes('.control')).map(({ height }) => height))).toEqual(new Set([48]))
      await every((field) => field.report())
      expect(await boxes('label, .control, .message, input')).toEqual(before)
    }
  })

  it('has targets of 44 px and more, and nothing is cut or wider than the page, with text of twice the size too', async () => {
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
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('html, label, label span, .message')]
          .filter(({ scrollWidth, clientWidth, localName }) => localName !== 'span' && scrollWidth > clientWidth)
          .map((part) => part.localName),
      )
      expect(cut, note).toEqual([])
    }
  })

  it('shows focus and errors by edges, in forced colours too', async () => {
    const edges = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.control, [type=checkbox], [role=radiogroup], sluice-options label')]
          .filter((part) => getComputedStyle(part).outlineStyle === 'solid')
          .map((part) => part.closest('form > *')!.localName),
      )
    for (const tag of TAGS) {
      await page.locator(FIELDS[tag]!.control).press('Shift')
      await page.locator(FIELDS[tag]!.control).focus()
      expect(await edges(), tag).toEqual([tag])
    }
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.emulateMedia({ forcedColors: 'active' })
    await every((field) => field.report())
    expect(await edges()).toEqual(TAGS)
    await page.emulateMedia({ forcedColors: 'none' })
  })
})
