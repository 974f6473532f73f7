import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Frame } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Pages } from '#contract/builtPages'
import { frameViolations } from '../../testing/axe.ts'
import { Bench } from '../../testing/widgetFixture.ts'
import { testBrowser } from '../../testing/browser.ts'
import { CARD, CO_BADGED, fillCardForm, showAllErrors } from '../../testing/openCardForm.ts'

describe('axe finds nothing', () => {
  /** How to get there from an empty form, and how many of what is then to be seen. */
  const STATES: Record<string, [act: (frame: Frame) => Promise<unknown>, seen: string, count: number]> = {
    empty: [async () => {}, 'input:placeholder-shown', 1],
    filled: [(frame) => fillCardForm(frame, CARD), '.mark[data-network=visa]', 1],
    'nothing typed': [showAllErrors, '.invalid', 4],
    'half typed': [(frame) => fillCardForm(frame, ['4242', '1', '1']).then(() => showAllErrors(frame)), '.invalid', 4],
    'typed wrong': [
      (frame) =>
        fillCardForm(frame, ['4242424242424241', '13/49', '123', '1', '12345']).then(() => showAllErrors(frame)),
      '.invalid',
      2,
    ],
    'out of date': [
      (frame) => fillCardForm(frame, [CARD[0]!, '01/20', ...CARD.slice(2)]).then(() => showAllErrors(frame)),
      '.invalid',
      1,
    ],
    declined: [
      (frame) => frame.evaluate(() => document.querySelector('sluice-card-form')!.showDecline('')),
      '.general',
      1,
    ],
    'not connected': [
      (frame) => frame.evaluate(() => document.querySelector('sluice-card-form')!.showFailure('network', {})),
      '.general',
      1,
    ],
    processing: [
      (frame) =>
        fillCardForm(frame, CARD).then(() =>
          frame.evaluate(() => void (document.querySelector('sluice-card-form')!.processing = true)),
        ),
      '[aria-busy=true] input:read-only',
      5,
    ],
    disabled: [
      (frame) => frame.evaluate(() => void (document.querySelector('sluice-card-form')!.disabled = true)),
      'input:disabled',
      5,
    ],
    'choice of networks': [(frame) => fillCardForm(frame, CO_BADGED), 'input[type=radio]', 2],
    help: [
      (frame) => frame.evaluate(() => void document.querySelectorAll<HTMLElement>('sluice-field input')[2]!.focus()),
      '.help:not(:empty)',
      1,
    ],
  }
  const MERCHANT = {
    formBackgroundColor: '#1d2440',
    formAccentColor: '#ffb454',
    formBorderColor: 'hsl(230 30% 60%)',
    alertColor: '#ff9aa2',
  }
  const THEMES: Record<string, [scheme: 'light' | 'dark', appearance: Record<string, string>]> = {
    light: ['light', {}],
    dark: ['dark', {}],
    'merchant’s colours': ['light', MERCHANT],
    filled: ['light', { inputVariant: 'filled' }],
    standard: ['dark', { inputVariant: 'standard', formBackgroundColor: '#fff4e0' }],
  }
  const LANGUAGES = { ltr: 'en', rtl: 'ar' } as const
  const CASES = Object.keys(THEMES).flatMap((theme) =>
    (theme === 'light' || theme === 'dark' ? (['ltr', 'rtl'] as const) : (['ltr'] as const)).flatMap((direction) =>
      Object.keys(STATES).map((state) => [state, theme, direction] as const),
    ),
  )

  let bench: Bench
  let frame: Frame
  let look = ''
  beforeAll(async () => {
    const folder = inject('built')
    const pages = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as Pages
    const page = await (await testBrowser()).newPage({ viewport: { width: 700, height: 500 }, reducedMotion: 'reduce' })
    bench = new Bench(page.context(), page, pages, folder)
    await bench.start()
    await bench.open('<main><h1>Shop</h1><sluice-card publishable-key="pk_1"></sluice-card></main>', { csp: '' })
    await bench.input('number').waitFor()
    frame = page.frames()[1]!
  })
  afterAll(() => bench.context.close())

  /** Gives the form a theme and a language by its element, if it has another. */
  const dress = async (theme: string, direction: 'ltr' | 'rtl') => {
    if (look === theme + direction) return
    look = theme + direction
    const [scheme, appearance] = THEMES[theme]!
    const ground = scheme === 'dark' ? '#0f1116' : '#fff'
    const given = { scheme, ground, appearance: JSON.stringify(appearance), locale: LANGUAGES[direction] }
    await bench.page.evaluate(({ scheme, ground, appearance, locale }) => {
      document.documentElement.style.cssText = `color-scheme:${scheme};background:${ground}`
      const card = document.querySelector('sluice-card')!
      card.setAttribute('appearance', appearance)
      card.setAttribute('locale', locale)
    }, given)
    await frame.locator(`html[dir=${direction}][data-variant=${appearance['inputVariant'] ?? 'outlined'}]`).waitFor()
    await expect.poll(() => frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(scheme)
    // Axe sees a frame by itself: what shines through it has to be behind it there too.
    await frame.evaluate((ground) => (document.documentElement.style.background = ground), ground)
  }

  it.each(CASES)('%s, %s, %s', async (state, theme, direction) => {
    await dress(theme, direction)
    await frame.evaluate(() => {
      const form = document.querySelector('sluice-card-form')!
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      form.disabled = false
      form.processing = false
      form.reset()
    })
    const [act, seen, count] = STATES[state]!
    await act(frame)
    await expect.poll(() => frame.locator(seen).count()).toBe(count)
    expect(await frameViolations(frame, { practices: true })).toEqual([])
  })

  it('in the page around the form', async () => {
    expect(await frameViolations(bench.page.mainFrame(), { practices: true })).toEqual([])
  })
})
