import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Frame } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { PagesManifest } from '#contract/builtPages'
import { frameViolations } from '../../testing/axe.ts'
import { WidgetFixture } from '../../testing/widgetFixture.ts'
import { testBrowser } from '../../testing/browser.ts'
import { CARD, CO_BADGED, fillCardForm, showAllErrors } from '../../testing/openCardForm.ts'

describe('axe in all states, themes and directions', () => {
  /** Actions from an empty form to each state, and the selector and count that prove it. */
  const STATES: Record<string, [act: (frame: Frame) => Promise<unknown>, selector: string, count: number]> = {
    empty: [async () => {}, 'input:placeholder-shown', 1],
    filled: [(frame) => fillCardForm(frame, CARD), '.mark[data-network=visa]', 1],
    'empty with errors': [showAllErrors, '.invalid', 4],
    incomplete: [(frame) => fillCardForm(frame, ['4242', '1', '1']).then(() => showAllErrors(frame)), '.invalid', 4],
    invalid: [
      (frame) =>
        fillCardForm(frame, ['4242424242424241', '13/49', '123', '1', '12345']).then(() => showAllErrors(frame)),
      '.invalid',
      2,
    ],
    expired: [
      (frame) => fillCardForm(frame, [CARD[0]!, '01/20', ...CARD.slice(2)]).then(() => showAllErrors(frame)),
      '.invalid',
      1,
    ],
    declined: [
      (frame) => frame.evaluate(() => document.querySelector('sluice-card-form')!.showDecline('')),
      '.general',
      1,
    ],
    'network error': [
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
    'network choice': [(frame) => fillCardForm(frame, CO_BADGED), 'input[type=radio]', 2],
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

  let fixture: WidgetFixture
  let frame: Frame
  let currentTheme = ''
  beforeAll(async () => {
    const folder = inject('built')
    const pages = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as PagesManifest
    const page = await (await testBrowser()).newPage({ viewport: { width: 700, height: 500 }, reducedMotion: 'reduce' })
    fixture = new WidgetFixture(page.context(), page, pages, folder)
    await fixture.start()
    await fixture.open('<main><h1>Shop</h1><sluice-card publishable-key="pk_1"></sluice-card></main>', { csp: '' })
    await fixture.input('number').waitFor()
    frame = page.frames()[1]!
  })
  afterAll(() => fixture.context.close())

  /** Sets theme and language by the element's attributes, if they differ. */
  const setTheme = async (theme: string, direction: 'ltr' | 'rtl') => {
    if (currentTheme === theme + direction) return
    currentTheme = theme + direction
    const [scheme, appearance] = THEMES[theme]!
    const background = scheme === 'dark' ? '#0f1116' : '#fff'
    const settings = { scheme, background, appearance: JSON.stringify(appearance), locale: LANGUAGES[direction] }
    await fixture.page.evaluate(({ scheme, background, appearance, locale }) => {
      document.documentElement.style.cssText = `color-scheme:${scheme};background:${background}`
      const card = document.querySelector('sluice-card')!
      card.setAttribute('appearance', appearance)
      card.setAttribute('locale', locale)
    }, settings)
    await frame.locator(`html[dir=${direction}][data-variant=${appearance['inputVariant'] ?? 'outlined'}]`).waitFor()
    await expect.poll(() => frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(scheme)
    // The frame is transparent, and axe checks it alone: set the page's background inside.
    await frame.evaluate((background) => (document.documentElement.style.background = background), background)
  }

  it.each(CASES)('the card form has no axe violations: %s, %s, %s', async (state, theme, direction) => {
    await setTheme(theme, direction)
    await frame.evaluate(() => {
      const form = document.querySelector('sluice-card-form')!
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      form.disabled = false
      form.processing = false
      form.reset()
    })
    const [act, selector, count] = STATES[state]!
    await act(frame)
    await expect.poll(() => frame.locator(selector).count()).toBe(count)
    expect(await frameViolations(frame, { bestPractices: true })).toEqual([])
  })

  it('the page around the card form has no axe violations', async () => {
    expect(await frameViolations(fixture.page.mainFrame(), { bestPractices: true })).toEqual([])
  })
})
