import type { FrameLocator, Page, Route } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { CONNECT, HELLO } from '#contract/card/framePort'
import en from '../locales/card/en.json' with { type: 'json' }
import { cardLocales } from '../locales/locales.ts'
import { type Bench, GATEWAY, SHOP, useBench } from '../testing/widgetFixture.ts'
import { openElement } from '../testing/openElement.ts'
import type { LanguageChecks } from '../testing/languagesPage.ts'
import { mergeTexts } from './language.ts'

const bench = useBench()

/** A page that frames the card form by hand: what it sends, and what it is sent, is the test's to say and to see. */
const host = (locale: string, texts: string) => {
  const configuration = { ...BLANK, locale, texts }
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

const BLANK = {
  disabled: false,
  layout: 'row',
  askName: true,
  askPostalCode: true,
  scheme: 'light',
  appearance: '',
  properties: '',
  locale: '',
  texts: '',
}

type Received = { type: string; title?: string; missing?: string }

class Frame {
  readonly bench: Bench
  readonly page: Page
  readonly inside: FrameLocator

  constructor(b: Bench) {
    this.bench = b
    this.page = b.page
    this.inside = b.page.frameLocator('iframe')
  }

  async configure(locale: string, texts: object | string = ''): Promise<void> {
    await this.send({ type: 'configure', ...BLANK, locale, texts: texts ? JSON.stringify(texts) : '' })
  }

  async send(message: object): Promise<void> {
    await this.page.evaluate(
      (message) => (window as never as { send: (message: object) => void }).send(message),
      message,
    )
  }

  /** The label of the number as soon as it is this one. */
  async says(label: string): Promise<void> {
    await this.inside.locator('label').first().getByText(label, { exact: true }).waitFor()
  }

  /** What the document says of its language. */
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

  /** Waits until the frame has worked on everything that was sent to it. */
  async settle(): Promise<void> {
    const before = (await this.messages('state')).length
    await this.send({ type: 'configure', ...BLANK })
    await expect.poll(async () => (await this.messages('state')).length).toBeGreaterThan(before)
  }
}

const open = async (locale: string, texts = ''): Promise<Frame> => {
  const b = await bench()
  await b.open(host(locale, texts), { csp: '' })
  const frame = new Frame(b)
  await expect.poll(() => frame.messages('state')).not.toEqual([])
  return frame
}

describe('told of another language', () => {
  it('speaks it in every place, and keeps what was typed', async () => {
    const frame = await open('en-GB')
    const number = frame.inside.locator('input').first()
    await number.fill('4242 4242')
    await frame.send({ type: 'report' })
    await frame.inside.getByText(en.errors.name.missing).waitFor({ state: 'attached' })

    for (const [asked, locale] of [
      ['fr-BE', 'fr'],
      ['ar-EG', 'ar'],
    ] as const) {
      const texts = cardLocales[locale]!
      await frame.configure(asked)
      await frame.says(texts.labels.number)
      expect(await frame.document()).toEqual({ lang: locale, dir: texts.direction, title: texts.frameTitle })
      expect(await frame.inside.getByRole('form').getAttribute('aria-label')).toBe(texts.frameTitle)
      await frame.inside.getByText(texts.errors.name.missing).waitFor({ state: 'attached' })
      expect((await frame.messages('texts')).at(-1)).toMatchObject({ title: texts.frameTitle, missing: texts.missing })
      expect(await number.inputValue()).toBe('4242 4242')
    }
    // Digits run from left to right in a form that runs the other way.
    expect(await number.evaluate((input) => getComputedStyle(input).direction)).toBe('ltr')
    expect(frame.bench.frameRequests).toHaveLength(1)
    expect(frame.bench.complaints).toEqual([])
  })

  it('says anew what is wrong with the whole form, unless the words are the page’s', async () => {
    const frame = await open('en')
    await frame.send({ type: 'declined', text: '' })
    await frame.inside.getByText(en.failures.declined).first().waitFor()
    await frame.configure('es-MX')
    await frame.inside.getByText(cardLocales['es-419']!.failures.declined).first().waitFor()
    await frame.send({ type: 'declined', text: 'Ask your bank.' })
    await frame.configure('de')
    await frame.says(cardLocales['de']!.labels.number)
    expect(await frame.inside.locator('.general').textContent()).toBe('Ask your bank.')
  })

  it('speaks the last one asked for, whichever comes first', async () => {
    const frame = await open('en')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await frame.page.context().route('**/card/texts?locale=de', async (route) => {
      await held
      await route.fallback()
    })
    await frame.configure('de')
    await frame.configure('fr')
    await frame.says(cardLocales['fr']!.labels.number)
    const late = frame.page.waitForResponse('**/card/texts?locale=de')
    release()
    await (await late).finished()
    await frame.settle()
    expect((await frame.document()).lang).toBe('fr')

    // Back to the one on display while another is on its way.
    await frame.configure('nl')
    await frame.configure('fr')
    await frame.settle()
    expect((await frame.document()).lang).toBe('fr')
  })

  it('keeps its own where the other cannot be had, and asks again the next time it is told', async () => {
    const frame = await open('en')
    for (const answer of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, body: '{}' }),
      (route: Route) => route.fulfill({ body: '<!doctype html>' }),
    ]) {
      await frame.page.context().route('**/card/texts?locale=de', answer, { times: 1 })
      const asked = frame.page.waitForRequest('**/card/texts?locale=de')
      await frame.configure('de')
      await (await asked).response().catch(() => null)
      await frame.settle()
      expect(await frame.document()).toEqual({ lang: 'en', dir: 'ltr', title: en.frameTitle })
      await frame.configure('de')
      await frame.says(cardLocales['de']!.labels.number)
      await frame.configure('en')
      await frame.says(en.labels.number)
    }
  })
})

describe('the page’s own words', () => {
  it('stand in place of ours from the start, in every language, and until they are taken back', async () => {
    const frame = await open('en', JSON.stringify({ labels: { number: 'Gift card' } }))
    await frame.says('Gift card')
    await frame.configure('de', { labels: { number: 'Gutschein' }, frameTitle: 'Gutscheindaten' })
    await frame.says('Gutschein')
    await frame.inside.getByText(cardLocales['de']!.labels.expiry, { exact: true }).waitFor()
    expect((await frame.messages('texts')).at(-1)).toMatchObject({ title: 'Gutscheindaten' })
    await frame.configure('de')
    await frame.says(cardLocales['de']!.labels.number)
    expect((await frame.document()).title).toBe(cardLocales['de']!.frameTitle)
  })

  it('are text: markup is shown as it is written, and nothing else can be said with them', async () => {
    const frame = await open('en')
    const markup = '<img src=x onerror="document.title=1"><b>Card</b>'
    await frame.configure('en', { labels: { number: markup }, direction: 'rtl', frameTitle: 7, html: '<b>' })
    await frame.says(markup)
    expect(await frame.inside.locator('b, img').count()).toBe(0)
    expect(await frame.document()).toEqual({ lang: 'en', dir: 'ltr', title: en.frameTitle })
    await frame.send({ type: 'configure', ...BLANK, texts: '{"labels":' })
    await frame.says(en.labels.number)
  })

  it('are of the keys that there are, of 200 characters at most, and never empty', () => {
    const texts = { a: 'A', b: { c: 'C', d: 'D' } }
    const own = { a: 'x'.repeat(300), b: { c: '', d: 4, e: 'E' }, f: 'F', __proto__: { g: 'G' } }
    expect(mergeTexts(texts, own)).toEqual({ a: 'x'.repeat(200), b: { c: 'C', d: 'D' } })
    for (const none of [null, undefined, 'text', 7, [], { b: null }, { b: 'text' }, { a: {} }]) {
      expect(mergeTexts(texts, none)).toEqual(texts)
    }
  })
})

// Arial is as wide as the systems' own fonts; what a bare Linux has instead is a sixth wider than any of them.
const FONT = `:root { font-family: Arial, 'Liberation Sans', sans-serif }`

it('shows every label and sentence of every language on one line, down to 280 px', async () => {
  const page = await openElement(await bench(), 'widget/testing/languagesPage.ts', '')
  await page.addStyleTag({ content: FONT })
  // Sentences have the whole width in every layout, labels share it where fields stand side by side.
  for (const [width, look] of [
    [280, 'sentences'],
    [280, 'labels'],
    [360, 'labels'],
    [440, 'labels'],
  ] as const) {
    await page.setViewportSize({ width: width + 8, height: 700 })
    const found = await page.evaluate((look) => (window as never as LanguageChecks)[look](), look)
    expect(found, `${look} at ${width} px`).toEqual([])
  }
})
