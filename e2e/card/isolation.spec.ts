import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { defaults } from '../../worker/cli/dev/defaults.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { startGateway } from '../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { expect, test } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { Merchant } from '../support/merchantSite.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { MerchantForm } from '../pages/merchantForm.ts'
import { makeState } from '../support/servers.ts'
import { messagesOfEach, fuzzerPage } from './postMessageFuzzer.ts'

// The browser as people have it, which keeps the frame in a process of its own.
test.use({ launchOptions: { executablePath: findChromium(), args: [] } })

/** A card that occurs nowhere else: whatever is found of it was leaked. */
const marker = { ...goodCard, number: '4929 0713 8261 5046', code: '739', name: 'Zebulon Quark' }

test('nothing of a card that was typed can be found by the page’s own scripts', async ({ page, merchant, local }) => {
  const form = new MerchantForm(page, merchant, local)
  // A hostile script that is there first: it keeps all that goes over any channel, before our script has it.
  await page.addInitScript(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    window.addEventListener('message', ({ data }) => heard.push(data), true)
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const port = this instanceof MessagePort && type === 'message'
      if (port) addEventListener.call(this, 'message', (event) => heard.push((event as MessageEvent).data))
      return addEventListener.call(this, type, listener, options)
    }
    for (const type of ['keydown', 'keyup', 'input', 'beforeinput', 'paste', 'change', 'error', 'submit']) {
      window.addEventListener(
        type,
        (event) =>
          heard.push({
            type,
            ...Object.fromEntries(
              Object.keys(Object.getPrototypeOf(event) as object).map((key) => [
                key,
                String(event[key as keyof Event]),
              ]),
            ),
            key: (event as KeyboardEvent).key,
          }),
        true,
      )
    }
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
      console[method] = (...all) => heard.push(all)
  })
  await form.open()
  await form.card.type(marker)
  await form.card.number.selectText()
  await page.keyboard.press('Control+C')
  await form.onCard((card) => card.tokenize())

  const found = await page.evaluate(async () => {
    const frame = document.querySelector('iframe')!
    // Runs in the page, so it stands in here.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const inside = (probe: () => unknown) => {
      try {
        return String(probe())
      } catch (error) {
        return (error as Error).name
      }
    }
    const card = document.querySelector('sluice-card')!
    const own = (object: object) =>
      Object.getOwnPropertyNames(object).map((name) => [name, inside(() => JSON.stringify(object[name as never]))])
    return {
      document: inside(() => frame.contentDocument),
      inner: inside(() => frame.contentWindow!.document),
      first: inside(() => (window.frames[0] as Window & { document: Document }).document.body),
      location: inside(() => frame.contentWindow!.location.href),
      everything: JSON.stringify([
        (window as never as { heard: unknown[] }).heard,
        own(card),
        own(Object.getPrototypeOf(card) as object),
        await card.tokenize(),
        document.documentElement.outerHTML,
        card.shadowRoot?.innerHTML,
        performance.getEntries(),
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        history.state,
        [...new FormData(card.form!)],
        inside(() => getSelection()),
      ]),
    }
  })
  expect(found.document).toBe('null')
  for (const probe of [found.inner, found.first, found.location]) expect(probe).toBe('SecurityError')
  // The probe hears the port: without that it would find nothing for the wrong reason.
  expect(found.everything).toContain('"brand":"visa"')
  expect(found.everything).toContain('"last4":"5046"')
  const digits = marker.number.replaceAll(' ', '')
  for (let start = 0; start + 5 <= digits.length; start++) {
    expect(found.everything, digits.slice(start, start + 5)).not.toContain(digits.slice(start, start + 5))
  }
  // Three digits turn up by chance in a time, and in every longer number.
  const told = found.everything
    .replaceAll(/"(?:timeStamp|duration|\w*(?:Start|End|Time))":"?[0-9.]+/g, '')
    .replaceAll(/[0-9]{4,}(\.[0-9]+)?/g, '')
  for (const secret of [marker.code, 'Zebulon', 'Quark', marker.postalCode]) expect(told, secret).not.toContain(secret)
  // Of what was pressed in the frame the page heard nothing at all.
  expect(found.everything).not.toContain('keydown')
})

test(`${3 * messagesOfEach} messages of strangers change nothing: of siblings, popups, sandboxed frames, and the page itself`, async ({
  page,
  merchant,
  local,
}) => {
  const form = new MerchantForm(page, merchant, local)
  const exceptions: string[] = []
  page.on('pageerror', (error) => exceptions.push(String(error)))
  const seed = Math.floor(Math.random() * 2 ** 31)
  test.info().annotations.push({ type: 'seed', description: String(seed) })
  const stranger = new Merchant()
  await stranger.open()
  const fuzzer = stranger.serve(fuzzerPage(seed), { path: '/fuzzer' })
  await form.open(form.element(), `frame-src ${local.gateway} ${stranger.url}`)
  await form.card.complete(marker)
  // A hello that was believed would drop the token.
  await form.onCard((card) => card.tokenize())
  const look = () => form.onCard((card) => [card.value, card.validity.valid, card.offsetHeight, card.children.length])
  const before = await look()

  await page.evaluate(() => {
    const heard: Record<string, number> = {}
    Object.assign(window, { heard })
    window.addEventListener('message', ({ data }) => {
      const what = typeof data === 'string' && /^(done|stolen)/.test(data) ? data : 'message'
      heard[what] = (heard[what] ?? 0) + 1
    })
    for (const type of ['ready', 'change', 'error', 'input', 'submit'])
      document.querySelector('sluice-card')!.addEventListener(type, () => (heard[type] = 1))
    // The page's own scripts may shout, too.
    for (const data of ['sluice:hello', { type: 'token', id: 1, token: 'forged' }]) window.postMessage(data, '*')
  })
  const heard = () => page.evaluate(() => (window as unknown as { heard: Record<string, number> }).heard)
  // One after the other: of several at once the browser under test now and then never starts the sandboxed one.
  for (const who of ['sibling', 'sandboxed', 'popup']) {
    await page.evaluate(
      ([fuzzer, who]) => {
        if (who === 'popup') return void window.open(`${fuzzer}#popup`)
        const frame = document.createElement('iframe')
        if (who === 'sandboxed') frame.setAttribute('sandbox', 'allow-scripts')
        frame.src = `${fuzzer}#${who}`
        document.body.append(frame)
      },
      [fuzzer, who] as const,
    )
    await expect.poll(heard, { message: `the ${who} has shouted`, timeout: 30_000 }).toHaveProperty(`done #${who}`)
  }
  const { message, ...rest } = await heard()
  // Half of all went to the page, which heard them; the other half to the frame.
  expect(message).toBeGreaterThanOrEqual((3 * messagesOfEach) / 2)
  expect(rest).toEqual({ 'done #sibling': 1, 'done #sandboxed': 1, 'done #popup': 1 })
  expect(await look()).toEqual(before)
  await expect(form.card.number).toHaveValue(marker.number)
  await expect(form.card.number).toBeEnabled()
  expect(exceptions).toEqual([])
  await form.pay()
  await form.received()
  expect(merchant.posts[0]?.fields['token']).toBe(before[0])
  await stranger.close()
})

test('a key that is not publishable, or is not ours, gets no frame at all', async ({ page, merchant, local }) => {
  const form = new MerchantForm(page, merchant, local)
  const refusals: string[] = []
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => /frame-ancestors/.test(message.text()) && refusals.push(message.text()))
  for (const key of [demoAccount.secretKey, 'sluice_pk_test_00nobody', '']) {
    refusals.length = 0
    await page.goto(merchant.serve(form.html(form.element('', key)), { csp: form.strictPolicy }))
    await expect.poll(() => refusals.length, key).toBeGreaterThan(0)
    expect(await page.frames()[1]?.locator('input').count()).toBe(0)
  }
  // Addresses end in logs.
  expect(asked.filter((url) => url.includes('/card?'))).toHaveLength(3)
  expect(asked.join('\n')).not.toContain(demoAccount.secretKey)
})

/** An element that frames a page. */
const framing = (attributes: string) => `<!doctype html><title>Around</title><iframe ${attributes}></iframe>`
const quoted = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

test('only pages at the account’s origins may frame it: exactly those, however they are nested', async ({ page }) => {
  const { state, envFile, remove } = await makeState()
  const gateway = await startGateway(
    { config: defaults.config, state },
    { port: await findFreePort(), envFile, vars: {}, onOutput: () => {} },
  )
  const shop = 'https://shop.example'
  // Public names for all, since a public page may not load from this machine; none of them leaves it.
  const pay = 'https://pay.example'
  const form = framing(`src="${pay}/card?key=${demoAccount.publishableKey}"`)
  // Pages that hold the frame, by the way it is there.
  const pages: Record<string, string> = {
    '/form': form,
    '/in-sandbox': framing('sandbox="allow-scripts" src="/form"'),
    '/in-srcdoc': framing(`srcdoc="${quoted(form)}"`),
    '/in-data': framing(`src="data:text/html,${encodeURIComponent(form)}"`),
    '/in-itself': framing('src="/form"'),
    '/in-shop': framing(`src="${shop}/form"`),
    '/in-stranger': framing('src="https://stranger.test/form"'),
    '/in-stranger-with-shop': framing('src="https://stranger.test/in-shop"'),
  }
  const matrix: readonly (readonly [url: string, may: boolean])[] = [
    [`${shop}/form`, true],
    [`${shop}:443/form`, true],
    ['https://SHOP.example/form', true],
    [`${shop}/in-itself`, true],
    [`${shop}/in-srcdoc`, true],
    // Another scheme, port or host is another origin.
    ['http://shop.example/form', false],
    [`${shop}:8443/form`, false],
    ['https://www.shop.example/form', false],
    ['https://example/form', false],
    ['https://stranger.test/form', false],
    // Look-alikes.
    ['https://shop.example.stranger.test/form', false],
    ['https://shop.example./form', false],
    ['https://eshop.example/form', false],
    ['https://shop-example.test/form', false],
    ['https://shоp.example/form', false],
    // A document without an origin, even in the shop's own page.
    [`${shop}/in-sandbox`, false],
    [`${shop}/in-data`, false],
    // Every page above it counts, not only the one that holds it.
    ['https://stranger.test/in-shop', false],
    [`${shop}/in-stranger`, false],
    [`${shop}/in-stranger-with-shop`, false],
  ]
  try {
    const client = new GatewayClient(gateway.url)
    const changed = await client.call('PUT', '/v1/account', { allowedOrigins: { test: [shop] } })
    expect(changed.status).toBe(200)
    await page.route('**', async (route) => {
      const url = new URL(route.request().url())
      if (url.origin !== pay)
        return route.fulfill({ contentType: 'text/html; charset=utf-8', body: pages[url.pathname] ?? '' })
      return route.fulfill({ response: await route.fetch({ url: gateway.url + url.pathname + url.search }) })
    })
    const loads = async (url: string) => {
      await page.goto(url)
      const inputs = () =>
        Promise.all(
          page
            .frames()
            .filter((frame) => frame.url().startsWith(`${pay}/card?`) || frame.url().startsWith('chrome-error'))
            .map((frame) => frame.locator('input').count()),
        )
      await expect.poll(async () => (await inputs()).length, url).toBeGreaterThan(0)
      return (await inputs()).some((count) => count > 0)
    }
    for (const [url, may] of matrix) expect(await loads(url), url).toBe(may)
  } finally {
    await gateway.worker.kill()
    await remove()
  }
})
