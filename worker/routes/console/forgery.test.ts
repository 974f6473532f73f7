import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { memoizedGateway } from '../../app/gateway.ts'
import { createConsole } from '../../app/worker.ts'
import { sessionLimits } from '../../domain/team/sessionLimits.ts'
import { consoleOrigin, startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createMerchant, testClock } from '../../testing/merchant.ts'

const clock = testClock()
const { worker, join, openBrowser } = startConsole({ clock })

type Operation = { readonly name: string; readonly method: string; readonly path: string }

const contract: readonly Endpoint[] = endpoints

/** The console’s own routes: sign-in, sessions, invitations. */
const ownRoutes: readonly Operation[] = createConsole(memoizedGateway({}))
  .hono.routes.filter(({ method, path }) => method !== 'ALL' && /^\/(session|invitation|recovery)/.test(path))
  .map(({ method, path }) => ({ name: `${method} ${path}`, method, path }))

const operations: readonly Operation[] = [...contract, ...ownRoutes]

/** An id of the right form that does not exist. */
const target = ({ path }: Operation): string => path.replace(/\{\w+\}/g, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa')
const isRead = ({ method }: Operation): boolean => method === 'GET'

/** What browsers send with requests of pages that are not the console’s. */
const foreignPages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'of another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'of the payment host': { origin: 'https://pay.test', 'sec-fetch-site': 'same-site' },
  'of another scheme': { origin: consoleOrigin.replace('https', 'http'), 'sec-fetch-site': 'cross-site' },
  'of another port': { origin: `${consoleOrigin}:8443`, 'sec-fetch-site': 'same-site' },
  'without an origin, such as a sandboxed frame': { origin: 'null', 'sec-fetch-site': 'cross-site' },
  'of another site in a browser without Sec-Fetch-Site': { origin: 'https://evil.example', 'sec-fetch-site': '' },
}

/** What a form of another page can send. */
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']

const send = async (
  operation: Operation,
  headers: Readonly<Record<string, string>>,
  body = isRead(operation) || operation.method === 'DELETE' ? null : '{}',
) => {
  const given = Object.entries(headers).filter(([, value]) => value !== '')
  const response = await worker.fetch(
    new Request(consoleOrigin + target(operation), {
      method: operation.method,
      headers: { 'content-type': 'application/json', ...Object.fromEntries(given) },
      body,
    }),
  )
  const text = await response.text()
  const json = text === '' ? null : JSON.parse(text)
  // The errors of an authorize have no body, and those of two operations are problem details.
  return [response.status, json?.errors?.[0].type ?? (json?.type ?? '').split('/').at(-1).replaceAll('-', '_')]
}

/** The rows of an account that requests of a page could write. */
const written = async ({ rows, id }: Awaited<ReturnType<typeof createMerchant>>) => {
  const count = async (table: string) => (await rows(`SELECT * FROM ${table} WHERE account = ?`, id)).length
  return Promise.all(['transactions', 'customers', 'apiKeys', 'audit', 'members', 'consoleSessions'].map(count))
}

test('the walk has every operation of the contract and the console’s own routes', () => {
  expect(ownRoutes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['GET /session', 'DELETE /session', 'POST /session/confirm', 'POST /invitation/accept']),
  )
  expect(contract.filter((operation) => !isRead(operation)).length).toBeGreaterThan(40)
})

test.each(Object.keys(foreignPages))('no operation accepts the cookie of a session from a page %s', async (page) => {
  const merchant = await createMerchant()
  const { state } = await join(merchant.id, 'owner')
  const before = await written(merchant)
  for (const operation of operations) {
    const [status, type] = await send(operation, { cookie: state.cookie, ...foreignPages[page] })
    const bodyless = operation.name === 'authorizeTransaction' ? '' : 'origin_not_allowed'
    expect([operation.name, status, type]).toEqual([operation.name, 403, bodyless])
  }
  expect(await written(merchant)).toEqual(before)
})

test('no write accepts the cookie of a session without an origin, or as the form of another page', async () => {
  const merchant = await createMerchant()
  const { state } = await join(merchant.id, 'owner')
  const before = await written(merchant)
  for (const operation of operations.filter((one) => !isRead(one)))
    for (const type of ['application/json', ...formTypes])
      for (const origin of ['', 'https://evil.example'] as const) {
        const body = operation.method === 'DELETE' ? null : '{}'
        const [status] = await send(operation, { cookie: state.cookie, 'content-type': type, origin }, body)
        expect([operation.name, type, status]).toEqual([operation.name, type, 403])
      }
  expect(await written(merchant)).toEqual(before)
})

const own = { origin: consoleOrigin, 'sec-fetch-site': 'same-origin' }
const bySession = operations.filter(({ path }) => path.startsWith('/v1/') || /^\/session(\/confirm.*)?$/.test(path))

test.each([
  ['twelve hours after sign-in', sessionLimits.longest, sessionLimits.idle / 2],
  ['an hour after the last request', sessionLimits.idle, sessionLimits.idle],
])('no operation accepts a cookie %s', async (_when, after, step) => {
  const merchant = await createMerchant()
  const { state, send: request } = await join(merchant.id, 'owner')
  for (let passed = step; passed < after; passed += step) {
    clock.advance(step)
    expect((await request('GET', '/session')).status).toBe(200)
  }
  clock.advance(step)
  for (const operation of bySession) {
    // A sign-in needs no session.
    if (operation.name === 'POST /session') continue
    const [status, type] = await send(operation, { cookie: state.cookie, ...own })
    const bodyless = operation.name === 'authorizeTransaction' ? '' : 'session_missing'
    expect([operation.name, status, type]).toEqual([operation.name, 401, bodyless])
  }
})

test('no operation accepts a made-up cookie, or one of another name', async () => {
  const merchant = await createMerchant()
  const { state } = await join(merchant.id, 'owner')
  const [, secret = ''] = state.cookie.split('=')
  const madeUp = `__Host-session=00${'A'.repeat(43)}`
  for (const cookie of [
    madeUp,
    `session=${secret}`,
    `__host-session=${secret}`,
    `__Host-session=01${secret.slice(2)}`,
  ]) {
    const browser = openBrowser(cookie)
    for (const path of ['/session', '/v1/account', '/v1/transactions'])
      expect([cookie.slice(0, 16), path, (await browser.send('GET', path)).status]).toEqual([
        cookie.slice(0, 16),
        path,
        401,
      ])
  }
})

test('every operation with a fresh passkey requires one after five minutes, and no other operation does', async () => {
  const merchant = await createMerchant()
  const { state } = await join(merchant.id, 'owner')
  clock.advance(sessionLimits.fresh)
  const fresh = contract.filter(({ freshPasskey }) => freshPasskey === true)
  expect(fresh.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['issueApiKey', 'createConnection', 'inviteMember', 'exportCustomer']),
  )
  for (const operation of contract) {
    const [status, type] = await send(operation, { cookie: state.cookie, ...own })
    expect([operation.name, status === 403 && type === 'passkey_required']).toEqual([
      operation.name,
      operation.freshPasskey === true,
    ])
  }
})
