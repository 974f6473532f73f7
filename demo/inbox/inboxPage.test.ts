import { expect, test, vi } from 'vitest'
import { useShop } from './shop.fixture.ts'

const shop = useShop()
const { deliver, post, respondWith, openPage, list } = shop

const pageText = async () => (await (await fetch(`${shop.url}/inbox`)).text()).replace(/\s+/g, ' ')

test('an open page receives the current state and then each change', async () => {
  await deliver({ id: 'evt-1' })
  const { messages, eventsOf } = await openPage()
  await vi.waitUntil(() => messages.length === 3)
  expect(eventsOf('setting')).toEqual([{ response: 'ok', seconds: 20 }])
  expect(eventsOf('registration')).toEqual([{ state: 'enabled' }])
  expect(eventsOf('deliveries')).toMatchObject([[{ id: 'evt-1' }]])

  await respondWith('busy', '5')
  await deliver({ id: 'evt-2' })
  await vi.waitUntil(() => eventsOf('delivery').length === 2)
  expect(eventsOf('setting').at(-1)).toEqual({ response: 'busy', seconds: 5 })
  expect(eventsOf('delivery')).toMatchObject([
    { number: 2, id: 'evt-2', answered: null },
    { number: 2, id: 'evt-2', answered: { status: 503 } },
  ])
  expect(JSON.stringify(messages)).not.toContain('webhook-signature')
})

test('clearing the inbox keeps the attempt counts', async () => {
  await deliver()
  const { eventsOf } = await openPage()
  await post({ act: 'clear' })
  await vi.waitUntil(() => eventsOf('deliveries').length === 2)
  expect(eventsOf('deliveries')[1]).toEqual([])
  await deliver()
  expect(await list()).toMatchObject([{ number: 2, attempt: 2 }])
})

test('the page is sent with the response setting, which its script does not have to fetch', async () => {
  expect(await pageText()).toMatch(/value="ok" aria-describedby="about" checked .*<label class="seconds" hidden>/)
  await respondWith('busy', '7')
  const html = await pageText()
  expect(html).toMatch(/value="busy" aria-describedby="about" checked/)
  expect(html.match(/ checked/g)).toHaveLength(1)
  expect(html).toMatch(/<label class="seconds" >.* value="7" .*<span>seconds in Retry-After<\/span>/)
  expect(html).toContain('<p id="about">Sends Retry-After.')
})

test('the page is sent with the problem of its registration, which moves nothing when its script loads', async () => {
  expect(await pageText()).toMatch(/<div class="notice" role="alert" hidden>/)
  shop.registration = { state: 'disabled', reason: 'The endpoint returned <410> Gone.' }
  const html = await pageText()
  expect(html).toMatch(/<div class="notice" role="alert" >/)
  expect(html).toContain('<strong>Disabled by the gateway</strong> <p>The endpoint returned &lt;410&gt; Gone.</p>')
  expect(html).toContain('data-act="register">Enable again</button>')
})

test('the content security policy of the inbox page allows only the shop', async () => {
  const policy = (await fetch(`${shop.url}/inbox`)).headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toContain('gateway')
})

test.each(['/inbox/0', '/inbox/7', '/inbox/nowhere', '/inbox/__proto__'])('GET %s returns 404', async (path) => {
  expect((await fetch(shop.url + path)).status).toBe(404)
})
