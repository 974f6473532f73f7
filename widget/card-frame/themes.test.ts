import type { Page } from '@playwright/test'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Color, parseColor } from '#contract/theme/color'
import { readCssColor } from '#contract/theme/cssColor'
import { NAMED_COLORS } from '#contract/theme/namedColors'
import type { SluiceCard } from '../embed/sluice-card.ts'
import { type WidgetFixture, useWidgetFixture } from '../testing/widgetFixture.ts'
import { openElement } from '../testing/openElement.ts'

const openFixture = useWidgetFixture()

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((value) => value.toFixed(3))
const read = (page: Page, texts: string[]) =>
  page.evaluate(
    (texts) => texts.map((window as never as { readColor: (text: string) => Color | null }).readColor),
    texts,
  )

describe('colours parsed by the browser', () => {
  it('a colour parsed by the browser equals the result of our formulas', async () => {
    const page = await openElement(await openFixture(), 'widget/testing/colorPage.ts', '')
    const percent = (min: number, max: number) => number(min, max).map((value) => `${value}%`)
    // Values out of range are clamped; browsers clamp hsl() after the conversion.
    const [share, part] = [percent(-10, 110), percent(0, 100)]
    const alpha = fc.oneof(
      number(0.1, 1),
      fc.integer({ min: 10, max: 100 }).map((percent) => `${percent}%`),
    )
    const spaced = (name: string, ...three: fc.Arbitrary<string>[]) =>
      fc.tuple(fc.tuple(...three), alpha).map(([parts, alpha]) => `${name}(${parts.join(' ')} / ${alpha})`)
    const hue = fc.tuple(number(-400, 400), fc.constantFrom('', 'deg')).map((parts) => parts.join(''))
    const commas = fc.tuple(hue, part, part, alpha).map((parts) => `hsla(${parts.join(', ')})`)
    const arbitrary = fc.oneof(
      spaced('rgb', number(-10, 300), number(-10, 300), number(-10, 300)),
      spaced('rgb', share, share, share),
      spaced('rgb', share, number(-10, 300), share),
      spaced('hsl', hue, part, part),
      spaced('hsl', hue, number(0, 100), part),
      spaced('oklch', number(0, 1), number(0, 0.4), hue),
      spaced('oklch', part, part, hue),
      commas,
      fc.stringMatching(/^#([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/),
      fc.constantFrom(...Object.keys(NAMED_COLORS), 'transparent'),
    )
    const texts = fc.sample(arbitrary, 400)
    const colors = await read(page, texts)
    for (const [index, text] of texts.entries()) {
      const ours = parseColor(text, readCssColor)!
      const theirs = colors[index] ?? []
      // Transparent colours lose their components; nearly transparent ones lose precision.
      const far = ours.filter((byte, place) => (ours[3] || place === 3) && !(Math.abs(theirs[place]! - byte) <= 2))
      expect(far, `${text}: ${ours.join()} is not ${theirs.join()}`).toEqual([])
    }
  })

  it('a text that is not a colour is parsed as null', async () => {
    const page = await openElement(await openFixture(), 'widget/testing/colorPage.ts', '')
    const texts = [
      'inherit',
      'currentcolor',
      'initial',
      'bogus',
      'var(--x)',
      'rgb(1 2 3);color:red',
      'url(//x)',
      '#12345',
    ]
    expect(await read(page, texts)).toEqual(texts.map(() => null))
    expect(await page.locator('html').evaluate((html) => html.style.cssText)).toBe('')
  })
})

const open = async (attributes = '', head = '', dark = false) => {
  const fixture = await openFixture({ dark })
  await fixture.open(`<form><sluice-card publishable-key="pk_1" ${attributes}></sluice-card></form>`, { csp: '', head })
  await fixture.input('number').waitFor()
  await fixture.input('number').fill('4242')
  return fixture
}
const color = (fixture: WidgetFixture) => fixture.input('number').evaluate((input) => getComputedStyle(input).color)
const variant = (fixture: WidgetFixture) => fixture.frame.locator('html').getAttribute('data-variant')
const typed = (color: string) => JSON.stringify({ formInputTextColor: color })
const LIGHT = 'rgb(20, 23, 31)'
const DARK = 'rgb(238, 240, 244)'

describe('theme of the card form', () => {
  it('the theme follows changes of attribute, property and custom properties, and typed values stay', async () => {
    const fixture = await open(
      '',
      '<style>:root{--brand:#123456}sluice-card{--sluice-form-input-text-color:var(--brand)}</style>',
    )
    expect(await color(fixture)).toBe('rgb(18, 52, 86)')
    const change = async (act: (card: SluiceCard, value: string) => void, value: string, expected: string) => {
      await fixture.page.locator('sluice-card').evaluate(act as never, value)
      await expect.poll(() => color(fixture)).toBe(expected)
    }
    // Precedence: inherited custom property, own custom property, attribute, property; then back.
    await change(() => document.documentElement.style.setProperty('--brand', 'teal'), '', 'rgb(0, 128, 128)')
    await change(
      (card) => card.style.setProperty('--sluice-form-input-text-color', 'hsl(0 100% 50%)'),
      '',
      'rgb(255, 0, 0)',
    )
    await change((card, json) => card.setAttribute('appearance', json), typed('#010203'), 'rgb(1, 2, 3)')
    await change((card) => (card.appearance = { formInputTextColor: 'rgb(4 5 6)' }), '', 'rgb(4, 5, 6)')
    await change((card) => (card.appearance = null), '', 'rgb(1, 2, 3)')
    await change((card) => card.removeAttribute('appearance'), '', 'rgb(255, 0, 0)')
    await change((card) => card.style.removeProperty('--sluice-form-input-text-color'), '', 'rgb(0, 128, 128)')
    await change(() => document.querySelector('style')!.remove(), '', LIGHT)

    await fixture.page
      .locator('sluice-card')
      .evaluate((card) => card.style.setProperty('--sluice-input-variant', 'filled'))
    await expect.poll(() => variant(fixture)).toBe('filled')
    expect(await fixture.input('number').inputValue()).toBe('4242')
    expect(fixture.frameRequests).toHaveLength(1)
  })

  it('the theme follows the color scheme of the page and the system', async () => {
    const fixture = await open('', '<meta name="color-scheme" content="light dark">')
    expect(await color(fixture)).toBe(LIGHT)
    await fixture.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => color(fixture)).toBe(DARK)
    await fixture.page.evaluate(() => (document.documentElement.style.colorScheme = 'light'))
    await expect.poll(() => color(fixture)).toBe(LIGHT)
    await fixture.page.emulateMedia({ colorScheme: 'light' })
    await fixture.page.evaluate(() => (document.documentElement.style.colorScheme = 'dark'))
    await expect.poll(() => color(fixture)).toBe(DARK)
    expect(await fixture.input('number').inputValue()).toBe('4242')
    expect(fixture.frameRequests).toHaveLength(1)
  })

  it('an appearance that is not a JSON object is ignored', async () => {
    const fixture = await open(`appearance="{" style="--sluice-form-input-text-color:#0a0b0c"`)
    for (const nonsense of ['{', '7', 'null', '"text"', '[]']) {
      await fixture.page
        .locator('sluice-card')
        .evaluate((card, text) => card.setAttribute('appearance', text), nonsense)
      expect(await color(fixture)).toBe('rgb(10, 11, 12)')
    }
    expect(fixture.consoleErrors).toEqual([])
  })

  it('the card element exposes the parts form and error', async () => {
    const parts = ['form', 'error'].map((part) => `sluice-card::part(${part}){outline:3px solid red}`)
    const fixture = await open('', `<style>${parts.join('')}</style>`)
    // Without the frame, the fallback content is visible.
    await fixture.page.locator('iframe').evaluate((frame) => frame.remove())
    for (const part of ['div[part=form]', 'p[part=error]']) {
      const element = fixture.page.locator('sluice-card').locator(part)
      expect(await element.evaluate((element) => getComputedStyle(element).outlineWidth)).toBe('3px')
    }
  })

  it('grey bars in the page’s colours reserve the form’s place until it has loaded', async () => {
    const fixture = await openFixture()
    const { promise: held, resolve: serve } = Promise.withResolvers<void>()
    await fixture.context.route('https://pay.test/card?**', async (route) => {
      await held
      await route.fallback()
    })
    const style = '<style>html{background:#102030;color:#fff;color-scheme:dark}body{margin:8px}</style>'
    await fixture.open(`<sluice-card publishable-key="pk_1"></sluice-card>`, { csp: '', head: style })
    const pixels = async (...places: [x: number, y: number][]) => {
      const png = (await fixture.page.screenshot()).toString('base64')
      return fixture.page.evaluate(
        async ([png, places]) => {
          const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` })
          await image.decode()
          const context = Object.assign(document.createElement('canvas'), { width: 800, height: 700 }).getContext('2d')!
          context.drawImage(image, 0, 0)
          return places.map(([x, y]) => context.getImageData(x, y, 1, 1).data.slice(0, 3).join(' '))
        },
        [png, places] as const,
      )
    }
    const page = '16 32 48'
    // The first label, the middle of both rows, the gap between them, and below the form.
    const [label, first, gap, second, below] = await pixels([200, 14], [200, 56], [200, 95], [200, 156], [200, 256])
    expect([label, gap, below]).toEqual([page, page, page])
    for (const bar of [first, second]) expect(bar).not.toBe(page)
    serve()
    await fixture.input('number').waitFor()
    await fixture.page.locator('sluice-card div[style]').waitFor()
    // No white on a dark page: fields have the dark palette, gaps have the page's background.
    expect(await pixels([400, 14], [200, 56], [200, 95], [200, 156])).toEqual([page, '23 26 33', page, '23 26 33'])
  })
})
