import type { Frame } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { type WidgetFixture, GATEWAY, useWidgetFixture } from '../testing/widgetFixture.ts'
import { heapCounts, heapGrowth } from '../testing/heapCounts.ts'
import type { SluiceCard } from './sluice-card.ts'

const bench = useWidgetFixture()
const CARD = '<sluice-card publishable-key="pk_1" name="token"></sluice-card>'
const form = (card = CARD) => `<form action="/sent" method="post">${card}<button>Pay</button></form>`

const open = async (body = form(), options?: Parameters<WidgetFixture['open']>[1]): Promise<WidgetFixture> => {
  const b = await bench()
  await b.open(body, options)
  return b
}
const card = (b: WidgetFixture) => b.page.locator('sluice-card').first()
const label = (b: WidgetFixture, text: string) => b.frame.getByText(text, { exact: true }).first().waitFor()
/** The card frames that are in the page, at any depth. */
const frames = (b: WidgetFixture): Frame[] =>
  b.page.frames().filter((frame) => frame.url().startsWith(`${GATEWAY}/card?`))
/** Waits for the page's only card frame and its form. */
const onlyFrame = async (b: WidgetFixture, isIt: (frame: Frame) => boolean = () => true): Promise<Frame> => {
  await expect.poll(() => frames(b).map(isIt)).toEqual([true])
  const [frame] = frames(b)
  await frame!.locator('input').first().waitFor()
  return frame!
}

describe('language', () => {
  it('the form’s language follows its attribute and the page, and input is preserved', async () => {
    const b = await open()
    await b.input('number').fill('4242')
    await card(b).evaluate((element: SluiceCard) => element.setAttribute('locale', 'de'))
    await label(b, 'Kartennummer')
    await expect.poll(() => b.page.locator('iframe').getAttribute('title')).toBe('Kartendaten')
    await expect
      .poll(() => card(b).evaluate((element: SluiceCard) => element.validationMessage))
      .toBe('Vervollständigen Sie die Kartendaten')

    await card(b).evaluate((element: SluiceCard) => element.removeAttribute('locale'))
    await label(b, 'Card number')
    await b.page.evaluate(() => (document.documentElement.lang = 'fr'))
    await label(b, 'Numéro de carte')
    await card(b).evaluate((element: SluiceCard) => (element.parentElement!.lang = 'de'))
    await label(b, 'Kartennummer')
    expect(await b.input('number').inputValue()).toBe('4242')
    expect(b.frameRequests).toHaveLength(1)
  })

  it('the form’s language in a shadow root is the page’s', async () => {
    const b = await open('<div lang="de"></div>')
    await b.page.evaluate((html) => {
      document.documentElement.lang = 'fr'
      document.querySelector('div')!.attachShadow({ mode: 'open' }).innerHTML = html
    }, CARD)
    await label(b, 'Numéro de carte')
  })

  it('texts can be set before and after connecting, and read back', async () => {
    const b = await open('')
    await b.page.evaluate(() => {
      const card = Object.assign(document.createElement('sluice-card'), { texts: { labels: { number: 'Your card' } } })
      card.setAttribute('publishable-key', 'pk_1')
      document.body.append(card)
    })
    await label(b, 'Your card')
    await card(b).evaluate((element: SluiceCard) => (element.texts = { labels: { expiry: 'Good until' } }))
    await label(b, 'Good until')
    await label(b, 'Card number')
    for (const none of [null, undefined]) {
      await card(b).evaluate((element: SluiceCard) => (element.texts = { labels: { expiry: 'Good until' } }))
      await label(b, 'Good until')
      await card(b).evaluate((element: SluiceCard, texts) => (element.texts = texts), none)
      await label(b, 'Expiry')
    }
  })
})

it('properties set before the definition are applied and can be cleared', async () => {
  // A module runs after scripts like this one.
  const early = `<script>Object.assign(document.querySelector('sluice-card'), {
    name: 'early', required: true, disabled: true, texts: { labels: { number: 'Early words' } },
    appearance: { formInputTextColor: 'rgb(1 2 3)' }, value: 'not for a page to say', own: 7
  })</script>`
  const b = await open(form() + early, { csp: '' })
  await label(b, 'Early words')
  await b.frame.locator('input:disabled').first().waitFor()
  const seen = await card(b).evaluate((element: SluiceCard & { own?: number }) => {
    const { name, required, disabled, appearance, value, own } = element
    const attributes = [element.getAttribute('name'), element.matches('[required]:disabled')]
    return [name, required, disabled, appearance, value, own, attributes]
  })
  expect(seen).toEqual(['early', true, true, { formInputTextColor: 'rgb(1 2 3)' }, '', 7, ['early', true]])
  for (const none of [null, undefined]) {
    const left = await card(b).evaluate((element: SluiceCard, none) => {
      const { appearance } = element
      Object.assign(element, { name: none, required: none, disabled: none, appearance: none })
      const after = [element.name, element.required, element.disabled, element.appearance ?? null]
      Object.assign(element, { name: 'early', required: true, disabled: true, appearance })
      return after
    }, none)
    expect(left).toEqual(['', false, false, null])
  }
})

describe('connection', () => {
  /** Ways to put a card into a page that is empty; `make` gives a card its key. */
  const WAYS = {
    'made by createElement': `document.body.append(make(document.createElement('sluice-card')))`,
    'made by its class': `document.body.append(make(new (customElements.get('sluice-card'))()))`,
    'written as HTML': `document.body.insertAdjacentHTML('beforeend', '<p><sluice-card publishable-key="pk_1"></sluice-card></p>')`,
    'cloned from a template': `const template = document.createElement('template')
      template.innerHTML = '<p><sluice-card publishable-key="pk_1"></sluice-card></p>'
      document.body.append(template.content.cloneNode(true))`,
    'imported from a template': `const template = document.createElement('template')
      template.innerHTML = '<p><sluice-card publishable-key="pk_1"></sluice-card></p>'
      document.body.append(document.importNode(template.content, true))`,
    'changed before it is in': `const card = make(document.createElement('sluice-card'))
      for (const gateway of ['https://other.test', '${GATEWAY}']) card.setAttribute('gateway', gateway)
      card.setAttribute('locale', 'de')
      document.body.append(card)`,
    'changed at once after': `const card = make(document.createElement('sluice-card'))
      document.body.append(card)
      card.setAttribute('publishable-key', 'pk_2')
      card.setAttribute('layout', 'stack')`,
    'taken out and put back': `const card = make(document.createElement('sluice-card'))
      for (let times = 0; times < 3; times++) { document.body.append(card); card.remove() }
      document.body.append(card)`,
    'moved while it loads': `const card = make(document.createElement('sluice-card'))
      const section = document.createElement('section')
      document.body.append(card, section)
      section.append(card)`,
    'out of a document without a window': `const other = document.implementation.createHTMLDocument()
      const card = make(document.createElement('sluice-card'))
      other.body.append(card)
      document.body.append(card)`,
  }

  it('the element has one frame and one ready event for every way of creation', async () => {
    const b = await open('')
    await b.page.evaluate(() => {
      const ready: Event[] = []
      addEventListener('ready', (event) => ready.push(event), true)
      Object.assign(window, { ready })
    })
    for (const [way, script] of Object.entries(WAYS)) {
      b.frameRequests.length = 0
      await b.page.evaluate(`{
        const make = (card) => (card.setAttribute('publishable-key', 'pk_1'), card)
        document.body.replaceWith(document.createElement('body'))
        ${script}
      }`)
      await expect
        .poll(() => b.page.evaluate(() => (window as never as { ready: Event[] }).ready.length), { message: way })
        .toBe(1)
      await onlyFrame(b)
      expect(b.frameRequests, way).toHaveLength(1)
      expect(await b.page.locator('iframe').count(), way).toBe(1)
      await b.page.evaluate(() => ((window as never as { ready: Event[] }).ready.length = 0))
    }
    expect(b.consoleErrors).toEqual([])
  })

  it('two elements have separate frames, tokens and forms', async () => {
    const b = await open(form() + form())
    const [first, second] = [b.page.locator('form').first(), b.page.locator('form').last()]
    const number = (at: typeof first) =>
      at.locator('sluice-card').first().frameLocator('iframe').locator('input').first()
    await Promise.all([number(first).waitFor(), number(second).waitFor()])
    await b.complete()
    expect(await number(second).inputValue()).toBe('')
    expect(await second.locator('sluice-card').evaluate((element: SluiceCard) => element.validity.valid)).toBe(true)
    await second.locator('sluice-card').evaluate((element: SluiceCard) => {
      element.required = true
      document.forms[0]!.prepend(element)
    })
    await number(first).waitFor()
    // Both are in the first form now, and an incomplete one blocks its submission.
    await first.getByRole('button').click()
    await first.locator('sluice-card:invalid').waitFor()
    expect(b.submittedForms).toEqual([])
    await first.locator('sluice-card:invalid').evaluate((element: SluiceCard) => (element.disabled = true))
    await first.getByRole('button').click()
    await b.page.waitForURL('**/sent**')
    expect(b.submittedForms).toHaveLength(1)
  })

  it('a form with two cards submits both tokens', async () => {
    const b = await open(form(CARD + CARD.replace('token', 'second')))
    for (const at of [0, 1]) {
      const one = b.page.locator('sluice-card').nth(at)
      const fields = one.frameLocator('iframe').locator('input')
      for (const [index, text] of ['4242424242424242', '12/44', '123', 'Robin Miller'].entries())
        await fields.nth(index).fill(text)
      await expect.poll(() => one.evaluate((element: SluiceCard) => element.matches(':valid'))).toBe(true)
    }
    await b.page.getByRole('button').click()
    await b.page.waitForURL('**/sent**')
    expect(b.submittedForms[0]?.fields).toEqual({ token: expect.any(String), second: expect.any(String) })
    expect(b.tokenRequests).toHaveLength(2)
  })

  it.each(['open', 'closed'] as const)('the card works in a %s shadow root', async (mode) => {
    const b = await open('<div></div>')
    await b.page.evaluate(
      ([mode, html]) => {
        const root = document.querySelector('div')!.attachShadow({ mode })
        root.innerHTML = html
        Object.assign(window, { root })
      },
      [mode, form()] as const,
    )
    const frame = await onlyFrame(b)
    for (const [index, text] of ['4242424242424242', '12/44', '123', 'Robin Miller'].entries())
      await frame.locator('input').nth(index).fill(text)
    const inRoot = <Result>(does: (card: SluiceCard) => Result) =>
      b.page.evaluate(`(${does.toString()})(root.querySelector('sluice-card'))`) as Promise<Result>
    await expect.poll(() => inRoot((card) => card.matches(':valid'))).toBe(true)
    await b.page.evaluate(`root.querySelector('button').click()`)
    await b.page.waitForURL('**/sent**')
    expect(b.submittedForms[0]?.fields).toEqual({ token: expect.any(String) })
  })

  it('the card works after adoption by another document and back', async () => {
    const b = await open(form(), { csp: '' })
    await b.complete()
    await b.page.evaluate(() => {
      const inner = document.createElement('iframe')
      inner.id = 'inner'
      document.body.append(inner)
      const moved = inner.contentDocument!.adoptNode(document.querySelector('form')!)
      inner.contentDocument!.body.append(moved)
    })
    const frame = await onlyFrame(b, (found) => found.parentFrame() !== b.page.mainFrame())
    const inner = b.page.frameLocator('#inner')
    const look = await inner.locator('sluice-card').evaluate((element: SluiceCard) => ({
      display: getComputedStyle(element).display,
      sheets: element.shadowRoot!.adoptedStyleSheets.length,
      value: element.value,
    }))
    expect(look).toEqual({ display: 'block', sheets: 1, value: '' })
    for (const [index, text] of ['4242424242424242', '12/44', '123', 'Robin Miller'].entries())
      await frame.locator('input').nth(index).fill(text)
    const token = await inner.locator('sluice-card').evaluate((element: SluiceCard) => element.tokenize())
    expect(token.last4).toBe('4242')
    await inner.locator('html').evaluate((html) => html.setAttribute('lang', 'de'))
    await frame.getByText('Kartennummer').first().waitFor()

    await b.page.evaluate(() => {
      const { contentDocument } = document.querySelector<HTMLIFrameElement>('#inner')!
      document.body.append(contentDocument!.querySelector('form')!)
      document.querySelector('#inner')!.remove()
    })
    await b.complete()
    await b.page.getByRole('button').click()
    await b.page.waitForURL('**/sent**')
    expect(b.submittedForms[0]?.fields).toEqual({ token: expect.any(String) })
    expect(b.consoleErrors).toEqual([])
  })

  it('the card works in a dialog: focus, Tab and Escape', async () => {
    const b = await open(`<dialog>${form()}</dialog>`)
    await b.page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
    await b.input('number').waitFor()
    await card(b).evaluate((element: SluiceCard) => element.focus())
    await b.frame.locator('input:focus').waitFor()
    for (const stop of ['cc-exp', 'cc-csc', 'cc-name', 'postal-code']) {
      await b.page.keyboard.press('Tab')
      await b.frame.locator(`input[name=${stop}]:focus`).waitFor()
    }
    await b.page.keyboard.press('Tab')
    await b.page.locator('button:focus').waitFor()
    await card(b).evaluate((element: SluiceCard) => element.focus())
    await b.frame.locator('input:focus').waitFor()
    await b.page.keyboard.press('Escape')
    await b.page.locator('dialog:not([open])').waitFor({ state: 'attached' })
    // Escape does not close a non-modal dialog.
    await b.page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.show())
    await b.input('number').click()
    await b.page.keyboard.press('Escape')
    await b.page.keyboard.press('4')
    await b.page.locator('sluice-card:invalid').waitFor()
    expect(await b.page.locator('dialog[open]').count()).toBe(1)
  })
})

describe('removal', () => {
  it('removal during loading or a token request stops everything', async () => {
    const b = await open(form())
    const gate = Promise.withResolvers<void>()
    await b.input('number').waitFor()

    // While a token is under way.
    await b.complete()
    await b.context.route(`${GATEWAY}/v1/tokens`, async (route) => {
      await gate.promise
      await route.abort()
    })
    const asked = b.page.waitForRequest(`${GATEWAY}/v1/tokens`)
    await card(b).evaluate((element: SluiceCard) => {
      const outcome = element.tokenize().then(
        () => 'a token',
        (error: Error) => error.message,
      )
      Object.assign(window, { outcome, card: element })
    })
    await asked
    await card(b).evaluate((element: SluiceCard) => element.remove())
    const outcome = b.page.evaluate(() => (window as never as { outcome: Promise<string> }).outcome)
    expect(await outcome).toContain('did not load')
    gate.resolve()

    // While its frame's document is on its way, and while its hello is.
    for (const moment of ['request', 'hello'] as const) {
      const moved = b.page.evaluate(
        (moment) =>
          new Promise<number>((resolve) => {
            const { card } = window as never as { card: SluiceCard }
            const leave = () => {
              card.remove()
              setTimeout(() => resolve(document.querySelectorAll('iframe').length), 50)
            }
            card.addEventListener('ready', () => (document.title = 'ready'))
            if (moment === 'hello') addEventListener('message', leave, { once: true, capture: true })
            else setTimeout(leave, 5)
            document.body.append(card)
          }),
        moment,
      )
      expect(await moved, moment).toBe(0)
      expect(await b.page.title(), moment).toBe('Shop')
    }
    await b.page.evaluate(() => {
      document.forms[0]!.prepend((window as never as { card: SluiceCard }).card)
    })
    await expect.poll(() => b.page.title()).toBe('ready')
    expect(frames(b)).toHaveLength(1)
    expect(b.consoleErrors.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
  })

  it('removal leaves no frame, listener, port or node after a hundred cycles', async () => {
    const b = await open('<main></main>')
    const session = await b.context.newCDPSession(b.page)
    await session.send('Performance.enable')
    await mount(b, 2)
    const before = await heapCounts(session)
    await mount(b, 100)
    await expect.poll(() => heapGrowth(session, before)).toEqual({})
    // The counts show what is left.
    await b.page.evaluate((html) => {
      const kept = document.createElement('div')
      kept.innerHTML = html
      document.body.append(kept)
      Object.assign(window, { kept })
    }, CARD)
    await b.input('number').waitFor()
    await b.page.evaluate(() => (window as never as { kept: Element }).kept.remove())
    expect(Object.keys(await heapGrowth(session, before))).toEqual(
      expect.arrayContaining(['Nodes', 'JSEventListeners']),
    )
    await session.detach()
  })
})

/** Puts cards into the page and takes them out again: most at once, every tenth when it has become ready. */
const mount = (b: WidgetFixture, times: number): Promise<void> =>
  b.page.evaluate(
    async ([times, html]) => {
      const main = document.querySelector('main')!
      for (let mounts = 0; mounts < times; mounts++) {
        main.innerHTML = html
        const card = main.firstElementChild!
        if (mounts % 10 === 0) await new Promise((resolve) => card.addEventListener('ready', resolve))
        else if (mounts % 2) await new Promise((resolve) => setTimeout(resolve))
        card.remove()
      }
    },
    [times, CARD] as const,
  )
