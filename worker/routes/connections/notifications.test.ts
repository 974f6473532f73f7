import { afterAll, describe, expect, test } from 'vitest'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import { signatureHeader } from '../../processors/simulator/notifications.ts'
import { bindings } from '../../testing/bindings.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { readEventTypes } from '../../testing/events.ts'
import { connectionFixture, insertConnection, signedNotifications } from '../../testing/fixtures/connectionFixture.ts'
import { cardPayment, createMerchant, gatewayOrigin, startWorker } from '../../testing/merchant.ts'

// Later tests of the worker find no due operations of these connections, whose processors exist here only.
afterAll(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const month = 30 * 86_400_000

/** Only its messages tell how a capture or credit ended. */
const silent = { can: { ...capabilitySets.blind, answersLater: true }, outcomeAfterMs: month }

const setUp = async (...options: Parameters<typeof connectionFixture>) => {
  const fixture = await connectionFixture({ first: silent, ...options[0] }, options[1])
  const { call, ids, merchant, route } = fixture
  await route({ connection: ids.first })
  const read = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json
  return {
    ...fixture,
    read,
    authorize: async (): Promise<string> =>
      (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId,
    capture: async (transactionId: string, more: object = {}) =>
      (await call('POST', '/v1/transactions/capture', { body: { transactionId, ...more } })).json,
    stored: () =>
      merchant.rows(
        'SELECT kind, operation, result FROM notifications WHERE account = ? ORDER BY received, id',
        merchant.id,
      ),
  }
}

const bankPayment = {
  payment: { check: { accountNumber: '000123456789', routingNumber: '021000021' } },
  amount: { value: 4 },
}

let count = 0
const outcome = (operation: string, code: string, amount: number, more: object = {}) => ({
  kind: 'outcome',
  id: `n-${++count}`,
  at: Date.now(),
  operation,
  code,
  amount,
  currency: 840,
  ...more,
})

/** A captured payment whose capture is pending, with its ids. */
const pendingCapture = async (fixture: Awaited<ReturnType<typeof setUp>>) => {
  const payment = await fixture.authorize()
  const { transactionId: captured, responseCode } = await fixture.capture(payment, { amount: 4 })
  expect(responseCode).toBe('09')
  return { payment, captured }
}

describe('messages of a processor', () => {
  test('the outcome of a pending capture is applied, with its event, and stored once', async () => {
    const fixture = await setUp()
    const { payment, captured } = await pendingCapture(fixture)
    const message = outcome(captured, '00', 400)
    const response = await fixture.notify('first', message)
    expect([response.status, await response.text()]).toEqual([200, '[accepted]'])
    expect((await fixture.notify('first', message)).status).toBe(200)
    expect(await fixture.read(payment)).toMatchObject({ status: 'partially_captured', amountCaptured: 4 })
    expect(await readEventTypes(fixture.merchant, payment)).toEqual(['transaction.authorized', 'transaction.captured'])
    expect(await fixture.stored()).toEqual([{ kind: 'outcome', operation: Number(captured), result: 'applied' }])
  })

  test('the idempotency key of a pending refund returns 09, and its outcome after the message', async () => {
    const fixture = await setUp()
    const { payment, captured } = await pendingCapture(fixture)
    await fixture.notify('first', outcome(captured, '00', 400))
    const refund = () =>
      fixture.call('POST', '/v1/transactions/credit', {
        body: { referenceTransactionId: Number(payment), amount: { value: 1 } },
        headers: { 'idempotency-key': `refund-${payment}` },
      })
    const [first, again] = [await refund(), await refund()]
    expect([first.status, first.json.responseCode, first.json.errors]).toEqual([200, '09', null])
    expect(again.text).toBe(first.text)
    await fixture.notify('first', outcome(first.json.transactionId, '00', 100))
    expect((await refund()).json).toMatchObject({ approved: true, responseCode: '00' })
    expect(await fixture.read(payment)).toMatchObject({ status: 'partially_refunded', amountCredited: 1 })
  })

  test('an outcome that contradicts the recorded one changes no amount and needs attention until a person has seen it', async () => {
    const fixture = await setUp()
    const { payment, captured } = await pendingCapture(fixture)
    await fixture.notify('first', outcome(captured, '51', 400))
    const before = await fixture.read(payment)
    const contradiction = outcome(captured, '00', 400)
    await fixture.notify('first', contradiction)
    const after = await fixture.read(payment)
    expect(after).toMatchObject({
      amountCaptured: 0,
      amountCapturable: before.amountCapturable,
      needsAttention: { reason: 'outcome_contradicted', operation: { transactionId: captured }, nextAttempt: null },
    })
    expect(await readEventTypes(fixture.merchant, payment)).toContain('transaction.needs_attention')
    const seen = { operation: captured, outcome: 'happened', note: 'Refunded at the processor.' }
    expect((await fixture.call('POST', `/v1/transactions/${payment}/resolve`, { body: seen })).status).toBe(200)
    await fixture.notify('first', contradiction)
    expect(await fixture.read(payment)).toMatchObject({ needsAttention: null, amountCaptured: 0 })
  })

  test('the late approval of a reversed authorization is reversed again', async () => {
    const fixture = await setUp({ first: { ...silent, can: { ...silent.can, reverses: 'byOurReference' } } })
    fixture.first.faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'authorize' })
    const payment = await fixture.authorize()
    expect((await fixture.read(payment)).status).toBe('reversed')
    await fixture.notify('first', outcome(payment, '00', 1050))
    const reversal = await fixture.merchant.rows('SELECT status, due FROM operations WHERE undoes = ?', Number(payment))
    expect(reversal).toMatchObject([{ status: 'pending' }])
    expect(reversal[0]!['due']).not.toBeNull()
    expect(await fixture.read(payment)).toMatchObject({ status: 'reversed', needsAttention: null })
  })

  test('a dispute is recorded for the payment of its operation', async () => {
    const fixture = await setUp()
    const { payment, captured } = await pendingCapture(fixture)
    await fixture.notify('first', outcome(captured, '00', 400))
    const dispute = { kind: 'dispute', operation: captured, caseId: 'c-1', reason: '10.4' }
    await fixture.notify(
      'first',
      { ...dispute, id: 'd-2', at: 2_000, stage: 'lost' },
      { ...dispute, id: 'd-1', at: 1_000, stage: 'open' },
    )
    expect((await fixture.read(payment)).disputes).toMatchObject([{ stage: 'lost', amount: 4 }])
  })

  test('a return is applied once the batch of its operation has closed, in either order', async () => {
    const orders: string[][] = []
    for (const isEarly of [true, false]) {
      const fixture = await setUp({ first: {} })
      const { json } = await fixture.call('POST', '/v1/transactions/authorize', { body: bankPayment })
      const message = { kind: 'return', id: 'r-1', at: Date.now(), operation: json.transactionId, code: 'R01' }
      if (isEarly) await fixture.notify('first', message)
      expect((await fixture.read(json.transactionId)).status).toBe('captured')
      await fixture.call('POST', '/v1/batches/close')
      if (isEarly) await fixture.worker.sweep()
      else await fixture.notify('first', message)
      const { status, returns } = await fixture.read(json.transactionId)
      orders.push([status, returns[0].code])
    }
    expect(orders).toEqual([
      ['returned', 'R01'],
      ['returned', 'R01'],
    ])
  })
})

describe('messages that are not believed', () => {
  test('a message with another signature returns 401 without a body, and changes nothing', async () => {
    const fixture = await setUp()
    const { payment, captured } = await pendingCapture(fixture)
    const secret = fixture.first.notificationSecret
    const signed = await signedNotifications(fixture.ids.first, [outcome(captured, '00', 400)], secret)
    const url = signed.url
    const requests = [
      await signedNotifications(fixture.ids.first, [outcome(captured, '00', 400)], 'guess'),
      await signedNotifications(fixture.ids.first, [outcome(captured, '00', 400)], fixture.second.notificationSecret),
      new Request(url, { method: 'POST', headers: signed.headers, body: `${await signed.clone().text()} ` }),
      new Request(url, { method: 'POST', body: await signed.clone().text() }),
      new Request(url, { method: 'POST', headers: { [signatureHeader]: '' }, body: '' }),
    ]
    for (const request of requests) {
      const response = await fixture.worker.fetch(request)
      expect([response.status, await response.text()]).toEqual([401, ''])
    }
    expect(await fixture.read(payment)).toMatchObject({ amountCaptured: 0 })
    expect(await fixture.stored()).toEqual([])
  })

  test('a signed message that cannot be read returns 400 without a body', async () => {
    const fixture = await setUp()
    const response = await fixture.notify('first', { kind: 'outcome', id: 'x' })
    expect([response.status, await response.text()]).toEqual([400, ''])
  })

  test('an address without a connection returns 404, and a body above 256 KiB 413', async () => {
    const fixture = await setUp()
    const post = (path: string, body = '{}') =>
      fixture.worker.fetch(new Request(gatewayOrigin + path, { method: 'POST', body }))
    for (const address of ['00-missing', `zz-${fixture.ids.first}`, '00-simulator', fixture.ids.first, '00-', '%00'])
      expect((await post(`/processors/${address}/notifications`)).status).toBe(404)
    expect((await post(`/processors/00-${fixture.ids.first}/notifications`, 'x'.repeat(300_000))).status).toBe(413)
  })

  test('a connection changes no operation of another connection, account or mode', async () => {
    const fixture = await setUp()
    const { payment, captured } = await pendingCapture(fixture)
    expect((await fixture.notify('second', outcome(captured, '00', 400))).status).toBe(200)
    const secret = fixture.first.notificationSecret
    const stranger = await createMerchant()
    for (const foreign of [
      await insertConnection(stranger, 'first'),
      await insertConnection(fixture.merchant, 'first', { mode: 'live' }),
    ]) {
      const request = await signedNotifications(foreign, [outcome(captured, '00', 400)], secret)
      expect((await fixture.worker.fetch(request)).status).toBe(200)
    }
    expect(await fixture.read(payment)).toMatchObject({ amountCaptured: 0, needsAttention: null })
    expect((await fixture.stored()).map(({ result }) => result)).toEqual(['unknown_operation', 'unknown_operation'])
  })

  test('a message about an unknown operation, or in another currency, is stored and changes nothing', async () => {
    const fixture = await setUp()
    const { payment, captured } = await pendingCapture(fixture)
    const messages = ['1', 'not-an-id', '99999999999999999999'].map((id) => outcome(id, '00', 400))
    await fixture.notify('first', ...messages, outcome(captured, '00', 400, { currency: 978 }))
    expect(await fixture.read(payment)).toMatchObject({ amountCaptured: 0, needsAttention: null })
    expect((await fixture.stored()).map(({ result }) => result)).toEqual(Array(4).fill('unknown_operation'))
  })
})

test('a disabled connection still receives messages', async () => {
  const fixture = await setUp()
  const { payment, captured } = await pendingCapture(fixture)
  await fixture.merchant.run('UPDATE connections SET disabled = 1 WHERE id = ?', fixture.ids.first)
  expect((await fixture.notify('first', outcome(captured, '00', 400))).status).toBe(200)
  expect(await fixture.read(payment)).toMatchObject({ amountCaptured: 4 })
})

test('a failure of the database returns 503, and the repeated message is applied once', async () => {
  const fixture = await setUp()
  const { payment, captured } = await pendingCapture(fixture)
  const request = await signedNotifications(
    fixture.ids.first,
    [outcome(captured, '00', 400)],
    fixture.first.notificationSecret,
  )
  for (const failing of ['FROM connections', 'FROM notifications', 'INSERT INTO notifications']) {
    const before = ({ sql }: { readonly sql: readonly string[] }) => {
      if (sql.some((text) => text.includes(failing))) throw new Error('D1_ERROR: Internal error.')
    }
    const broken = startWorker(
      { clock: fixture.clock, processors: fixture.processors },
      { DB_00: interceptD1(bindings.DB_00, { before }) },
    )
    expect((await broken.fetch(request.clone())).status).toBe(503)
    expect(await fixture.read(payment)).toMatchObject({ amountCaptured: 0 })
  }
  for (let times = 0; times < 2; times++) expect((await fixture.worker.fetch(request.clone())).status).toBe(200)
  expect(await fixture.read(payment)).toMatchObject({ amountCaptured: 4 })
})

test('a card number in a message is not stored', async () => {
  const fixture = await setUp()
  const { captured } = await pendingCapture(fixture)
  const marker = '4539148803436467'
  await fixture.notify('first', outcome(captured, '00', 400, { id: marker }), outcome(marker, '00', 400))
  const rows = await bindings.DB_00.prepare('SELECT * FROM notifications').all()
  expect(JSON.stringify(rows.results)).not.toContain(marker)
  expect(await fixture.stored()).toHaveLength(2)
})

test('a connection shows the address of its messages, and one without messages has none', async () => {
  const fixture = await setUp()
  const { connections } = (await fixture.call('GET', '/v1/connections')).json
  const urls = Object.fromEntries(connections.map(({ id, notificationsUrl }: any) => [id, notificationsUrl]))
  expect(urls).toMatchObject({
    [fixture.ids.first]: `${gatewayOrigin}/processors/00-${fixture.ids.first}/notifications`,
  })
})

test('messages are deleted after 90 days', async () => {
  const fixture = await setUp()
  const { captured } = await pendingCapture(fixture)
  await fixture.notify('first', outcome(captured, '00', 400), outcome('1', '00', 1))
  const ninetyDays = 90 * 86_400_000
  await fixture.merchant.run(
    'UPDATE notifications SET received = received - ? WHERE account = ? AND operation IS NULL',
    ninetyDays + 1_000,
    fixture.merchant.id,
  )
  await fixture.worker.sweep()
  expect(await fixture.stored()).toMatchObject([{ result: 'applied' }])
})
