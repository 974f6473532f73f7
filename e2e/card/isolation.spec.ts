import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { defaults } from '../../worker/cli/dev/defaults.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { startGateway } from '../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { expect, test } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { MerchantSite } from '../support/merchantSite.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { MerchantForm } from '../pages/merchantForm.ts'
import { createState } from '../support/servers.ts'
import { messagesPerSender, fuzzerPage } from './postMessageFuzzer.ts'

// The full browser, which isolates the frame in its own process.
test.use({ launchOptions: { executablePath: findChromium(), args: [] } })

/** A card used nowhere else, so any trace of it is a leak. */
const marker = { ...goodCard, number: '4929 0713 8261 5046', code: '739', name: 'Zebulon Quark' }

test('card form: scripts of the page find no typed card data', async ({ page, merchant, local }) => {
  const form = new MerchantForm(page, merchant, local)
  // A hostile script that runs first and records every message and event before the card form’s script.
  await page.addInitScript(() => {
    const recorded: unknown[] = []
    Object.assign(window, { recorded })
    window.addEventListener('message', ({ data }) => recorded.push(data), true)
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const port = this instanceof MessagePort && type === 'message'
      if (port) addEventListener.call(this, 'message', (event) => recorded.push((event as MessageEvent).data))
      return addEventListener.call(this, type, listener, options)
    }
    for (const type of ['keydown', 'keyup', 'input', 'beforeinput', 'paste', 'change', 'error', 'submit']) {
      window.addEventListener(
        type,
        (event) =>
          recorded.push({
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
      console[method] = (...all) => recorded.push(all)
  })
  await form.open()
  await form.card.type(marker)
  await form.card.number.selectText()
  await page.keyboard.press('Control+C')
  await form.onCard((card) => card.tokenize())

  const found = await page.evaluate(async () => {
    const frame = document.querySelector('iframe')!
    // Serialized into the page, so it must be declared here.
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
        (window as never as { recorded: unknown[] }).recorded,
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
  // Proves that the script intercepts the port; otherwise it would find nothing for the wrong reason.
  expect(found.everything).toContain('"brand":"visa"')
  expect(found.everything).toContain('"last4":"5046"')
  const digits = marker.number.replaceAll(' ', '')
  for (let start = 0; start + 5 <= digits.length; start++) {
    expect(found.everything, digits.slice(start, start + 5)).not.toContain(digits.slice(start, start + 5))
  }
  // Three digits occur by chance in timestamps and longer numbers, so those are removed.
  const withoutNumbers = found.everything
    .replaceAll(/"(?:timeStamp|duration|\w*(?:Start|End|Time))":"?[0-9.]+/g, '')
    .replaceAll(/[0-9]{4,}(\.[0-9]+)?/g, '')
  for (const secret of [marker.code, 'Zebulon', 'Quark', marker.postalCode])
    expect(withoutNumbers, secret).not.toContain(secret)
  // Key presses in the frame fire no event in the page.
  expect(found.everything).not.toContain('keydown')
})

test(`card form: ${3 * messagesPerSender} postMessage messages from siblings, popups, sandboxed frames and the page itself change nothing`, async ({
  page,
  merchant,
  local,
}) => {
  const form = new MerchantForm(page, merchant, local)
  const exceptions: string[] = []
  page.on('pageerror', (error) => exceptions.push(String(error)))
  const seed = Math.floor(Math.random() * 2 ** 31)
  test.info().annotations.push({ type: 'seed', description: String(seed) })
  const attacker = new MerchantSite()
  await attacker.open()
  const fuzzer = attacker.serve(fuzzerPage(seed), { path: '/fuzzer' })
  await form.open(form.element(), `frame-src ${local.gateway} ${attacker.url}`)
  await form.card.complete(marker)
  // An accepted forged handshake would drop the token.
  await form.onCard((card) => card.tokenize())
  const readState = () =>
    form.onCard((card) => [card.value, card.validity.valid, card.offsetHeight, card.children.length])
  const before = await readState()

  await page.evaluate(() => {
    const recorded: Record<string, number> = {}
    Object.assign(window, { recorded })
    window.addEventListener('message', ({ data }) => {
      const what = typeof data === 'string' && /^(done|stolen)/.test(data) ? data : 'message'
      recorded[what] = (recorded[what] ?? 0) + 1
    })
    for (const type of ['ready', 'change', 'error', 'input', 'submit'])
      document.querySelector('sluice-card')!.addEventListener(type, () => (recorded[type] = 1))
    // The page's own scripts post forged messages, too.
    for (const data of ['sluice:hello', { type: 'token', id: 1, token: 'forged' }]) window.postMessage(data, '*')
  })
  const recorded = () => page.evaluate(() => (window as unknown as { recorded: Record<string, number> }).recorded)
  // One at a time: with several at once Chromium sometimes never starts the sandboxed frame.
  for (const sender of ['sibling', 'sandboxed', 'popup']) {
    await page.evaluate(
      ([fuzzer, sender]) => {
        if (sender === 'popup') return void window.open(`${fuzzer}#popup`)
        const frame = document.createElement('iframe')
        if (sender === 'sandboxed') frame.setAttribute('sandbox', 'allow-scripts')
        frame.src = `${fuzzer}#${sender}`
        document.body.append(frame)
      },
      [fuzzer, sender] as const,
    )
    await expect
      .poll(recorded, { message: `messages of the ${sender} sent`, timeout: 30_000 })
      .toHaveProperty(`done #${sender}`)
  }
  const { message, ...rest } = await recorded()
  // Half of the messages go to the page, the other half to the frame.
  expect(message).toBeGreaterThanOrEqual((3 * messagesPerSender) / 2)
  expect(rest).toEqual({ 'done #sibling': 1, 'done #sandboxed': 1, 'done #popup': 1 })
  expect(await readState()).toEqual(before)
  await expect(form.card.number).toHaveValue(marker.number)
  await expect(form.card.number).toBeEnabled()
  expect(exceptions).toEqual([])
  await form.pay()
  await form.waitForReceived()
  expect(merchant.posts[0]?.fields['token']).toBe(before[0])
  await attacker.close()
})

test('card form: a secret, unknown or empty key loads no frame', async ({ page, merchant, local }) => {
  const form = new MerchantForm(page, merchant, local)
  const blocked: string[] = []
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('console', (message) => /frame-ancestors/.test(message.text()) && blocked.push(message.text()))
  for (const key of [demoAccount.secretKey, 'sluice_pk_test_00nobody', '']) {
    blocked.length = 0
    await page.goto(merchant.serve(form.html(form.element('', key)), { csp: form.strictPolicy }))
    await expect.poll(() => blocked.length, key).toBeGreaterThan(0)
    expect(await page.frames()[1]?.locator('input').count()).toBe(0)
  }
  // URLs end up in logs.
  expect(requested.filter((url) => url.includes('/card?'))).toHaveLength(3)
  expect(requested.join('\n')).not.toContain(demoAccount.secretKey)
})

/** A page with an iframe. */
const framing = (attributes: string) => `<!doctype html><title>Around</title><iframe ${attributes}></iframe>`
const quoted = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

test('card form: only pages at the account’s allowed origins can frame it, at any nesting', async ({ page }) => {
  const { state, envFile, remove } = await createState()
  const gateway = await startGateway(
    { config: defaults.config, state },
    { port: await findFreePort(), envFile, vars: {}, onOutput: () => {} },
  )
  const shop = 'https://shop.example'
  // Public hosts, since a public page cannot load from localhost. Routes answer all of them locally.
  const pay = 'https://pay.example'
  const form = framing(`src="${pay}/card?key=${demoAccount.publishableKey}"`)
  // Pages that contain the frame, by nesting.
  const pages: Record<string, string> = {
    '/form': form,
    '/in-sandbox': framing('sandbox="allow-scripts" src="/form"'),
    '/in-srcdoc': framing(`srcdoc="${quoted(form)}"`),
    '/in-data': framing(`src="data:text/html,${encodeURIComponent(form)}"`),
    '/in-itself': framing('src="/form"'),
    '/in-shop': framing(`src="${shop}/form"`),
    '/in-attacker': framing('src="https://stranger.test/form"'),
    '/in-stranger-with-shop': framing('src="https://stranger.test/in-shop"'),
  }
  const matrix: readonly (readonly [url: string, isAllowed: boolean])[] = [
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
    // Look-alike hosts.
    ['https://shop.example.stranger.test/form', false],
    ['https://shop.example./form', false],
    ['https://eshop.example/form', false],
    ['https://shop-example.test/form', false],
    ['https://shоp.example/form', false],
    // A document with an opaque origin, even within the shop's page.
    [`${shop}/in-sandbox`, false],
    [`${shop}/in-data`, false],
    // Every ancestor counts, not only the parent.
    ['https://stranger.test/in-shop', false],
    [`${shop}/in-attacker`, false],
    [`${shop}/in-stranger-with-shop`, false],
  ]
  try {
    const client = new GatewayClient(gateway.url)
    const changed = await client.call('PUT', '/v1/account', { allowedOrigins: [shop] })
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
    for (const [url, isAllowed] of matrix) expect(await loads(url), url).toBe(isAllowed)
  } finally {
    await gateway.worker.kill()
    await remove()
  }
})
