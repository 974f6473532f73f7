import type { FrameLocator, Page, Route } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { CONNECT, HELLO } from '#contract/card/framePort'
import en from '../locales/card/en.json' with { type: 'json' }
import { cardLocales } from '../locales/locales.ts'
import { type WidgetFixture, GATEWAY, SHOP, useWidgetFixture } from '../testing/widgetFixture.ts'
import { openElement } from '../testing/openElement.ts'
import type { LanguageChecks } from '../testing/languagesPage.ts'
import { mergeTexts } from './language.ts'

const openFixture = useWidgetFixture()

/** A page that embeds the card frame without our script, so that the test sends and receives its messages. */
const host = (locale: string, texts: string) => {
  const configuration = { ...DEFAULTS, locale, texts }
  const query = new URLSearchParams({ key: 'pk_1', origin: SHOP, locale })
  return `<iframe width="600" height="300"></iframe><script>
    const frame = document.querySelector('iframe')
    const received = []
    addEventListener('message', ({ data }) => {
      if (data !== '${HELLO}') return
      const channel = new MessageChannel()
      channel.port1.onmessage = ({ data }) => received.push(data)
      window.send = (message) => channel.port1.postMessage(message)
      frame.contentWindow.postMessage('${CONNECT}', '${GATEWAY}', [channel.port2])
    })
    frame.src = '${GATEWAY}/card?${query}#${encodeURIComponent(JSON.stringify(configuration))}'
  </script>`
}

const DEFAULTS = {
  disabled: false,
  layout: 'row',
  askName: true,
  askPostalCode: true,
  advance: true,
  scheme: 'light',
  appearance: '',
  properties: '',
  locale: '',
  texts: '',
}

type Received = { type: string; title?: string; missing?: string }

class FrameHost {
  readonly fixture: WidgetFixture
  readonly page: Page
  readonly inside: FrameLocator

  constructor(fixture: WidgetFixture) {
    this.fixture = fixture
    this.page = fixture.page
    this.inside = fixture.page.frameLocator('iframe')
  }

  async configure(locale: string, texts: object | string = ''): Promise<void> {
    await this.send({ type: 'configure', ...DEFAULTS, locale, texts: texts ? JSON.stringify(texts) : '' })
  }

  async send(message: object): Promise<void> {
    await this.page.evaluate(
      (message) => (window as never as { send: (message: object) => void }).send(message),
      message,
    )
  }

  /** Waits until the number has this label. */
  async waitForLabel(label: string): Promise<void> {
    await this.inside.locator('label').first().getByText(label, { exact: true }).waitFor()
  }

  /** Language, direction and title of the frame's document. */
  document(): Promise<{ lang: string; dir: string; title: string }> {
    return this.inside.locator('html').evaluate(() => {
      const { lang, dir } = document.documentElement
      return { lang, dir, title: document.title }
    })
  }

  messages(type: string): Promise<Received[]> {
    return this.page.evaluate(
      (type) => (window.eval('received') as Received[]).filter((message) => message.type === type),
      type,
    )
  }

  /** Waits until the frame has handled all messages. */
  async waitUntilIdle(): Promise<void> {
    const before = (await this.messages('state')).length
    await this.send({ type: 'configure', ...DEFAULTS })
    await expect.poll(async () => (await this.messages('state')).length).toBeGreaterThan(before)
  }
}

const open = async (locale: string, texts = ''): Promise<FrameHost> => {
  const fixture = await openFixture()
  await fixture.open(host(locale, texts), { csp: '' })
  const frame = new FrameHost(fixture)
  await expect.poll(() => frame.messages('state')).not.toEqual([])
  return frame
}

describe('change of language', () => {
  it('a change of language translates the whole form and keeps typed values', async () => {
    const frame = await open('en-GB')
    const number = frame.inside.locator('input').first()
    await number.fill('4242 4242')
    await frame.send({ type: 'report' })
    await frame.inside.getByText(en.errors.name.missing).waitFor({ state: 'attached' })

    for (const [requested, locale] of [
      ['fr-BE', 'fr'],
      ['ar-EG', 'ar'],
    ] as const) {
      const texts = cardLocales[locale]!
      await frame.configure(requested)
      await frame.waitForLabel(texts.labels.number)
      expect(await frame.document()).toEqual({ lang: locale, dir: texts.direction, title: texts.frameTitle })
      expect(await frame.inside.getByRole('form').getAttribute('aria-label')).toBe(texts.frameTitle)
      await frame.inside.getByText(texts.errors.name.missing).waitFor({ state: 'attached' })
      expect((await frame.messages('texts')).at(-1)).toMatchObject({ title: texts.frameTitle, missing: texts.missing })
      expect(await number.inputValue()).toBe('4242 4242')
    }
    // Digits run from left to right in a right-to-left form.
    expect(await number.evaluate((input) => getComputedStyle(input).direction)).toBe('ltr')
    expect(frame.fixture.frameRequests).toHaveLength(1)
    expect(frame.fixture.consoleErrors).toEqual([])
  })

  it('a change of language translates the form error, unless the page supplied its text', async () => {
    const frame = await open('en')
    await frame.send({ type: 'declined', text: '' })
    await frame.inside.getByText(en.failures.declined).first().waitFor()
    await frame.configure('es-MX')
    await frame.inside.getByText(cardLocales['es-419']!.failures.declined).first().waitFor()
    await frame.send({ type: 'declined', text: 'Ask your bank.' })
    await frame.configure('de')
    await frame.waitForLabel(cardLocales['de']!.labels.number)
    expect(await frame.inside.locator('.general').textContent()).toBe('Ask your bank.')
  })

  it('the last requested language applies, regardless of response order', async () => {
    const frame = await open('en')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await frame.page.context().route('**/card/texts?locale=de', async (route) => {
      await held
      await route.fallback()
    })
    await frame.configure('de')
    await frame.configure('fr')
    await frame.waitForLabel(cardLocales['fr']!.labels.number)
    const late = frame.page.waitForResponse('**/card/texts?locale=de')
    release()
    await (await late).finished()
    await frame.waitUntilIdle()
    expect((await frame.document()).lang).toBe('fr')

    // Back to the displayed language while another is loading.
    await frame.configure('nl')
    await frame.configure('fr')
    await frame.waitUntilIdle()
    expect((await frame.document()).lang).toBe('fr')
  })

  it('the form keeps its language after a failed load, and retries on the next change', async () => {
    const frame = await open('en')
    for (const response of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, body: '{}' }),
      (route: Route) => route.fulfill({ body: '<!doctype html>' }),
    ]) {
      await frame.page.context().route('**/card/texts?locale=de', response, { times: 1 })
      const request = frame.page.waitForRequest('**/card/texts?locale=de')
      await frame.configure('de')
      await (await request).response().catch(() => null)
      await frame.waitUntilIdle()
      expect(await frame.document()).toEqual({ lang: 'en', dir: 'ltr', title: en.frameTitle })
      await frame.configure('de')
      await frame.waitForLabel(cardLocales['de']!.labels.number)
      await frame.configure('en')
      await frame.waitForLabel(en.labels.number)
    }
  })
})

describe('text overrides of the page', () => {
  it('text overrides replace ours from the start, in all languages, until removed', async () => {
    const frame = await open('en', JSON.stringify({ labels: { number: 'Gift card' } }))
    await frame.waitForLabel('Gift card')
    await frame.configure('de', { labels: { number: 'Gutschein' }, frameTitle: 'Gutscheindaten' })
    await frame.waitForLabel('Gutschein')
    await frame.inside.getByText(cardLocales['de']!.labels.expiry, { exact: true }).waitFor()
    expect((await frame.messages('texts')).at(-1)).toMatchObject({ title: 'Gutscheindaten' })
    await frame.configure('de')
    await frame.waitForLabel(cardLocales['de']!.labels.number)
    expect((await frame.document()).title).toBe(cardLocales['de']!.frameTitle)
  })

  it('markup in text overrides is displayed as text, and unknown keys are ignored', async () => {
    const frame = await open('en')
    const markup = '<img src=x onerror="document.title=1"><b>Card</b>'
    await frame.configure('en', { labels: { number: markup }, direction: 'rtl', frameTitle: 7, html: '<b>' })
    await frame.waitForLabel(markup)
    expect(await frame.inside.locator('b, img').count()).toBe(0)
    expect(await frame.document()).toEqual({ lang: 'en', dir: 'ltr', title: en.frameTitle })
    await frame.send({ type: 'configure', ...DEFAULTS, texts: '{"labels":' })
    await frame.waitForLabel(en.labels.number)
  })

  it('mergeTexts ignores unknown and empty texts and cuts at 200 characters', () => {
    const texts = { a: 'A', b: { c: 'C', d: 'D' } }
    const overrides = { a: 'x'.repeat(300), b: { c: '', d: 4, e: 'E' }, f: 'F', __proto__: { g: 'G' } }
    expect(mergeTexts(texts, overrides)).toEqual({ a: 'x'.repeat(200), b: { c: 'C', d: 'D' } })
    for (const none of [null, undefined, 'text', 7, [], { b: null }, { b: 'text' }, { a: {} }]) {
      expect(mergeTexts(texts, none)).toEqual(texts)
    }
  })
})

// Arial has the width of common system fonts; the default font of a bare Linux is a sixth wider.
const FONT = `:root { font-family: Arial, 'Liberation Sans', sans-serif }`

it('each label and sentence of each language fits on one line, down to 280 px', async () => {
  const page = await openElement(await openFixture(), 'widget/testing/languagesPage.ts', '')
  await page.addStyleTag({ content: FONT })
  // Sentences have the full width in all layouts; labels of fields side by side share it.
  for (const [width, check] of [
    [280, 'overflowingSentences'],
    [280, 'collidingLabels'],
    [360, 'collidingLabels'],
    [440, 'collidingLabels'],
  ] as const) {
    await page.setViewportSize({ width: width + 8, height: 700 })
    const found = await page.evaluate((check) => (window as never as LanguageChecks)[check](), check)
    expect(found, `${check} at ${width} px`).toEqual([])
  }
})
