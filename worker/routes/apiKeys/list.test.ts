import { expect, test } from 'vitest'
import { hashApiKey } from '../../domain/apiKeys/format.ts'
import { createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import { createMerchantWithCall, issueKey, list, worker } from './fixtures/apiKeyFixture.ts'

test('list of API keys returns the keys of the account and mode, newest first, without secrets', async () => {
  const clock = testClock()
  const merchant = await createMerchant()
  const call = startWorker({ clock }).as(merchant.secretKey)
  const live = await merchant.issue('sk', { mode: 'live' })
  await createMerchant()
  const later: string[] = []
  for (const name of ['first', 'second', 'third']) {
    clock.advance(1000)
    later.unshift((await issueKey(call, { kind: 'secret', name })).apiKey.id)
  }
  const keys = await list(call)
  expect(keys.slice(0, 3).map(({ id }) => id)).toEqual(later)
  expect(
    keys
      .slice(3)
      .map(({ hint }) => hint.slice(-4))
      .sort(),
  ).toEqual([merchant.secretKey, merchant.publishableKey].map((key) => key.slice(-4)).sort())
  expect((await list(worker.as(live.key))).map(({ id }) => id)).toEqual([live.keyId])
  const text = JSON.stringify(keys)
  for (const key of [merchant.secretKey, merchant.publishableKey]) {
    expect(text).not.toContain(key.slice(18, 50))
    expect(text).not.toContain(await hashApiKey(key))
  }
})

test('list of API keys returns lastUsed, expires and revoked', async () => {
  const { merchant, call } = await createMerchantWithCall()
  await list(call)
  const { keyId } = await merchant.issue('pk', {
    expires: Date.UTC(2030, 0, 2),
    revoked: Date.UTC(2026, 0, 2),
    allowedOrigins: ['https://shop.example'],
  })
  const keys = await list(call)
  expect(keys.find(({ id }) => id === keyId)).toMatchObject({
    kind: 'publishable',
    expires: '2030-01-02T00:00:00.000Z',
    revoked: '2026-01-02T00:00:00.000Z',
    lastUsed: null,
    allowedOrigins: ['https://shop.example'],
  })
  const caller = keys.find(({ id }) => id === merchant.secretKeyId)
  expect(Date.parse(caller?.lastUsed ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('pages of API keys contain each key once, also with equal creation times', async () => {
  const { merchant, call } = await createMerchantWithCall()
  for (let at = 0; at < 5; at++) await issueKey(call)
  await merchant.run('UPDATE apiKeys SET created = 1 WHERE account = ?', merchant.id)
  const all = (await list(call)).map(({ id }) => id)
  expect(all).toHaveLength(7)
  const pages = [1, 2, 3, 4].map((page) => list(call, `?pageNumber=${page}&pageSize=3`))
  const paged = (await Promise.all(pages)).map((page) => page.map(({ id }) => id))
  expect(paged).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6), []])
  expect((await list(call, '?page=2147483647&limit=100')).length).toBe(0)
})

test.each(['pageSize=0', 'pageSize=101', 'pageNumber=-1', 'page=1&pageNumber=1', 'cursor=abc'])(
  'list of API keys with %s returns 400 query_invalid',
  async (query) => {
    const { call } = await createMerchantWithCall()
    const response = await call('GET', `/v1/apikeys?${query}`)
    expect(response.status).toBe(400)
    expect(response.json.errors).toMatchObject([{ type: 'query_invalid', message: { field: query.split('=')[0] } }])
  },
)
