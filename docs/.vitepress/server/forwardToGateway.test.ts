import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import account from '../../../demo/account.json' with { type: 'json' }
import { forwardToGateway } from './forwardToGateway.ts'

const servers: Server[] = []

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: NodeJS.Dict<string | string[]>
  body: string
}

let seen: Seen[]
let site: string

beforeAll(async () => {
  const gateway = await listen(async (request, response) => {
    const { method, url, headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(201, { 'x-request-id': 'req_1', 'content-type': 'application/json' }).end('{"ok":true}')
  })
  site = await listen((request, response) => void forwardToGateway(gateway)(request, response))
})
beforeEach(() => void (seen = []))
afterAll(() => servers.forEach((server) => server.close()))

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

test('a request of the site reaches the gateway with the test key, and its response the site', async () => {
  const response = await fetch(`${site}/v1/tokens?a=b`, {
    method: 'POST',
    headers: { ...sameOrigin, 'content-type': 'application/json', cookie: 'a=b', 'x-api-key': 'another' },
    body: '{"a":1}',
  })
  expect(response.status).toBe(201)
  expect(response.headers.get('x-request-id')).toBe('req_1')
  expect(await response.json()).toEqual({ ok: true })
  const [{ headers, ...request }] = seen as [Seen]
  expect(request).toEqual({ method: 'POST', url: '/v1/tokens?a=b', body: '{"a":1}' })
  expect(headers).toMatchObject({ 'x-api-key': account.secretKey, 'content-type': 'application/json' })
  expect(headers).not.toHaveProperty('cookie')
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['a program', {}],
])('a request of %s is rejected', async (_, headers) => {
  const response = await fetch(`${site}/v1/transactions`, { headers: headers as Record<string, string> })
  expect(response.status).toBe(403)
  expect(seen).toEqual([])
})

test('only paths of the API are forwarded', async () => {
  expect((await fetch(`${site}/checkout/1/pay`, { method: 'POST', headers: sameOrigin })).status).toBe(404)
  expect(seen).toEqual([])
})

test('a gateway that does not respond is 502 with its address', async () => {
  const down = await listen((request, response) => void forwardToGateway('http://127.0.0.1:9')(request, response))
  const response = await fetch(`${down}/v1/account`, { headers: sameOrigin })
  expect(response.status).toBe(502)
  expect(await response.text()).toContain('The gateway at http://127.0.0.1:9 does not respond')
})

test('a gateway on another machine and a live key are refused', () => {
  expect(() => forwardToGateway('https://pay.example.com')).toThrow('a local gateway only')
  expect(() => forwardToGateway('http://localhost:8787', 'sluice_sk_live_00x')).toThrow('a test key only')
})
