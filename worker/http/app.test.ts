import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMerchant, gatewayOrigin, startWorker } from '../testing/merchant.ts'

const worker = startWorker()
const anyone = worker.as(null)
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)

describe('unknown paths', () => {
  test.each(['/v1', '/v1/', '/v1/nothing', '/v1/transaction', '/v1/transactions/1/more', '/v1/tokens/', '/v1/Tokens'])(
    'unknown path %s returns 404 to an authenticated client',
    async (path) => {
      const answer = await call('GET', path)
      expect(answer.status).toBe(404)
      expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
      expect(answer.json.errors).toMatchObject([
        { type: 'route_not_found', message: { docs: `${gatewayOrigin}/errors#route_not_found` } },
      ])
    },
  )

  test('known and unknown paths return 401 without a key', async () => {
    for (const path of ['/v1/nothing', '/v1/account']) {
      const answer = await anyone('GET', path)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('ApiKey realm="v1"')
      expect(answer.json.errors).toMatchObject([{ type: 'key_missing' }])
    }
  })

  test('an unknown path outside the API returns 404 without a key, with X-Request-Id', async () => {
    const answer = await anyone('GET', '/nothing')
    expect(answer.status).toBe(404)
    expect(answer.json.errors).toMatchObject([{ type: 'route_not_found' }])
    expect(answer.json.requestId).toMatch(/^[0-9a-f]{32}$/)
    expect(answer.headers.get('x-request-id')).toBe(answer.json.requestId)
  })
})

describe('unknown paths in a browser', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

  test.each(['/nothing', '/checkout', '/problems/none', '/embed/none', '/checkout-assets/none', '/docs/guides'])(
    'unknown path %s returns an HTML page with status 404',
    async (path) => {
      const answer = await anyone('GET', path, { headers: browser })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.text).toContain('<h1>Page not found</h1>')
    },
  )

  test('a browser that has a copy of a page gets the 404 page', async () => {
    const known = await anyone('GET', '/errors', { headers: browser })
    const etag = known.headers.get('etag') ?? ''
    expect((await anyone('GET', '/nothing', { headers: { ...browser, 'if-none-match': etag } })).status).toBe(404)
  })

  test.each(['*/*', 'application/json', 'application/json, text/html;q=0'])(
    'Accept: %s returns JSON for an unknown path',
    async (accept) => {
      const answer = await anyone('GET', '/nothing', { headers: { accept } })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('vary')).toBe('Accept')
      expect(answer.json.errors).toMatchObject([{ type: 'route_not_found' }])
    },
  )

  test('unknown paths of the API return JSON in a browser too', async () => {
    const answer = await call('GET', '/v1/nothing', { headers: browser })
    expect(answer.json.errors).toMatchObject([{ type: 'route_not_found' }])
  })
})

describe('unsupported methods', () => {
  test.each([
    ['GET', '/v1/transactions/authorize', 'POST'],
    ['GET', '/v1/transactions/capture', 'POST'],
    ['GET', '/v1/transactions/void', 'POST'],
    ['GET', '/v1/transactions/credit', 'POST'],
    ['DELETE', '/v1/transactions/12345', 'GET'],
    ['PUT', '/v1/customers', 'GET, POST'],
    ['GET', '/v1/tokens', 'POST'],
    ['POST', '/v1/account', 'GET, PUT'],
    ['PATCH', '/v1/customers/abcdefgh/subscriptions/abcdefgh', 'PUT, DELETE'],
    ['POST', '/v1/terminals/abcdefgh', 'GET, DELETE'],
    ['OPTIONS', '/v1/account', 'GET, PUT'],
  ])('%s %s returns 405 with Allow: %s', async (method, path, allow) => {
    const answer = await call(method, path)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    expect(answer.json.errors).toMatchObject([{ type: 'method_not_allowed', message: { field: null } }])
    expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
  })

  test('an unsupported method without a key returns 401', async () => {
    const answer = await anyone('GET', '/v1/transactions/authorize')
    expect(answer.status).toBe(401)
    expect(answer.headers.has('allow')).toBe(false)
  })
})

/** A path whose URL has a given length. */
const long = (length: number) => `/v1/account?q=`.padEnd(length - gatewayOrigin.length, 'x')

describe('URL length', () => {
  test('a URL of 8 KiB is accepted', async () => {
    expect((await call('GET', long(8192))).status).toBe(200)
  })

  test('a URL above 8 KiB returns 414', async () => {
    const answer = await call('GET', long(8193))
    expect(answer.status).toBe(414)
    expect(answer.json.errors).toMatchObject([{ type: 'uri_too_long' }])
    expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
  })

  test('a URL above 8 KiB returns 414 as problem details and on unknown paths', async () => {
    const problem = await call('GET', `/v1/transactions/${'1'.repeat(9000)}`)
    expect(problem.status).toBe(414)
    expect(problem.json).toMatchObject({ status: 414, type: `${gatewayOrigin}/problems/uri-too-long` })
    expect((await call('GET', `/v1/${'x'.repeat(9000)}`)).status).toBe(414)
  })
})

describe('links in error items', () => {
  test('links in error items use the host of the request', async () => {
    const response = await worker.fetch(new Request('http://localhost:8787/v1/account'))
    const { errors } = (await response.json()) as { errors: { message: { docs: string } }[] }
    expect(errors[0]?.message.docs).toBe('http://localhost:8787/errors#key_missing')
  })
})

describe('a misconfigured worker', () => {
  test('a misconfigured worker returns 503 without the reason', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => printed.mockRestore())
    const unconfigured = startWorker({}, { ROOT_KEYS: '' })
    const answer = await unconfigured.as(merchant.secretKey)('GET', '/v1/account')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('10')
    expect(answer.json.errors).toMatchObject([{ type: 'unavailable' }])
    expect(answer.text).not.toContain('ROOT_KEYS')
    expect(printed.mock.calls).toEqual([[expect.stringMatching(/^\{"exception":"Error at /)]])
  })
})
