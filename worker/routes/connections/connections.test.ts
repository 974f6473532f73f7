import { expect, test } from 'vitest'
import { acmeRegistry, acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Call } from '../../testing/merchant.ts'

const worker = startWorker({ processors: acmeRegistry() })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const body = (settings: object = acmeSettings()) => ({ processor: 'acme', label: 'Shop', settings })

const add = async (from: Call = call): Promise<string> =>
  (await from('POST', '/v1/connections', { body: body() })).json.connection.id

test('a connection is created, read, changed, checked and deleted', async () => {
  const created = await call('POST', '/v1/connections', { body: body() })
  const { connection } = created.json
  const path = `/v1/connections/${connection.id}`
  expect([created.status, connection.status, connection.secretNames]).toEqual([200, 'untested', ['apiKey']])
  const read = await call('GET', path)
  expect([read.status, read.d1, read.json.connection]).toEqual([200, 2, connection])
  const changed = await call('PUT', path, { body: { ...connection, label: 'Till', settings: { region: 'us' } } })
  expect([changed.status, changed.json.connection.label]).toEqual([200, 'Till'])
  expect(changed.json.connection.settings).toEqual({ ...connection.settings, region: 'us' })
  const checked = await call('POST', `${path}/check`)
  expect([checked.json.check.result, checked.json.connection.status]).toEqual(['ok', 'ok'])
  expect((await call('DELETE', path)).status).toBe(200)
  const gone = await call('GET', path)
  expect([gone.status, listErrors(gone)]).toEqual([404, [['not_found', null]]])
})

test('the list has the built-in simulator first in test mode, and its length in X-Total-Count', async () => {
  const own = worker.as((await createMerchant()).secretKey)
  const [first, second] = [await add(own), await add(own)]
  const { json, headers, d1 } = await own('GET', '/v1/connections')
  expect(json.connections.map(({ id }: { readonly id: string }) => id)).toEqual(['simulator', first, second])
  expect([headers.get('x-total-count'), d1]).toEqual(['3', 2])
})

test('the list of processors has the settings of each', async () => {
  const { status, json } = await call('GET', '/v1/processors')
  const [acme, nmi, simulator] = json.processors
  expect([status, acme.name, nmi.name, simulator.name, acme.testCards]).toEqual([200, 'acme', 'nmi', 'simulator', 2])
  expect(acme.settings.map(({ name }: { readonly name: string }) => name)).toEqual([
    'host',
    'apiKey',
    'webhookSecret',
    'region',
    'descriptors',
    'store',
    'currencies',
    'methods',
  ])
})

test('the built-in simulator is returned, and a change or deletion of it returns 409 connection_built_in', async () => {
  const path = '/v1/connections/simulator'
  expect((await call('GET', path)).json.connection).toMatchObject({ id: 'simulator', status: 'ok', mode: 'test' })
  for (const refused of [await call('PUT', path, { body: { disabled: true } }), await call('DELETE', path)])
    expect([refused.status, listErrors(refused)]).toEqual([409, [['connection_built_in', null]]])
})

test('no key of another account or mode can read, change, check or delete a connection', async () => {
  const id = await add()
  const path = `/v1/connections/${id}`
  const otherAccount = (await createMerchant()).secretKey
  const otherMode = (await merchant.issue('sk', { mode: 'live' })).key
  for (const key of [otherAccount, otherMode]) {
    const other = worker.as(key)
    const responses = [
      await other('GET', path),
      await other('PUT', path, { body: { disabled: true, settings: { apiKey: 'stolen' } } }),
      await other('POST', `${path}/check`),
      await other('DELETE', path),
    ]
    expect(responses.map((response) => [response.status, listErrors(response)])).toEqual(
      responses.map(() => [404, [['not_found', null]]]),
    )
    expect((await other('GET', '/v1/connections')).text).not.toContain(id)
  }
  expect((await call('GET', path)).json.connection).toMatchObject({ disabled: false, status: 'untested' })
})

test('a routing rule cannot name a connection of another account or mode', async () => {
  const id = await add()
  const otherAccount = (await createMerchant()).secretKey
  const otherMode = (await merchant.issue('sk', { mode: 'live' })).key
  for (const key of [otherAccount, otherMode]) {
    const refused = await worker.as(key)('PUT', '/v1/account', { body: { routing: [{ connection: id }] } })
    expect([refused.status, listErrors(refused)]).toEqual([400, [['connection_not_found', 'routing[0].connection']]])
  }
})

test('a connection that a routing rule names returns 409 connection_in_use until the rule is removed', async () => {
  const own = worker.as((await createMerchant()).secretKey)
  const id = await add(own)
  const route = (routing: readonly object[]) => own('PUT', '/v1/account', { body: { routing } })
  expect((await route([{ connection: id }])).status).toBe(200)
  const refused = await own('DELETE', `/v1/connections/${id}`)
  expect([refused.status, listErrors(refused)]).toEqual([409, [['connection_in_use', null]]])
  expect(refused.text).toContain('"by":"routing"')
  await route([])
  expect((await own('DELETE', `/v1/connections/${id}`)).status).toBe(200)
})

test('a change of a connection applies to the next request of a live key in the same isolate', async () => {
  const own = await createMerchant({ mode: 'live' })
  const live = worker.as(own.secretKey)
  await live('GET', '/v1/connections')
  const id = await add(live)
  // Rules may name only connections of the account's record, which travels with the key.
  const routed = await live('PUT', '/v1/account', { body: { routing: [{ connection: id }] } })
  expect(routed.status).toBe(200)
})

test('a restricted key needs the scope connections:admin', async () => {
  const without = worker.as((await merchant.issue('rk', { scopes: ['keys:admin'] })).key)
  const refused = await without('GET', '/v1/connections')
  expect([refused.status, listErrors(refused)]).toEqual([403, [['scope_missing', null]]])
  const enabled = worker.as((await merchant.issue('rk', { scopes: ['connections:admin'] })).key)
  expect((await enabled('GET', '/v1/connections')).status).toBe(200)
})

test('a repeated request with its Idempotency-Key adds one connection', async () => {
  const own = worker.as((await createMerchant()).secretKey)
  const request = { body: body(acmeSettings('once')), headers: { 'idempotency-key': 'one' } }
  const [first, second] = [await own('POST', '/v1/connections', request), await own('POST', '/v1/connections', request)]
  expect(second.json.connection).toEqual(first.json.connection)
  expect((await own('GET', '/v1/connections')).json.connections).toHaveLength(2)
})
