import { afterAll, expect, test, vi } from 'vitest'
import { acmeProcessor, acmeRegistry, acmeSecret, acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { storedRows } from '../../testing/database/storedRows.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'

const printed: unknown[][] = []
for (const way of ['log', 'error', 'warn', 'info', 'debug'] as const)
  vi.spyOn(console, way).mockImplementation((...line: unknown[]) => void printed.push(line))
afterAll(() => vi.restoreAllMocks())

/** Plain, in base64 and in hexadecimal. */
const spellings = (secret: string): readonly string[] => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
]

test('secret settings are in no response, row, event, audit entry, log line, CSV or export, however a request fails', async () => {
  const secrets = Array.from({ length: 4 }, acmeSecret)
  const [first = '', second = '', third = '', wrong = ''] = secrets
  const quoting = acmeRegistry(async ({ settings }) => ({
    result: 'failed',
    reason: 'credentials',
    text: `Unknown key ${String(settings['apiKey'])}`,
  }))
  const throwing = acmeRegistry(({ settings }) => Promise.reject(new Error(String(settings['apiKey']))))
  const failing = new Map([
    [
      'acme',
      {
        ...acmeProcessor(),
        capabilities: () => {
          throw new Error(secrets.join())
        },
      },
    ],
  ])
  const merchant = await createMerchant()
  const workers = [quoting, throwing, failing].map((processors) => startWorker({ processors }))
  const texts: string[] = []
  const send = async (at: 0 | 1 | 2, method: string, path: string, request: object = {}) => {
    const response = await workers[at]!.as(merchant.secretKey)(method, path, request)
    texts.push(response.text, JSON.stringify([...response.headers]))
    return response
  }
  const add = (settings: object, more: object = {}) =>
    send(0, 'POST', '/v1/connections', { body: { processor: 'acme', label: 'Shop', settings, ...more } })

  const { connection } = (await add({ ...acmeSettings(first), webhookSecret: second })).json
  const path = `/v1/connections/${connection.id}`
  await send(0, 'PUT', path, { body: { settings: { apiKey: third } }, headers: { 'idempotency-key': 'change' } })
  await send(0, 'PUT', path, { body: { settings: { apiKey: third } }, headers: { 'idempotency-key': 'change' } })
  // Rejected with the secret in a wrong place.
  await add({ ...acmeSettings(wrong), region: wrong, store: wrong, currencies: [wrong], methods: [wrong] })
  await add({ host: 'h', apiKey: [wrong] })
  await add({ ...acmeSettings(wrong), unknown: wrong })
  await add(acmeSettings(wrong.repeat(200)))
  await add(acmeSettings(wrong), { processor: 'acmee' })
  await send(0, 'POST', '/v1/connections', { body: `{"settings":{"apiKey":"${wrong}"` })
  // Checks that quote the secret, and internal errors with it.
  const quoted = await send(0, 'POST', `${path}/check`)
  expect(quoted.json.check.text).toBe('Unknown key [redacted]')
  await send(1, 'POST', `${path}/check`)
  expect((await send(2, 'GET', path)).status).toBe(500)
  await send(0, 'GET', path)
  await send(0, 'GET', '/v1/connections')
  // A customer's payment through the connection, in everything that can be exported.
  await send(0, 'PUT', '/v1/account', { body: { routing: [{ connection: connection.id }] } })
  const customer: string = (await send(0, 'POST', '/v1/customers', { body: { firstName: 'Ada' } })).json.customers[0].id
  const { token } = (await send(0, 'POST', '/v1/tokens', { body: { creditCard: card('4111111111111111') } })).json
  await send(0, 'POST', `/v1/customers/${customer}/wallet`, { body: { token } })
  const paid = await send(0, 'POST', '/v1/transactions/authorize', {
    body: { payment: { stored: { customer } }, amount: { value: 10 } },
  })
  expect(paid.json.responseCode).toBe('00')
  const exports = [
    `/v1/customers/${customer}/export`,
    '/v1/transactions?format=csv',
    `/v1/transactions/${paid.json.transactionId}`,
    '/v1/events',
    '/v1/account',
  ]
  for (const exported of exports) expect((await send(0, 'GET', exported)).status).toBe(200)
  const stored = JSON.stringify(await storedRows(merchant.database, merchant.id))
  await send(0, 'PUT', '/v1/account', { body: { routing: [] } })
  await send(0, 'DELETE', path)
  const afterwards = JSON.stringify(await storedRows(merchant.database, merchant.id))

  const all = [
    ...texts,
    stored,
    afterwards,
    ...[...workers.flatMap(({ log }) => log), ...printed].map((line) => JSON.stringify(line)),
  ]
  expect(stored).toContain('sealedSecrets')
  expect(texts.join()).toContain('"unknown_member"')
  for (const secret of secrets)
    for (const spelling of spellings(secret)) expect(all.filter((text) => text.includes(spelling))).toEqual([])
})
