import { expect, test, vi } from 'vitest'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { nextLink } from '../../testing/nextLink.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'

vi.spyOn(console, 'log').mockReturnValue()

const worker = startWorker()

/** A merchant whose secret key has changed the account, and has issued and revoked a restricted key; then the operator has made an entry. */
const setUp = async () => {
  const merchant = await createMerchant()
  const call = worker.as(merchant.secretKey)
  const send = async (...request: Parameters<typeof call>) => {
    await nextMillisecond()
    const response = await call(...request)
    expect(response.status).toBe(200)
    return response
  }
  const changed = await send('PUT', '/v1/account', { body: { name: 'Renamed' } })
  const issued = await send('POST', '/v1/apikeys', {
    body: { kind: 'restricted', name: 'Reports', scopes: ['audit:read'] },
  })
  await send('DELETE', `/v1/apikeys/${issued.json.apiKey.id}`)
  await nextMillisecond()
  await merchant.run(
    `INSERT INTO audit (account, at, key, requestId, action, detail) VALUES (?, ?, 'operator', '', 'apikey.issued', '{}')`,
    merchant.id,
    Date.now(),
  )
  const list = async (query = '') => (await call('GET', `/v1/audit${query}`)).json.entries
  const actions = async (query: string) => (await list(query)).map(({ action }: { action: string }) => action)
  return { merchant, call, changed, issued, list, actions }
}

test('audit entries are listed newest first with actor, request, action and detail', async () => {
  const { merchant, changed, issued, list } = await setUp()
  const entries = await list()
  expect(entries).toHaveLength(4)
  expect(entries[0]).toEqual({
    id: expect.stringMatching(/^\d{13}-1$/),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    actor: { kind: 'system', id: 'operator', name: 'operator' },
    requestId: null,
    action: 'apikey.issued',
    detail: {},
  })
  const actor = { kind: 'key', id: merchant.secretKeyId, name: null }
  expect(entries.slice(1)).toMatchObject([
    { action: 'apikey.revoked', actor, detail: { id: issued.json.apiKey.id } },
    { action: 'apikey.issued', actor, requestId: issued.json.requestId },
    {
      action: 'account.updated',
      actor,
      requestId: changed.json.requestId,
      detail: { changes: { name: { new: 'Renamed' } } },
    },
  ])
})

test('the audit list is filtered by action, actor and time', async () => {
  const { merchant, actions, list } = await setUp()
  expect(await actions('?action=account.updated')).toEqual(['account.updated'])
  expect(await actions('?action=account.updated,apikey.issued')).toEqual([
    'apikey.issued',
    'apikey.issued',
    'account.updated',
  ])
  expect(await actions('?action=webhook.updated')).toEqual([])
  expect(await actions('?actor=operator')).toEqual(['apikey.issued'])
  expect(await actions(`?actor=${merchant.secretKeyId}`)).toEqual([
    'apikey.revoked',
    'apikey.issued',
    'account.updated',
  ])
  expect(await actions(`?actor=${merchant.secretKeyId}&action=apikey.issued`)).toEqual(['apikey.issued'])
  const [, revoked, issued] = await list()
  expect(await actions(`?from=${issued.at}&to=${revoked.at}`)).toEqual(['apikey.issued'])
  expect(await actions('?to=2020-01-01')).toEqual([])
})

test('the name of an actor is that of its key', async () => {
  const { merchant, call, list } = await setUp()
  const { json } = await call('POST', '/v1/apikeys', {
    body: { kind: 'restricted', name: 'Deploy', scopes: ['keys:admin'] },
  })
  await worker.as(json.key)('PUT', '/v1/account', { body: { name: 'Renamed again' } })
  expect((await list())[0].actor).toEqual({ kind: 'key', id: json.apiKey.id, name: 'Deploy' })
  expect((await list(`?actor=${merchant.secretKeyId}`))[0].action).toBe('apikey.issued')
})

test('the pages of a filtered audit list follow its links', async () => {
  const { merchant, call } = await setUp()
  const seen: string[] = []
  let path: string | undefined = `/v1/audit?actor=${merchant.secretKeyId}&limit=1`
  while (path !== undefined) {
    const response: ApiResponse = await call('GET', path)
    seen.push(...response.json.entries.map(({ action }: { action: string }) => action))
    path = nextLink(response)
  }
  expect(seen).toEqual(['apikey.revoked', 'apikey.issued', 'account.updated'])
})

test('the audit list has the entries of both modes and of no other account', async () => {
  const { merchant, list } = await setUp()
  const other = await createMerchant()
  await worker.as(other.secretKey)('PUT', '/v1/account', { body: { name: 'Other' } })
  await merchant.run(
    `INSERT INTO audit (account, at, key, requestId, action, detail) VALUES (?, ?, 'billing', '', 'subscription.canceled', '{"mode":"live"}')`,
    merchant.id,
    Date.now(),
  )
  const entries = await list()
  expect(entries).toHaveLength(5)
  expect(entries[0].detail).toEqual({ mode: 'live' })
})

test.each(['action=unknown', 'actor=', 'from=yesterday', 'cursor=none', 'cursor=999999999-1'])(
  'the audit list rejects %s',
  async (query) => {
    const { call } = await setUp()
    const { status, json } = await call('GET', `/v1/audit?${query}`)
    expect([status, json.errors[0].type]).toEqual([400, 'query_invalid'])
  },
)

test('the audit list needs the scope audit:read', async () => {
  const { call } = await setUp()
  const keyOf = async (scope: string) =>
    (await call('POST', '/v1/apikeys', { body: { kind: 'restricted', name: scope, scopes: [scope] } })).json.key
  expect((await worker.as(await keyOf('keys:admin'))('GET', '/v1/audit')).status).toBe(403)
  expect((await worker.as(await keyOf('audit:read'))('GET', '/v1/audit')).status).toBe(200)
})

test('a filtered page of the audit list takes two round trips', async () => {
  const { call, list } = await setUp()
  const [newest] = await list()
  const { d1, status } = await call('GET', `/v1/audit?action=account.updated&cursor=${newest.id}`)
  expect([status, d1]).toEqual([200, 2])
})
