import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { LAYOUTS, type Layout } from '#contract/card/framePort'
import { CSS } from '../embed/hostStyles.ts'
import { cardLocales } from '../locales/locales.ts'
import type { Texts } from '../locales/cardTexts.ts'
import { useWidgetFixture } from '../testing/widgetFixture.ts'
import { openCardForm } from '../testing/openCardForm.ts'

const openFixture = useWidgetFixture()
/** The frame's document is 4 px wider than the form on each side. */
const EDGE = 8
const open = async (width = 800): Promise<Page> => openCardForm(await openFixture({ width: width + EDGE }))
const resize = (page: Page, width: number) => page.setViewportSize({ width: width + EDGE, height: 700 })

type Settings = { layout?: Layout; askName?: boolean; askPostalCode?: boolean; texts?: Texts }
const set = (page: Page, settings: Settings) =>
  page.evaluate(async (settings) => {
    const form = Object.assign(document.querySelector('sluice-card-form')!, settings)
    document.documentElement.dir = form.texts.direction
    await form.updateComplete
    await Promise.all([...form.querySelectorAll('sluice-field')].map((field) => field.updateComplete))
  }, settings)

type Box = { left: number; right: number; top: number; bottom: number }
/** Bounding boxes of the controls, by field name. */
const boxes = (page: Page): Promise<Record<string, Box>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.control')].map((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        return [
          control.closest('sluice-field')!.kind.name,
          { left, right, top: top + scrollY, bottom: bottom + scrollY },
        ]
      }),
    ),
  )
/** Field names by visual line. */
const lines = async (page: Page): Promise<string[]> => {
  const found = Object.groupBy(Object.entries(await boxes(page)), ([, { top }]) => top)
  return Object.entries(found)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, line]) => line!.map(([name]) => name).join(' '))
}
const formHeight = (page: Page) => page.locator('form').evaluate((form) => form.getBoundingClientRect().height)

/** Height reserved by embed/hostStyles.ts on the merchant's page for an element of this width with these attributes. */
const reserved = (page: Page, width: number, attributes: Record<string, string | boolean>): Promise<number> =>
  page.evaluate(
    ([css, width, attributes]) => {
      const host = document.createElement('section')
      for (const [name, value] of Object.entries(attributes))
        if (value !== false) host.setAttribute(name, String(value))
      host.attachShadow({ mode: 'open' }).innerHTML = `<style>${css}</style><div></div>`
      const container = document.createElement('div')
      container.style.width = `${width}px`
      container.append(host)
      document.body.append(container)
      const { height } = host.getBoundingClientRect()
      container.remove()
      return height
    },
    [CSS, width, attributes] as const,
  )

const WIDTHS = [280, 320, 335, 336, 439, 440, 800]

describe('field layout', () => {
  const asGrid = ['number', 'expiry code', 'name postalCode']
  const narrow = ['number', 'expiry code', 'name', 'postalCode']
  const stack = ['number', 'expiry', 'code', 'name', 'postalCode']
  it.each([
    ['row', 440, ['number expiry code', 'name postalCode']],
    ['row', 439, asGrid],
    ['row', 336, asGrid],
    ['row', 335, narrow],
    ['grid', 800, asGrid],
    ['grid', 336, asGrid],
    ['grid', 335, narrow],
    ['stack', 800, stack],
    ['stack', 335, stack],
  ] as const)('the fields of layout %s at %s px are in these lines: %j', async (layout, width, expected) => {
    const page = await open(width)
    await set(page, { layout })
    expect(await lines(page)).toEqual(expected)
  })

  it('the fields take the full width with any combination of optional fields', async () => {
    const page = await open()
    for (const layout of LAYOUTS)
      for (const width of WIDTHS) {
        await resize(page, width)
        for (const [askName, askPostalCode] of [
          [true, true],
          [true, false],
          [false, true],
        ] as const) {
          await set(page, { layout, askName, askPostalCode })
          const all = Object.values(await boxes(page))
          for (const line of Object.values(Object.groupBy(all, ({ top }) => top))) {
            const extent = [Math.min(...line!.map(({ left }) => left)), Math.max(...line!.map(({ right }) => right))]
            expect(extent, `${layout} ${width} ${askName} ${askPostalCode}`).toEqual([4, width + 4])
          }
        }
      }
  })
})

it.each(LAYOUTS)(
  'the form has the height reserved by the page (layout %s), at all widths and with any optional fields',
  async (layout) => {
    const page = await open()
    for (const width of WIDTHS) {
      await resize(page, width)
      for (const askName of [true, false])
        for (const askPostalCode of [true, false]) {
          await set(page, { layout, askName, askPostalCode })
          const attributes = { layout, 'no-name': askName ? false : '', 'no-postal-code': askPostalCode ? false : '' }
          const expected = await reserved(page, width, attributes)
          expect(await formHeight(page), `${width} ${askName} ${askPostalCode}`).toBe(expected)
        }
    }
  },
)

/** All messages of the fields and the form, in one language. */
const sentencesOf = ({ errors, help, failures }: Texts): Record<string, string[]> => ({
  ...Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, Object.values(texts)])),
  help: Object.values(help).map((text) => text.replace('{name}', 'CVV')),
  general: Object.values(failures),
})

it.each(LAYOUTS)('no message causes layout shift in layout %s, in English and German', async (layout) => {
  const page = await open()
  for (const texts of [cardLocales['en']!, cardLocales['de']!])
    for (const width of [280, 336, 440]) {
      await resize(page, width)
      await set(page, { layout, texts })
      // Messages are inserted directly, to measure thirty at once.
      const moved = await page.evaluate((sentences) => {
        const form = document.querySelector('form')!
        const places = () =>
          [...form.querySelectorAll('.control')].map((control) => control.getBoundingClientRect().top)
        const rest = JSON.stringify([form.offsetHeight, places()])
        const moved: string[] = []
        const check = (line: Element, name: string) => {
          for (const sentence of sentences[name]!) {
            line.append(sentence)
            if (JSON.stringify([form.offsetHeight, places()]) !== rest) moved.push(`${name}: ${sentence}`)
            line.lastChild!.remove()
          }
        }
        const fields = [...form.querySelectorAll('sluice-field')]
        for (const field of fields) check(field.querySelector('.message')!, field.kind.name)
        const help = fields[2]!.querySelector('.message')!
        help.classList.add('help')
        check(help, 'help')
        help.classList.remove('help')
        const general = document.createElement('p')
        general.className = 'message general'
        form.querySelector('[role=group]')!.append(general)
        check(general, 'general')
        general.remove()
        return moved
      }, sentencesOf(texts))
      expect(moved, `${width} ${texts.frameTitle}`).toEqual([])
    }
})

it.each(LAYOUTS)('no label is clipped in layout %s, in any language', async (layout) => {
  const page = await open()
  for (const width of [280, 336, 440]) {
    await resize(page, width)
    const clipped = await page.evaluate(
      async ([layout, locales]) => {
        const form = document.querySelector('sluice-card-form')!
        const found: string[] = []
        for (const [locale, texts] of Object.entries(locales)) {
          Object.assign(form, { layout, texts })
          document.documentElement.dir = texts.direction
          await form.updateComplete
          await Promise.all([...document.querySelectorAll('sluice-field')].map((field) => field.updateComplete))
          const { scrollWidth, clientWidth } = document.documentElement
          if (scrollWidth > clientWidth) found.push(`${locale} scrolls sideways`)
          for (const label of document.querySelectorAll('label')) {
            const range = document.createRange()
            range.selectNodeContents(label)
            const text = range.getBoundingClientRect()
            const box = label.getBoundingClientRect()
            const fits = text.left >= box.left - 1 && text.right <= box.right + 1 && text.height <= box.height
            if (!fits) found.push(`${locale} ${label.textContent.trim()}`)
          }
        }
        return found
      },
      [layout, cardLocales] as const,
    )
    expect(clipped, `${width}`).toEqual([])
  }
})

/** The visible messages. */
const messages = (page: Page) => page.locator('form .message').filter({ visible: true, hasText: /./ })
const report = (page: Page) => page.evaluate(() => document.querySelector('sluice-card-form')!.report())

describe('shared message line', () => {
  const all = 'Complete the card details: Card number, Expiry, CVV'
  it.each([
    ['row', 440, [all, 'Enter the name on the card']],
    ['row', 336, [all, 'Enter the name on the card']],
    ['grid', 800, [all, 'Enter the name on the card']],
    ['grid', 335, [all, 'Enter the name on the card']],
    ['stack', 800, ['Enter the card number', 'Enter the expiry date', 'Enter the CVV', 'Enter the name on the card']],
  ] as const)('several missing fields are all named (layout %s, %s px)', async (layout, width, expected) => {
    const page = await open(width)
    await set(page, { layout })
    await report(page)
    await expect.poll(() => messages(page).allTextContents()).toEqual(expected)
  })

  it('the error of the focused field is displayed below it, in both text directions', async () => {
    const page = await open()
    for (const width of [440, 336, 280])
      for (const locale of ['en', 'ar']) {
        await resize(page, width)
        await set(page, { layout: 'row', texts: cardLocales[locale]! })
        await report(page)
        for (const index of [0, 1, 2]) {
          const field = page.locator('sluice-field').nth(index)
          await field.locator('input').first().focus()
          const visible = page.locator('.group .message').filter({ visible: true, hasText: /./ })
          expect(await visible.count()).toBe(1)
          const own = field.locator('.message')
          expect(await visible.textContent()).toBe(await own.textContent())
          const [text, control] = [(await own.boundingBox())!, (await field.locator('.control').boundingBox())!]
          expect(text.x < control.x + control.width && control.x < text.x + text.width).toBe(true)
        }
        await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      }
  })

  it('the error of another field is displayed before the help of the focused field', async () => {
    const page = await open(440)
    await page.locator('input').nth(0).fill('4242')
    await page.locator('input').nth(2).focus()
    expect(await messages(page).allTextContents()).toEqual(['Enter the whole card number'])
    await page.locator('input').nth(0).fill('4242424242424242')
    await page.locator('input').nth(2).focus()
    expect(await messages(page).allTextContents()).toEqual(['CVV: 3 digits on the back of the card'])
  })

  it('one error is displayed as it is; different errors are named together', async () => {
    const page = await open(440)
    await report(page)
    await page.locator('input').nth(0).fill('4242')
    await page.locator('input').nth(3).focus()
    await expect
      .poll(() => messages(page).first().textContent())
      .toBe('Check the card details: Card number, Expiry, CVV.')
    await page.locator('input').nth(0).fill('4242424242424242')
    await page.locator('input').nth(1).fill('1244')
    await page.locator('input').nth(3).focus()
    await expect.poll(() => messages(page).first().textContent()).toBe('Enter the CVV')
  })

  it('the sentence that names all fields has at most two lines in every language, down to 280 px', async () => {
    const page = await open(280)
    await page.addStyleTag({ content: `:root { font-family: Arial, 'Liberation Sans', sans-serif }` })
    const long: string[] = []
    for (const [locale, texts] of Object.entries(cardLocales)) {
      await set(page, { layout: 'row', texts })
      await report(page)
      await page.locator('.all').waitFor()
      if ((await page.locator('.all').evaluate((line) => line.getBoundingClientRect().height)) > 34) long.push(locale)
    }
    expect(long).toEqual([])
  }, 60_000)
})

it('an error is 6 px below its control and 14 px above the next label', async () => {
  const page = await open(440)
  await set(page, { layout: 'stack' })
  await report(page)
  const gaps = await page.evaluate(() => {
    const fields = [...document.querySelectorAll('sluice-field')]
    const message = fields[0]!.querySelector('.message')!
    const range = document.createRange()
    range.selectNodeContents(message)
    const text = range.getBoundingClientRect()
    // The font's own box is a little higher than the line of 14 px.
    const middle = (text.top + text.bottom) / 2
    return [
      middle - 7 - fields[0]!.querySelector('.control')!.getBoundingClientRect().bottom,
      fields[1]!.querySelector('label')!.getBoundingClientRect().top - middle - 7,
    ]
  })
  // Half a pixel of rounding.
  for (const [index, gap] of [6, 14].entries()) expect(Math.abs(gaps[index]! - gap)).toBeLessThanOrEqual(0.5)
})

it('the brand mark is 13 px from the end of its field, in both text directions', async () => {
  const page = await open()
  for (const texts of [cardLocales['en']!, cardLocales['ar']!]) {
    await set(page, { layout: 'stack', texts })
    const gaps = await page.locator('.mark').evaluate((mark) => {
      const [inner, outer] = [mark.getBoundingClientRect(), mark.closest('.control')!.getBoundingClientRect()]
      return [inner.left - outer.left, outer.right - inner.right]
    })
    expect(Math.min(...gaps), texts.direction).toBe(13)
    expect(gaps[texts.direction === 'rtl' ? 0 : 1], texts.direction).toBe(13)
  }
})

it('sixteen digits fit beside the brand mark in the narrowest number field', async () => {
  const page = await open()
  for (const [layout, width] of [
    ['row', 440],
    ['row', 280],
    ['stack', 280],
  ] as const) {
    await resize(page, width)
    await set(page, { layout })
    await page.locator('input').nth(0).fill('4242424242424242')
    const { scroll, client, mark } = await page
      .locator('input')
      .nth(0)
      .evaluate((input) => ({
        scroll: input.scrollWidth,
        client: input.clientWidth,
        mark: input.closest('.control')!.querySelector('svg')!.getBoundingClientRect().width,
      }))
    expect(scroll, `${layout} ${width}`).toBeLessThanOrEqual(client)
    expect(mark).toBe(32)
  }
})
