import { expect, test } from 'vitest'
import pages from '#built/pages' with { type: 'json' }
import { printPage } from '../../pages/console/printPage.ts'
import { memoizedGateway } from '../../app/gateway.ts'
import { createConsole, createRouter } from '../../app/worker.ts'
import { consoleOrigin, startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createMerchant, gatewayOrigin } from '../../testing/merchant.ts'

const { worker, join } = startConsole()
const merchant = await createMerchant()
const owner = await join(merchant.id, 'owner')

/** The routes that are not the API’s, which both hosts have. */
const ownRoutes = ({ hono }: ReturnType<typeof createRouter>) =>
  [...new Set(hono.routes.map(({ method, path }) => `${method} ${path}`))]
    .map((route) => route.split(' ') as [method: string, path: string])
    .filter(([method]) => method !== 'ALL')
const api = ([, path]: readonly [string, string]): boolean => path.startsWith('/v1/')
const names = (routes: readonly (readonly [string, string])[]): string[] => routes.map((route) => route.join(' '))

const ofPayments = ownRoutes(createRouter())
const ofConsole = ownRoutes(createConsole(memoizedGateway({})))

/** A path of a route, with the names of files that exist. */
const filled = (path: string): string =>
  path
    .replace('/console-assets/:file', pages.console.script.path)
    .replace('/embed/:file', pages.embed.path)
    .replace(/:\w+/g, 'aaaaaaaaaaaaaaaaaaaaaa')

const credentials = { cookie: owner.state.cookie, 'x-api-key': merchant.secretKey }

/** The response of a host to a request with a session and an API key. */
const send = (origin: string, method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  worker.fetch(
    new Request(origin + path, {
      method,
      headers: { ...credentials, origin, 'sec-fetch-site': 'same-origin', accept: 'application/json', ...headers },
      ...(method === 'POST' && { body: '{}' }),
    }),
  )

test('both hosts have routes of their own', () => {
  expect(names(ofPayments)).toEqual(
    expect.arrayContaining([
      'GET /embed.js',
      'GET /card',
      'GET /checkout/:id',
      'POST /checkout/:id/pay',
      'GET /health',
    ]),
  )
  expect(names(ofConsole)).toEqual(
    expect.arrayContaining(['POST /session', 'POST /invitation', 'GET /console-assets/:file', 'GET /v1/team/members']),
  )
})

test('no route of the payment host responds on the host of the console', async () => {
  const own = ofPayments.filter((route) => !names(ofConsole).includes(route.join(' ')))
  expect(own.length).toBeGreaterThan(15)
  for (const [method, path] of own) {
    const response = await send(consoleOrigin, method, filled(path))
    expect([method, path, response.status]).toEqual([method, path, 404])
    if (method !== 'GET') continue
    // A browser that opens it gets the console’s own page, which shows that there is no such page.
    const page = await send(consoleOrigin, method, filled(path), { accept: 'text/html' })
    const isShell = (await page.text()) === printPage(pages.console, filled(path))
    expect([path, isShell]).toEqual([path, !path.startsWith('/v1/')])
  }
})

test('no route of the console responds on the payment host', async () => {
  const own = ofConsole.filter((route) => !names(ofPayments).includes(route.join(' ')))
  expect(own.length).toBeGreaterThan(15)
  for (const [method, path] of own) {
    const response = await send(gatewayOrigin, method, path === '*' ? '/payments' : filled(path))
    expect([method, path, response.status]).toEqual([method, path, 404])
    const page = await send(gatewayOrigin, 'GET', path === '*' ? '/payments' : filled(path), { accept: 'text/html' })
    expect([path, (await page.text()).includes('console-shell')]).toEqual([path, false])
  }
})

test('routes that both hosts have authenticate by the key on one and by the session on the other', async () => {
  const shared = ofConsole.filter((route) => names(ofPayments).includes(route.join(' ')))
  expect(shared.length).toBeGreaterThan(70)
  expect(shared.filter((route) => !api(route))).toEqual([])
  for (const [method, path] of shared) {
    const session = await send(gatewayOrigin, method, filled(path), { 'x-api-key': '' })
    const key = await send(consoleOrigin, method, filled(path), { cookie: '' })
    expect([method, path, session.status, key.status]).toEqual([method, path, 401, 401])
  }
})

test('the console’s host lets no other origin read a response', async () => {
  for (const [method, path] of ofConsole)
    for (const sent of ['OPTIONS', method]) {
      const response = await send(consoleOrigin, sent, path === '*' ? '/' : filled(path), {
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
        'access-control-request-method': method,
      })
      expect([sent, path, response.headers.get('access-control-allow-origin')]).toEqual([sent, path, null])
    }
})
