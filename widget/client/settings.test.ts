import { inspect } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { apiKey, createClient, catchError } from './fakeGateway.fixtures.ts'
import { SluiceClient } from './index.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('settings', () => {
  test('the API key is not visible in client, JSON or errors', async () => {
    const { client } = createClient(['lost'], { retries: 0 })
    const error = await catchError(client.getTransaction('1'))
    for (const shown of [client, error]) {
      expect(inspect(shown, { showHidden: true, depth: 9, getters: true })).not.toContain('Secret')
      expect(String(JSON.stringify(shown))).not.toContain('Secret')
      expect(String(shown)).not.toContain('Secret')
    }
    expect(error.stack).not.toContain('Secret')
  })

  test.each([
    ['a key with a line break', { apiKey: `${apiKey}\n` }, 'apiKey is missing or malformed.'],
    ['an empty key', { apiKey: '' }, 'apiKey is missing or malformed.'],
    ['a missing key', { apiKey: undefined as never }, 'apiKey is missing or malformed.'],
    [
      'a live key without TLS',
      { apiKey: 'sluice_sk_live_00Secret', baseUrl: 'http://pay.test' },
      'A live key requires https.',
    ],
    ['an ftp URL', { baseUrl: 'ftp://pay.test' }, 'baseUrl must be the http or https URL of the gateway.'],
    ['a URL without a scheme', { baseUrl: 'pay.test' }, 'Invalid URL'],
  ])('%s throws without quoting it', (_, settings, message) => {
    const construct = () => new SluiceClient({ baseUrl: 'https://pay.test', apiKey, ...settings })
    expect(construct).toThrow(TypeError)
    expect(construct).toThrow(message)
    expect(construct).not.toThrow('Secret')
  })

  test('http is allowed for localhost with a live key and for any host with a test key', () => {
    expect(() => createClient([], { baseUrl: 'http://gateway.internal' })).not.toThrow()
    expect(
      () => new SluiceClient({ baseUrl: 'http://localhost:8787', apiKey: 'sluice_sk_live_00Secret' }),
    ).not.toThrow()
  })

  test('a page may use publishable keys only', () => {
    vi.stubGlobal('document', {})
    for (const kind of ['sk', 'rk'])
      expect(() => createClient([], { apiKey: `sluice_${kind}_test_00Secret` })).toThrow(
        'Use a publishable key in the browser',
      )
    expect(() => createClient([], { apiKey: 'sluice_pk_test_00Public' })).not.toThrow()
  })

  test.each(['', 'a b', 'line\nbreak', 'x'.repeat(256)])(
    'an invalid idempotency key throws: %j',
    async (idempotencyKey) => {
      const { client, sent } = createClient([])
      await expect(client.voidTransaction({ transactionId: '1' }, { idempotencyKey })).rejects.toThrow(
        'idempotencyKey must have 1 to 255',
      )
      expect(sent).toEqual([])
    },
  )

  test('the platform’s fetch is called with globalThis', async () => {
    vi.stubGlobal('fetch', function (this: unknown) {
      expect(this).toBe(globalThis)
      return Promise.resolve(new Response('{"requestId":"r"}'))
    })
    const client = new SluiceClient({ baseUrl: 'https://pay.test', apiKey })
    expect(await client.getAccount()).toEqual({ requestId: 'r' })
  })
})
