import { setTimeout } from 'node:timers/promises'
import type { Request } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { type WidgetFixture, FALLBACK, GATEWAY, SHOP, useWidgetFixture } from '../testing/widgetFixture.ts'
import { bundleModule } from '../testing/buildWidgets.ts'
import { openElement } from '../testing/openElement.ts'
import type { LoadOptions, SluiceLoadError } from './loadElements.ts'
import type { SluiceCard } from './sluice-card.ts'

const bench = useWidgetFixture()

describe('the element as a module of a bundle', () => {
  it('an element without a gateway reports gateway_missing and loads once one is set', async () => {
    const b = await bench()
    const listening = await b.page.addInitScript(() =>
      addEventListener('error', (event) => 'code' in event && (document.title = String(event.code)), true),
    )
    await openElement(b, 'widget/embed/element.ts', '<sluice-card publishable-key="pk_1"></sluice-card>')
    await listening.dispose()
    await expect.poll(() => b.page.title()).toBe('gateway_missing')
    expect(await b.page.getByRole('alert').textContent()).toContain('did not load')
    expect(b.frameRequests).toEqual([])
    expect(b.consoleErrors).toEqual([])

    await b.page
      .locator('sluice-card')
      .evaluate((element: SluiceCard, gateway) => element.setAttribute('gateway', gateway), `${GATEWAY}/any/path`)
    await b.input('number').waitFor()
    expect(await b.page.getByRole('alert').count()).toBe(0)
  })
})

/** How the gateways answer requests for the script, in order: `true` with the script. */
const openLoading = async (answers: boolean[]) => {
  const b = await bench({ ownClock: true })
  const asked: string[] = []
  const underWay = new Set<Request>()
  b.page.on('request', (request) => underWay.add(request))
  for (const event of ['requestfinished', 'requestfailed'] as const)
    b.page.on(event as 'requestfinished', (request) => underWay.delete(request))
  for (const gateway of [GATEWAY, FALLBACK]) {
    await b.context.route(`${gateway}/embed*`, (route) => {
      asked.push(route.request().url())
      return (answers.shift() ?? true) ? route.fallback({ url: `${gateway}/embed.js` }) : route.abort()
    })
  }
  // Tries are seconds apart.
  await b.page.clock.install()
  const code = await bundleModule('widget/testing/loaderPage.ts')
  const html = `<!doctype html><title>Shop</title><body><script type="module">${code}</script>`
  await b.context.route(`${SHOP}/loading`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await b.page.goto(`${SHOP}/loading`)

  /** Calls it, twice at once, and lets time pass until there is an answer: never while a script is on its way, which would be late. */
  const load = async (options: LoadOptions): Promise<unknown> => {
    await startLoading(b, options)
    const end = performance.now() + 20_000
    for (;;) {
      const outcome = await b.page.evaluate(() => (window as never as { outcome: unknown }).outcome)
      if (outcome !== null || performance.now() > end) return outcome
      if (underWay.size === 0) await b.page.clock.runFor(250)
      await setTimeout(10)
    }
  }
  return { b, asked, load }
}

const startLoading = (b: WidgetFixture, options: LoadOptions): Promise<void> =>
  b.page.evaluate((options) => {
    const { loadElements } = window as never as { loadElements: (options: LoadOptions) => Promise<typeof SluiceCard> }
    const calls = [loadElements(options), loadElements(options)]
    Object.assign(window, { outcome: null })
    void Promise.all(calls)
      .then(
        ([Card, again]) => Card === again && new Card!().localName,
        ({ name, tried }: SluiceLoadError) => ({ name, tried }),
      )
      .then((outcome) => Object.assign(window, { outcome }))
  }, options)

describe('loadElements', () => {
  it('loadElements retries with delays, then loads from the fallback, once for all calls', async () => {
    const { b, asked, load } = await openLoading([false, false, false, false])
    const options = { gateway: `${GATEWAY}/`, fallbackGateway: FALLBACK }
    expect(await load(options)).toBe('sluice-card')
    expect(asked).toEqual([
      ...['', '?try=1', '?try=2'].map((query) => `${GATEWAY}/embed.js${query}`),
      ...['', '?try=1'].map((query) => `${FALLBACK}/embed.js${query}`),
    ])
    expect(await b.page.locator('script[src]').count()).toBe(1)

    // There is nothing more to load.
    expect(await load(options)).toBe('sluice-card')
    expect(asked).toHaveLength(5)
    await b.page.evaluate(() => (document.body.innerHTML = '<sluice-card publishable-key="pk_1"></sluice-card>'))
    for (let seconds = 0; seconds < 5; seconds++) await b.page.clock.runFor(100)
    await b.input('number').waitFor()
    expect(b.frameRequests).toEqual([FALLBACK])
  })

  it('loadElements reports the tried URLs, retries on the next call, and runs no script of another hash', async () => {
    const { b, asked, load } = await openLoading([false, false])
    const options = { gateway: GATEWAY, retries: 1 }
    const tried = [`${GATEWAY}/embed.js`, `${GATEWAY}/embed.js?try=1`]
    expect(await load(options)).toEqual({ name: 'SluiceLoadError', tried })
    expect(await b.page.locator('script[src]').count()).toBe(0)

    const pinned = {
      gateway: GATEWAY,
      retries: 0,
      path: '/embed/0123456789abcdef.js',
      integrity: `sha384-${'A'.repeat(64)}`,
    }
    expect(await load(pinned)).toEqual({ name: 'SluiceLoadError', tried: [`${GATEWAY}${pinned.path}`] })
    expect(await b.page.evaluate(() => customElements.get('sluice-card'))).toBeUndefined()

    asked.length = 0
    expect(await load({ ...options, retries: 2 })).toBe('sluice-card')
  })
})
