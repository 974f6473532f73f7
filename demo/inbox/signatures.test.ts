import { expect, test } from 'vitest'
import { otherSecret, signed, type Sent, useShop } from './shop.fixture.ts'

const shop = useShop()
const { deliver, respondWith, list } = shop

test.each<[string, Sent, string]>([
  ['with another secret', { secret: otherSecret }, 'No matching signature found'],
  ['with another id', { headers: { 'webhook-id': 'evt-2' } }, 'No matching signature found'],
  ['ten minutes ago', { ago: 600 }, 'Message timestamp too old'],
  ['ten minutes ahead', { ago: -600 }, 'Message timestamp too new'],
  ['without a signature', { headers: { 'webhook-signature': '' } }, 'Missing required headers'],
])('a delivery signed %s returns 400 and is listed as not verified', async (_, sent, complaint) => {
  expect((await deliver(sent)).status).toBe(400)
  expect(await list()).toMatchObject([{ complaint, attempt: null, answered: { status: 400 } }])
})

test('a delivery with a changed byte in its body returns 400', async () => {
  const { body, headers } = signed()
  const forged = body.replace('"sequence":3', '"sequence":4')
  expect((await fetch(`${shop.url}/webhooks`, { method: 'POST', body: forged, headers })).status).toBe(400)
  expect(await list()).toMatchObject([{ complaint: 'No matching signature found', sequence: 4 }])
})

test('an unverified delivery does not count as an attempt', async () => {
  await deliver({ secret: otherSecret })
  await deliver()
  expect((await list()).map(({ attempt }) => attempt)).toEqual([1, null])
})

test.each(['fail', 'gone', 'slow'])('an unverified delivery returns 400 while the response is “%s”', async (answer) => {
  await respondWith(answer)
  expect((await deliver({ secret: otherSecret })).status).toBe(400)
})

test('an unverified delivery may have any body', async () => {
  for (const body of ['', 'null', '[1]', '{"type":7,"data":{"7":{"id":1}},"kind":"x"}', '{"type":"a.b","data":[]}'])
    await deliver({ body, secret: otherSecret })
  for (const summary of await list())
    expect(summary).toMatchObject({ type: summary.type === 'a.b' ? 'a.b' : null, kind: null, resource: null })
})
