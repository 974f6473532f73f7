import { afterAll, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { clearDueWorkOfShard } from '../../testing/database/clearDueWork.ts'
import { connectionFixture } from '../../testing/fixtures/connectionFixture.ts'
import { card, cardPayment } from '../../testing/merchant.ts'

// Later tests of the worker find no due operations of these connections, whose processors exist here only.
afterAll(() => clearDueWorkOfShard(bindings.DB_00))

test('a payment sets the status to ok, one whose connection breaks to failing, and the next one to ok again', async () => {
  const { call, clock, ids, first, route } = await connectionFixture()
  await route({ connection: ids.first })
  const status = async (): Promise<unknown> =>
    (await call('GET', `/v1/connections/${ids.first}`)).json.connection.status
  const pay = () => call('POST', '/v1/transactions/authorize', { body: cardPayment() })
  expect(await status()).toBe('untested')
  await pay()
  expect(await status()).toBe('ok')
  clock.advance(1_000)
  first.faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'authorize' })
  await pay()
  expect(await status()).toBe('failing')
  clock.advance(1_000)
  await pay()
  expect(await status()).toBe('ok')
})

test('payments through a connection note its health once a minute', async () => {
  const { call, clock, merchant, ids, route } = await connectionFixture()
  await route({ connection: ids.first })
  const pay = () => call('POST', '/v1/transactions/authorize', { body: cardPayment() })
  const noted = async () =>
    (await merchant.rows('SELECT lastSuccess FROM connections WHERE id = ?', ids.first))[0]!['lastSuccess'] as number
  await pay()
  const first = await noted()
  clock.advance(50_000)
  await pay()
  expect(await noted()).toBe(first)
  clock.advance(10_000)
  await pay()
  expect(await noted()).toBeGreaterThanOrEqual(first + 60_000)
})

const minuteMs = 60_000

/** All payments go to one connection, whose noted times a test can forget. */
const sweptFixture = async (can: object = {}) => {
  const fixture = await connectionFixture({ first: { can } })
  const { call, ids, merchant } = fixture
  await fixture.route({ connection: ids.first })
  return {
    ...fixture,
    authorize: async (): Promise<string> =>
      (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId,
    status: async (): Promise<string> => (await call('GET', `/v1/connections/${ids.first}`)).json.connection.status,
    forget: () => merchant.run('UPDATE connections SET lastSuccess = NULL, lastFailure = NULL WHERE id = ?', ids.first),
    times: async () =>
      (await merchant.rows('SELECT lastSuccess, lastFailure FROM connections WHERE id = ?', ids.first))[0]!,
  }
}

test('a bill that a sweep charges notes the health of its connection', async () => {
  const { call, clock, worker, first, status, forget, times } = await sweptFixture()
  const customer: string = (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
  const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: card() } })).json
  await call('POST', `/v1/customers/${customer}/wallet`, { body: { token } })
  const body = { label: crypto.randomUUID(), cycle: { unit: 'day' }, amount: { value: 3 } }
  const plan: string = (await call('POST', '/v1/subscriptions', { body })).json.subscriptions[0].id
  await call('POST', `/v1/customers/${customer}/subscriptions`, { body: { plan } })
  await forget()
  const before = first.ledger.entries().length
  clock.advance(24 * 60 * minuteMs)
  await worker.sweep()
  expect(first.ledger.entries().length).toBe(before + 1)
  expect(await status()).toBe('ok')
  expect(Number((await times())['lastSuccess'])).toBeLessThanOrEqual(clock.now())
  clock.advance(24 * 60 * minuteMs)
  first.faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'authorize' })
  await worker.sweep()
  expect(await status()).toBe('failing')
})

test('a reversal of a sweep notes the health of its connection', async () => {
  const { clock, worker, first, authorize, status, forget } = await sweptFixture()
  first.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
  first.faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
  const lost = await authorize()
  await forget()
  clock.advance(2 * minuteMs)
  await worker.sweep()
  expect(first.ledger.find(lost)).toMatchObject({ state: 'reversed' })
  expect(await status()).toBe('ok')
})

test('a repeated capture of a sweep notes the health of its connection, at most once a minute', async () => {
  const { call, clock, worker, first, authorize, status, forget, times } = await sweptFixture()
  const drop = () => first.faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'capture' })
  const captureWithoutOutcome = async () => {
    const transactionId = await authorize()
    drop()
    expect((await call('POST', '/v1/transactions/capture', { body: { transactionId } })).status).toBe(504)
  }
  await captureWithoutOutcome()
  await captureWithoutOutcome()
  await forget()
  drop()
  drop()
  clock.advance(2 * minuteMs)
  await worker.sweep()
  expect(await status()).toBe('failing')
  const noted = await times()
  await captureWithoutOutcome()
  clock.advance(minuteMs / 2)
  await worker.sweep()
  expect((await times())['lastFailure']).toBeGreaterThanOrEqual(noted['lastFailure'])
  clock.advance(60 * minuteMs)
  await worker.sweep()
  expect(await status()).toBe('ok')
})

test('a sweep without an operation over a connection makes no round trip for its health', async () => {
  const { worker, times } = await sweptFixture()
  await worker.sweep()
  expect(await times()).toEqual({ lastSuccess: null, lastFailure: null })
})
