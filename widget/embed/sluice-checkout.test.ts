import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { type WidgetFixture, GATEWAY, SHOP, useWidgetFixture } from '../testing/widgetFixture.ts'
import { heapCounts, heapGrowth } from '../testing/heapCounts.ts'
import { CHECKOUT, CheckoutFrameFixture, HEIGHTS } from '../testing/checkoutFrameFixture.ts'
import type { SluiceCheckout } from './sluice-checkout.ts'

const bench = useWidgetFixture()
const TAG = `<sluice-checkout src="${CHECKOUT}"></sluice-checkout>`
const PAID = { transactionId: '7', status: 'captured', checkoutId: '00c', url: `${SHOP}/thanks` }

const open = async (
  body = TAG,
  { width, ...options }: Parameters<WidgetFixture['open']>[1] & { width?: number } = {},
): Promise<CheckoutFrameFixture> => {
  const c = new CheckoutFrameFixture(await bench(width ? { width } : {}))
  await c.open(body, options)
  return c
}
const height = (c: CheckoutFrameFixture) => c.element.evaluate((element) => element.getBoundingClientRect().height)

it('axe reports no violations for an open, paid and failed checkout', async () => {
  const c = await open(`<main>${TAG}</main>`, { csp: '' })
  await c.contentFrame()
  expect(await axeViolations(c.page)).toEqual([])
  c.status = 'completed'
  await c.element.evaluate((element: SluiceCheckout) => element.setAttribute('locale', 'de'))
  await c.waitForEvents('complete')
  expect(await axeViolations(c.page)).toEqual([])
  await c.element.evaluate((element: SluiceCheckout, src) => (element.src = src), 'data:text/html,none')
  await c.page.getByRole('alert').waitFor()
  expect(await axeViolations(c.page)).toEqual([])
})

it('Tab moves through the checkout in order, in and out at both ends', async () => {
  const c = await open(`<a href="#a">before</a>${TAG}<a href="#b">after</a>`)
  const inside = await c.contentFrame()
  await c.page.evaluate(() => {
    const checkout = document.querySelector('sluice-checkout')!
    for (const type of ['focus', 'blur'] as const) checkout.addEventListener(type, () => (document.title += `,${type}`))
  })
  const where = async () =>
    (await c.page.evaluate(() => document.activeElement?.localName)) === 'iframe'
      ? inside.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)
      : c.page.evaluate(() => document.activeElement?.textContent)
  const forth = ['before', 'email', 'name', 'Pay $26.25', 'after']
  for (const [key, stops] of [
    ['Tab', forth],
    ['Shift+Tab', forth.toReversed().slice(1)],
  ] as const) {
    for (const stop of stops) {
      await c.page.keyboard.press(key)
      // Focus crosses from one process to the other, which takes a moment.
      await expect.poll(where, { message: `${key} to ${stop}` }).toBe(stop)
    }
  }

  await c.element.evaluate((element: SluiceCheckout) => element.focus())
  await expect.poll(where).toBe('email')
  await c.page.getByText('after').focus()
  // The checkout checks its focus with timers, which have ended by now.
  await inside.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(await where()).toBe('after')
  await expect.poll(() => c.page.title()).toBe(`Shop${',focus,blur'.repeat(3)}`)
})

it('Escape closes the surrounding dialog unless the checkout used the key', async () => {
  const c = await open(`<dialog>${TAG}</dialog>`)
  const dialog = c.page.locator('dialog')
  await dialog.evaluate((dialog: HTMLDialogElement) => dialog.showModal())
  const inside = await c.contentFrame()
  await inside.evaluate(() =>
    addEventListener('keydown', (event) => event.preventDefault(), { once: true, capture: true }),
  )
  await c.element.evaluate((element: SluiceCheckout) => element.focus())
  await inside.locator('input:focus').waitFor()
  await c.page.keyboard.press('Escape')
  // Messages keep their order: an Escape before this message would have arrived first.
  await c.evaluateInside(({ page }) => page.decline())
  await c.waitForEvents('decline')
  expect(await dialog.evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(true)
  await c.page.keyboard.press('Escape')
  await c.page.locator('dialog:not([open])').waitFor({ state: 'attached' })
})

describe('size', () => {
  it.each([
    [1280, 1200, HEIGHTS.wide],
    [390, 374, HEIGHTS.narrow],
  ])(
    'the checkout has the width of its container and the height of its content at %i px',
    async (page, place, content) => {
      const c = await open(`<div>${TAG}</div>`, { csp: '', width: page, head: `<style>div{width:${place}px}</style>` })
      const inside = await c.contentFrame()
      const room = () =>
        inside.evaluate(() => {
          const { clientWidth, clientHeight, scrollHeight, scrollWidth } = document.documentElement
          return {
            bars: [innerWidth - clientWidth, innerHeight - clientHeight],
            clientWidth,
            scrollWidth,
            clientHeight,
            scrollHeight,
          }
        })
      const fits = (height: number) => ({
        bars: [0, 0],
        clientWidth: place,
        scrollWidth: place,
        clientHeight: height,
        scrollHeight: height,
      })
      await expect.poll(room).toEqual(fits(content))
      expect(await height(c)).toBe(content)
      for (const rows of [400, 0]) {
        await inside.evaluate((rows) => {
          document.querySelector('h2')!.parentElement!.style.marginBottom = `${rows}px`
          document.querySelector('main')!.style.display = 'flow-root'
        }, rows)
        const whole = HEIGHTS.wide + (content === HEIGHTS.wide ? HEIGHTS.wide : HEIGHTS.narrow - HEIGHTS.wide) + rows
        await expect.poll(room).toEqual(fits(whole))
        expect(await height(c)).toBe(whole)
      }
      expect(await c.page.evaluate(() => document.documentElement.scrollWidth)).toBe(page)
    },
  )

  it('the height is reserved before the load, and no layout shifts', async () => {
    for (const [width, style, reserved] of [
      [1280, '', 694],
      [767, '', 778],
      [471, '', 842],
      [1280, `:root{--sluice-checkout-height:${HEIGHTS.wide}px}`, HEIGHTS.wide],
      [390, `sluice-checkout{--sluice-checkout-height:${HEIGHTS.narrow}px}`, HEIGHTS.narrow],
    ] as const) {
      const c = await open('', { csp: '', width, head: `<style>body{margin:0}${style}</style>` })
      const told = await c.page.evaluate(async (html) => {
        const shifts: number[] = []
        const look = (list: PerformanceObserverEntryList) =>
          shifts.push(...list.getEntries().map((entry) => (entry as never as { value: number }).value))
        new PerformanceObserver(look).observe({ type: 'layout-shift' })
        Object.assign(window, { shifts })
        document.body.innerHTML = html
        return document.querySelector('sluice-checkout')!.getBoundingClientRect().height
      }, `${TAG}<p>below</p>`)
      expect(told, `${width} ${style}`).toBe(reserved)
      await c.contentFrame()
      const content = width < 768 ? HEIGHTS.narrow : HEIGHTS.wide
      await expect.poll(() => height(c)).toBe(content)
      if (reserved !== content) continue
      expect(await c.page.evaluate(() => (window as never as { shifts: number[] }).shifts)).toEqual([])
    }
  })
})

describe('events', () => {
  it('decline fires per attempt and complete once, also from the receipt, without leaving the page', async () => {
    const c = await open()
    await c.contentFrame()
    expect(await c.element.evaluate((element: SluiceCheckout) => element.status)).toBe('open')
    await c.evaluateInside(({ page }) => {
      page.decline()
      page.state('processing')
      page.decline()
    })
    const status = () => c.element.evaluate((element: SluiceCheckout) => element.status)
    await expect.poll(status).toBe('processing')
    c.status = 'completed'
    await c.evaluateInside(({ page }) => {
      page.complete({ transactionId: '7', status: 'captured', checkoutId: '00c', url: 'https://shop.test/thanks' })
      location.reload()
    })
    await expect.poll(status).toBe('completed')
    expect(await c.events()).toEqual([
      { type: 'ready' },
      { type: 'decline' },
      { type: 'decline' },
      { type: 'complete', ...PAID },
    ])
    expect(c.page.url()).toBe(`${SHOP}/`)
    expect(c.requestedUrls).toHaveLength(2)

    // Another one is another one.
    await c.element.evaluate((element: SluiceCheckout) => (element.src += '2'))
    await expect
      .poll(async () => (await c.events()).slice(4))
      .toEqual([{ type: 'ready' }, { type: 'complete', ...PAID }])
    expect(c.fixture.consoleErrors).toEqual([])
  })

  it('close fires with the reason', async () => {
    const c = await open()
    await c.evaluateInside(({ page }) => {
      page.state('canceled')
      for (const reason of ['too_many_declines', 'canceled']) page.close(reason)
    })
    await c.waitForEvents('close')
    expect((await c.events()).slice(1)).toEqual([{ type: 'close', reason: 'too_many_declines' }])
  })

  it('messages of other origins and malformed messages fire no events', async () => {
    const soup: unknown[] = fc.sample<unknown>(
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          type: fc.constantFrom(
            'state',
            'complete',
            'close',
            'texts',
            'height',
            'decline ',
            '__proto__',
            'constructor',
          ),
          height: fc.constantFrom('1', null, '1e9'),
          transactionId: fc.jsonValue(),
        }),
      ),
      { numRuns: 300, seed: 7 },
    )
    const c = await open(`${TAG}<iframe name="stranger" src="${GATEWAY}/checkout/stranger"></iframe>`)
    await c.contentFrame()
    const look = () => c.element.evaluate((element) => [element.innerHTML, element.getBoundingClientRect().height])
    await expect.poll(() => height(c)).toBe(HEIGHTS.wide)
    const before = await look()
    // The page itself is no stranger to its frame, but its messages are none of the frame's.
    await c.page.evaluate((soup) => ['sluice:hello', ...soup].forEach((data) => postMessage(data)), soup)
    await c.page.frame({ name: 'stranger' })!.evaluate((soup) => {
      for (const target of [parent, ...Array.from({ length: parent.length }, (_, index) => parent[index]!)]) {
        for (const message of ['sluice:hello', 'sluice:connect', ...soup]) {
          const { port1, port2 } = new MessageChannel()
          port1.postMessage({ type: 'appearance', members: '{}' })
          target.postMessage(message, '*', [port2])
        }
      }
    }, soup)
    // Messages over the channel that no frame of the gateway sends.
    await c.element.evaluate((element: SluiceCheckout, soup) => {
      for (const data of soup) element.receive(data)
    }, soup)
    await c.evaluateInside(({ page }) => page.decline())
    await c.waitForEvents('decline')
    expect(await c.events()).toEqual([{ type: 'ready' }, { type: 'decline' }])
    expect(await look()).toEqual(before)
    expect(await c.evaluateInside(({ appearances }) => appearances)).toEqual([])
    expect(c.fixture.consoleErrors).toEqual([])
  })

  it.each([
    ['an address that nothing comes from', CHECKOUT],
    ['an address that is a script', 'javascript:parent.ran=1'],
  ])('a load failure fires error and shows a text in the page’s language: %s', async (_, src) => {
    const c = new CheckoutFrameFixture(await bench({ ownClock: true }))
    c.fixture.unreachableGateways.add(GATEWAY)
    await c.page.clock.install()
    await c.open(`<div lang="pt-BR"><sluice-checkout src="${src}"></sluice-checkout></div>`)
    for (let seconds = 0; seconds < 40 && (await c.events()).length === 0; seconds++) {
      await c.page.clock.runFor(1000)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const message = 'Formulário de pagamento não carregado.'
    expect(await c.events()).toEqual([{ type: 'error', code: 'load_failed', message }])
    expect(await c.page.getByRole('alert').textContent()).toBe(message)
    expect(await c.page.getByRole('button', { name: 'Tentar de novo' }).isVisible()).toBe(true)
    expect(await c.page.locator('iframe').count()).toBe(0)
    expect(await c.page.evaluate(() => 'ran' in window)).toBe(false)
    await c.element.evaluate((element) => element.insertAdjacentHTML('beforeend', '<p slot="error">Call us.</p>'))
    expect(await c.page.getByText('Call us.').isVisible()).toBe(true)
    expect(await c.page.getByRole('alert').count()).toBe(0)

    // Given anew, it tries anew.
    c.fixture.unreachableGateways.clear()
    await c.element.evaluate((element: SluiceCheckout, src) => (element.src = src), `${CHECKOUT}?again`)
    for (let seconds = 0; seconds < 10 && (await c.events()).length < 2; seconds++) await c.page.clock.runFor(100)
    await c.waitForEvents('ready')
    expect(await c.page.getByText('Call us.').isVisible()).toBe(false)
  })
})

describe('connection', () => {
  /** Ways to put a checkout into a page that is empty; `make` gives one its address. */
  const WAYS = {
    'made by createElement': `document.body.append(make(document.createElement('sluice-checkout')))`,
    'given its address later': `const checkout = document.createElement('sluice-checkout')
      document.body.append(checkout)
      make(checkout)`,
    'given another address at once': `const checkout = make(document.createElement('sluice-checkout'))
      document.body.append(checkout)
      checkout.src += '2'`,
    'taken out and put back': `const checkout = make(document.createElement('sluice-checkout'))
      for (let times = 0; times < 3; times++) { document.body.append(checkout); checkout.remove() }
      document.body.append(checkout)`,
    'cloned with its frame': `const checkout = make(document.createElement('sluice-checkout'))
      checkout.innerHTML = '<iframe slot="frame"></iframe>'
      document.body.append(checkout.cloneNode(true))`,
    'in a shadow root': `const host = document.createElement('div')
      const checkout = make(document.createElement('sluice-checkout'))
      checkout.addEventListener('ready', () => events.push({ type: 'ready' }))
      host.attachShadow({ mode: 'open' }).append(checkout)
      document.body.append(host)`,
  }

  it('the element has one frame, loaded once, and none without src', async () => {
    const c = await open('')
    for (const [way, script] of Object.entries(WAYS)) {
      c.requestedUrls.length = 0
      await c.page.evaluate(`{
        events.length = 0
        document.body.replaceWith(document.createElement('body'))
        const make = (checkout) => Object.assign(checkout, { src: '${CHECKOUT}' })
        ${script}
      }`)
      await c.waitForEvents('ready')
      expect(c.requestedUrls, way).toHaveLength(1)
      expect(await c.page.locator('iframe').count(), way).toBe(1)
    }
    await c.page.evaluate(() => {
      document.body.innerHTML = '<sluice-checkout locale="de"></sluice-checkout>'
      const checkout = document.querySelector('sluice-checkout')!
      checkout.setAttribute('locale', 'fr')
      checkout.appearance = {}
    })
    expect(await height(c)).toBe(694)
    expect(await c.page.locator('iframe').count()).toBe(0)
    expect(await c.page.getByRole('alert').textContent()).toBe('')
    expect(c.fixture.consoleErrors).toEqual([])
  })

  it('moveBefore preserves input', async () => {
    const c = await open(`<section></section>${TAG}`)
    const inside = await c.contentFrame()
    await inside.locator('input').first().fill('robin@example.com')
    await c.page.evaluate(() => {
      const section = document.querySelector('section')! as HTMLElement & {
        moveBefore: (node: Node, child: null) => void
      }
      section.moveBefore(document.querySelector('sluice-checkout')!, null)
    })
    await c.evaluateInside(({ page }) => page.decline())
    await c.waitForEvents('decline')
    expect(await inside.locator('input').first().inputValue()).toBe('robin@example.com')
    expect(c.requestedUrls).toHaveLength(1)
  })

  it('language and title are the element’s or the page’s', async () => {
    const c = await open(`<div lang="de-AT">${TAG}</div>`)
    const title = () => c.page.locator('iframe').getAttribute('title')
    await expect.poll(title).toBe('Pay Bloom (de-AT)')
    expect(Object.fromEntries(c.requestedUrls[0]!.searchParams)).toEqual({ origin: SHOP, locale: 'de-AT' })
    await c.element.evaluate((element) => element.setAttribute('locale', 'fr'))
    await expect.poll(title).toBe('Pay Bloom (fr)')
    await c.evaluateInside(({ page }) => page.texts('Paid'))
    await expect.poll(title).toBe('Paid')
    await c.element.evaluate((element: SluiceCheckout, src) => {
      element.ariaLabel = 'Your order'
      element.src = src
    }, `${CHECKOUT}3?locale=es`)
    await c.waitForEvents('ready', 3)
    expect(await title()).toBe('Your order')
    expect(c.requestedUrls[2]!.searchParams.getAll('locale')).toEqual(['fr'])
  })

  it('appearance changes are sent to the checkout, and nothing without one', async () => {
    const c = await open()
    const appearances = () => c.evaluateInside(({ appearances }) => appearances)
    await c.contentFrame()
    for (const appearance of [{ alertColor: 'red' }, null, undefined])
      await c.element.evaluate((element: SluiceCheckout, appearance) => (element.appearance = appearance), appearance)
    await expect.poll(appearances).toEqual([{ alertColor: 'red' }, null])
    await c.element.evaluate((element: SluiceCheckout) => {
      element.appearance = { formTextColor: '#123' }
      element.setAttribute('locale', 'de')
    })
    await expect.poll(appearances).toEqual([{ formTextColor: '#123' }])
  })

  it('card and checkout work side by side under a strict policy', async () => {
    const c = await open(`${TAG}<form><sluice-card publishable-key="pk_1" required></sluice-card></form>`)
    await c.contentFrame()
    await c.fixture.complete()
    await c.evaluateInside(({ page }) => page.decline())
    await c.waitForEvents('decline')
    expect((await c.events()).filter(({ type }) => type === 'ready')).toHaveLength(2)
    expect(await c.page.locator('iframe').count()).toBe(2)
    expect(c.fixture.consoleErrors).toEqual([])
  })

  it('removal leaves no frame, listener, port or node', async () => {
    const c = await open('<main></main>')
    const session = await c.fixture.context.newCDPSession(c.page)
    await session.send('Performance.enable')
    const mount = (times: number) =>
      c.page.evaluate(
        async ([times, html]) => {
          const main = document.querySelector('main')!
          for (let mounts = 0; mounts < times; mounts++) {
            main.innerHTML = html
            const checkout = main.firstElementChild!
            if (mounts % 10 === 0) await new Promise((resolve) => checkout.addEventListener('ready', resolve))
            else if (mounts % 2) await new Promise((resolve) => setTimeout(resolve))
            checkout.remove()
          }
          ;(window as never as { events: unknown[] }).events.length = 0
        },
        [times, TAG] as const,
      )
    await mount(2)
    const before = await heapCounts(session)
    await mount(30)
    await expect.poll(() => heapGrowth(session, before)).toEqual({})
    await session.detach()
  })
})
