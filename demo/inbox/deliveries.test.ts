import { expect, test } from 'vitest'
import { event, signed, useShop } from './shop.fixture.ts'

const shop = useShop()
const { deliver, list, read } = shop

test('a signed delivery is verified and listed with its event details', async () => {
  expect((await deliver()).status).toBe(200)
  expect(await list()).toEqual([
    {
      number: 1,
      id: 'evt-1',
      type: 'transaction.captured',
      kind: 1,
      sequence: 3,
      resource: '12345678901234',
      timestamp: '2026-11-20T10:30:00.123Z',
      requestId: '4f1d',
      received: expect.any(Number),
      attempt: 1,
      complaint: null,
      answered: { status: 200, afterMs: expect.any(Number) },
    },
  ])
})

test.each([
  ['subscription', 'customerSubscriptionId'],
  ['checkout', 'id'],
])('an event of a %s is listed with the id in %s', async (name, member) => {
  await deliver({
    body: JSON.stringify({ ...event('evt-1', { [name]: { [member]: '71' } }), type: `${name}.created` }),
  })
  expect(await list()).toMatchObject([{ resource: '71' }])
})

test('a delivery keeps its raw body and masks secret headers', async () => {
  const body = '{"type": "transaction.captured", "amount": 10.10, "big": 9007199254740993}'
  await deliver({ body, headers: { authorization: 'Basic c2VjcmV0', 'x-api-key': 'secret', 'x-shop': 'kiln' } })
  const delivery = await read(1)
  expect(delivery.body).toBe(body)
  expect(Object.fromEntries(delivery.headers)).toMatchObject({
    authorization: '••••',
    'x-api-key': '••••',
    'x-shop': 'kiln',
    'webhook-id': 'evt-1',
  })
  expect(JSON.stringify(delivery)).not.toMatch(/secret|c2VjcmV0/)
})

test('attempts are counted per event', async () => {
  for (const id of ['evt-1', 'evt-2', 'evt-1', 'evt-1']) await deliver({ id })
  expect((await list()).map(({ id, attempt }) => [id, attempt])).toEqual([
    ['evt-1', 3],
    ['evt-1', 2],
    ['evt-2', 1],
    ['evt-1', 1],
  ])
})

test('the inbox stores the last 500 deliveries', async () => {
  const sent = signed()
  for (let count = 0; count < 502; count += 20)
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${shop.url}/webhooks`, { method: 'POST', ...sent })))
  const stored = await list()
  expect(stored.map(({ number }) => number)).toEqual(Array.from({ length: 500 }, (_, index) => 520 - index))
  expect((await fetch(`${shop.url}/inbox/20`)).status).toBe(404)
})

test('a delivery above 1 MiB returns 413', async () => {
  expect((await deliver({ body: JSON.stringify({ text: 'x'.repeat(100_000) }) })).status).toBe(200)
  expect((await deliver({ body: JSON.stringify({ text: 'x'.repeat(2_000_000) }) })).status).toBe(413)
})

test('a delivery before registration returns 503 and is not stored', async () => {
  shop.secret = null
  expect((await deliver()).status).toBe(503)
  expect(await list()).toEqual([])
})
