import { describe, expect, test } from 'vitest'
import type { EventType } from '#contract/events/events'
import { authorizeTransaction } from '#contract/transactions/transactions'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { card } from '../../testing/requestDefaults.ts'
import { recordingEndpoints } from '../../testing/doubles/recordingPorts.ts'
import { errorsOf, inputOf } from '../../testing/domainCalls.ts'
import { authorize } from '../transactions/authorize.ts'
import type { Delivery, Endpoints } from '../webhooks/endpoints.ts'
import { listAttempts } from './listAttempts.ts'
import { getEvent } from './get.ts'
import { listEvents } from './list.ts'
import { replayEvent } from './replay.ts'

const at = Date.UTC(2026, 10, 22, 12)
const page = { pageNumber: 1, pageSize: 10, cursor: null }

const terminal = {
  id: 'terminal',
  nickname: 'Till 1',
  make: 'Acme',
  model: 'One',
  serialNumber: 'A-1',
  configuration: '{"promptTip":true,"tipAmounts":["1","2.5","3"]}',
  status: 'online',
  session: null,
}

const customer = {
  id: 'customer',
  firstName: 'Ada',
  lastName: 'Lovelace',
  company: '',
  merchantIdentifier: null,
  phoneNumber: '',
  emailAddress: 'ada@example.com',
  shippingAddress: '{"line1":"1 Main St"}',
  metadata: '{"plan":"gold"}',
}

/** An account with events as the batches of changes write them, and endpoints that record. */
const eventFixture = async (given: Partial<Endpoints> = {}) => {
  const fixture = await domainFixture()
  const { merchant } = fixture
  const endpoints = recordingEndpoints(given)
  const needs = () => ({ ...fixture.services(), endpoints })
  let sequence = 0
  /** Inserts an event and returns its id and position. */
  const write = async (type: EventType, snapshot: object, more: { at?: number; requestId?: string | null } = {}) => {
    const id = `evt-${crypto.randomUUID()}`
    sequence += 1
    await merchant.run(
      `INSERT INTO events (id, account, mode, type, resource, sequence, cause, requestId, at, snapshot)
       VALUES (?, ?, 'test', ?, ?, ?, ?, ?, ?, ?)`,
      id,
      merchant.id,
      type,
      merchant.id,
      sequence,
      id,
      more.requestId ?? null,
      more.at ?? at,
      JSON.stringify(snapshot),
    )
    const [row] = await merchant.rows('SELECT position FROM events WHERE id = ?', id)
    return { id, position: row!['position'] as number }
  }
  const webhook = async (kinds: readonly number[] | null, enabled = true) => {
    const id = crypto.randomUUID()
    await merchant.run(
      `INSERT INTO webhooks (id, account, mode, url, enabled, kinds, sealedSecret, wrappedSecretKey, since, seen, created, updated)
       VALUES (?, ?, 'test', ?, ?, ?, 'sealed', 'key', 0, 0, 0, 0)`,
      id,
      merchant.id,
      `https://shop.example.com/${id}`,
      Number(enabled),
      kinds === null ? null : JSON.stringify(kinds),
    )
    return id
  }
  const shown = async (id: string) => JSON.parse(JSON.stringify((await getEvent(id, needs())).event))
  return { ...fixture, endpoints, needs, write, webhook, shown }
}

const unknown = [{ type: 'not_found', details: { resource: 'event' } }]

describe('an event', () => {
  test('is returned with its resource as it was', async () => {
    const { write, shown } = await eventFixture()
    const { id } = await write('terminal.online', terminal, { requestId: 'request' })
    expect(await shown(id)).toEqual({
      id,
      kind: 6,
      type: 'terminal.online',
      timestamp: '2026-11-22T12:00:00.000Z',
      apiVersion: 'v1',
      live: false,
      requestId: 'request',
      sequence: 1,
      data: {
        terminal: {
          id: 'terminal',
          make: 'Acme',
          model: 'One',
          serialNumber: 'A-1',
          nickname: 'Till 1',
          status: 'online',
          configuration: {
            promptTip: true,
            tipAmounts: [1, 2.5, 3],
            promptCvv: false,
            promptPostalCode: false,
            promptAmountConfirmation: false,
            promptSignature: false,
            keyCard: false,
          },
        },
      },
    })
  })

  test('of a session has the session', async () => {
    const { write, shown } = await eventFixture()
    const session = { transactionId: '91349897236236', state: 'awaiting_card' }
    const { id } = await write('terminal.session_updated', { ...terminal, status: 'busy', session })
    expect((await shown(id)).data.terminal).toMatchObject({ status: 'busy', session })
  })

  test('of a customer has the address and the metadata', async () => {
    const { write, shown } = await eventFixture()
    const { id } = await write('customer.updated', customer)
    expect(await shown(id)).toMatchObject({ kind: 5, requestId: null })
    expect((await shown(id)).data).toEqual({
      customer: {
        id: 'customer',
        firstName: 'Ada',
        lastName: 'Lovelace',
        company: '',
        merchantIdentifier: '',
        phoneNumber: '',
        emailAddress: 'ada@example.com',
        shippingAddress: {
          name: '',
          line1: '1 Main St',
          line2: '',
          city: '',
          state: '',
          postalCode: '',
          country: '',
        },
        metadata: { plan: 'gold' },
      },
    })
  })

  test.each([
    [1, true],
    [0, false],
  ])('of a payment method whose flag is %s has default: %s', async (isDefault, shownDefault) => {
    const { write, shown } = await eventFixture()
    const entry = { id: 'entry', customer: 'customer', network: 'visa', last4: '4242', digits: 16, expiry: '1230' }
    const { id } = await write('wallet.default_changed', {
      ...entry,
      isDefault,
      address: '{"city":"Bern"}',
      created: at,
    })
    expect((await shown(id)).data).toEqual({
      wallet: {
        id: 'entry',
        network: 'visa',
        accountNumber: expect.stringMatching(/4242$/),
        expiry: '1230',
        default: shownDefault,
        created: '2026-11-22T12:00:00.000Z',
        address: { name: '', line1: '', line2: '', city: 'Bern', state: '', postalCode: '', country: '' },
        customer: 'customer',
      },
    })
  })

  test('of a batch has sums beyond what a double holds exactly', async () => {
    const { write, shown } = await eventFixture()
    const total = { currency: 392, captures: 2, captured: '9007199254740993', credits: 1, credited: '1' }
    const { id } = await write('batch.closed', {
      id: 'batch',
      status: 'closed',
      cutoff: at,
      created: at,
      closed: at,
      totals: [total],
    })
    expect((await shown(id)).data.batch).toMatchObject({
      id: 'batch',
      status: 'closed',
      cutoff: '2026-11-22T12:00:00.000Z',
      closed: '2026-11-22T12:00:00.000Z',
      totals: [{ currency: 392, captures: { count: 2 }, credits: { count: 1, amount: 1 }, net: 9007199254740992 }],
    })
  })

  test('of a subscription has its customer, and the state at the time of the event', async () => {
    const { write, shown } = await eventFixture()
    const subscription = {
      id: 'subscription',
      customer: 'customer',
      plan: 'plan',
      label: 'Gold',
      installments: 0,
      wallet: null,
      currency: 840,
      total: 999,
      tax: 0,
      surcharge: 0,
      shipping: 0,
      status: 'active',
      charges: 0,
      starts: at + 1,
      resumesAt: null,
      due: at + 1,
      created: at,
    }
    const pending = await write('subscription.created', subscription)
    const active = await write('subscription.updated', subscription, { at: at + 1 })
    expect((await shown(pending.id)).data.subscription).toMatchObject({
      customerSubscriptionId: 'subscription',
      customer: 'customer',
      status: 'pending',
      totalAmount: 9.99,
    })
    expect((await shown(active.id)).data.subscription).toMatchObject({ status: 'active' })
  })

  test('of a checkout has no reason', async () => {
    const { write, shown } = await eventFixture()
    const { id } = await write('checkout.completed', {
      id: 'checkout',
      origin: 'https://pay.test',
      currency: 840,
      total: 1050,
      customer: null,
      created: at,
      expires: at + 1,
      receipt: 'none',
      status: 'completed',
      transactionId: 91_349_897_236_236,
      subscription: null,
      metadata: { color: 'red' },
    })
    expect((await shown(id)).data.checkout).toMatchObject({
      id: 'checkout',
      status: 'completed',
      reason: null,
      transactionId: '91349897236236',
      total: 10.5,
      metadata: { color: 'red' },
    })
  })

  test('of a payment has the operation, its request and its errors', async () => {
    const { needs, faultPlan, shown } = await eventFixture()
    const pay = async () => {
      const services = needs()
      const body = { payment: { creditCard: card() }, amount: { value: 10.5 } }
      const { transactionId } = JSON.parse(
        JSON.stringify(await authorize(inputOf(authorizeTransaction, body), services)),
      )
      const { events } = await listEvents({ types: null, since: null, page, filters: {} }, needs())
      return { transactionId, requestId: services.requestId, event: await shown(events[0]!.id) }
    }
    const paid = await pay()
    expect(paid.event).toMatchObject({ type: 'transaction.authorized', kind: 0, requestId: paid.requestId })
    expect(paid.event.data.transaction).toMatchObject({
      requestId: paid.requestId,
      originalTransactionId: paid.transactionId,
      type: 'authorize',
      status: 'authorized',
      amountAuthorized: 10.5,
      operations: [{ transactionId: paid.transactionId, type: 'authorize', status: 'approved', amount: 10.5 }],
      errors: null,
    })
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    const declined = await pay()
    expect(declined.event).toMatchObject({ type: 'transaction.declined', requestId: declined.requestId })
    const { transaction } = declined.event.data
    expect(transaction).toMatchObject({ status: 'declined', amountAuthorized: 0, responseCode: '51' })
    expect(transaction.errors).toMatchObject([
      { type: 'card_declined', message: { code: 'insufficient_funds', docs: '/errors#card_declined' } },
    ])
  })

  test('that is unknown, or of another account, returns 404', async () => {
    const other = await eventFixture()
    const { needs, endpoints } = await eventFixture()
    const { id } = await other.write('terminal.online', terminal)
    for (const one of [id, 'evt-unknown'])
      for (const verb of [getEvent, listAttempts, (event: string) => replayEvent(event, {}, needs())])
        expect(await errorsOf(verb(one, needs()))).toEqual(unknown)
    expect(endpoints.calls).toEqual([])
  })
})

describe('the list of events', () => {
  test('is newest first, by type and time', async () => {
    const { write, needs } = await eventFixture()
    const [first, second, third] = [
      await write('terminal.online', terminal, { at: at - 2 }),
      await write('customer.created', customer, { at: at - 1 }),
      await write('terminal.offline', terminal, { at }),
    ]
    const listed = async (types: EventType[] | null, since: number | null) =>
      (await listEvents({ types, since, page, filters: {} }, needs())).events.map(({ id }) => id)
    expect(await listed(null, null)).toEqual([third.id, second.id, first.id])
    expect(await listed(['terminal.online', 'customer.created'], null)).toEqual([second.id, first.id])
    expect(await listed(null, at - 1)).toEqual([third.id, second.id])
    expect(await listed([], null)).toEqual([])
  })

  test('has a link to the next page, with the filters', async () => {
    const { write, needs } = await eventFixture()
    await write('terminal.online', terminal)
    const { id } = await write('terminal.offline', terminal)
    const search = { types: null, since: null, page: { ...page, pageSize: 1 }, filters: { kind: '6' } }
    const { headers, events } = await listEvents(search, needs())
    expect(events.map((event) => event.id)).toEqual([id])
    const link = Object.values(headers).join(' ')
    expect(link).toContain('/v1/events?')
    expect(link).toContain(`cursor=${id}`)
    expect(link).toContain('kind=6')
  })

  test('after an unknown cursor is refused', async () => {
    const { needs } = await eventFixture()
    const search = { types: null, since: null, page: { ...page, cursor: 'evt-unknown' }, filters: {} }
    expect(await errorsOf(listEvents(search, needs()))).toEqual([{ type: 'query_invalid', field: 'cursor' }])
  })
})

test('deliveries of an event are listed for each webhook that it was queued for', async () => {
  const deliveries = new Map<string, Delivery>()
  const { write, webhook, needs, endpoints } = await eventFixture({
    deliveryOf: async (id) => deliveries.get(id) ?? null,
  })
  const [pending, delivered, none] = [await webhook(null), await webhook([6]), await webhook([5])]
  const { id, position } = await write('terminal.online', terminal)
  deliveries.set(pending, { state: 'pending', next: at, attempts: [{ at: at - 5000, status: null, tookMs: 15_000 }] })
  deliveries.set(delivered, { state: 'delivered', next: null, attempts: [{ at, status: 204, tookMs: 12 }] })
  const listed = await listAttempts(id, needs())
  expect(new Map(listed.deliveries.map((one) => [one.webhook, one]))).toEqual(
    new Map([
      [
        pending,
        {
          webhook: pending,
          url: `https://shop.example.com/${pending}`,
          state: 'pending',
          next: '2026-11-22T12:00:00.000Z',
          attempts: [{ at: '2026-11-22T11:59:55.000Z', status: null, tookMs: 15_000 }],
        },
      ],
      [
        delivered,
        {
          webhook: delivered,
          url: `https://shop.example.com/${delivered}`,
          state: 'delivered',
          next: null,
          attempts: [{ at: '2026-11-22T12:00:00.000Z', status: 204, tookMs: 12 }],
        },
      ],
    ]),
  )
  expect(new Set(endpoints.calls.map((call) => JSON.stringify(call)))).toEqual(
    new Set([pending, delivered, none].map((one) => JSON.stringify(['deliveryOf', one, position]))),
  )
})

describe('a replay of an event', () => {
  test('reaches all enabled webhooks that are subscribed to its kind', async () => {
    const { write, webhook, needs, endpoints } = await eventFixture()
    const [all, own] = [await webhook(null), await webhook([6, 0])]
    await webhook([5])
    await webhook([])
    await webhook(null, false)
    const { id, position } = await write('terminal.online', terminal)
    const { webhooks } = await replayEvent(id, {}, needs())
    expect(new Set(webhooks)).toEqual(new Set([all, own]))
    expect(endpoints.calls).toEqual(webhooks.map((one) => ['replay', one, position]))
  })

  test('to a webhook that is named reaches it whatever kinds it is subscribed to', async () => {
    const { write, webhook, needs, endpoints } = await eventFixture()
    const named = await webhook([5])
    await webhook(null)
    const { id, position } = await write('terminal.online', terminal)
    expect(await replayEvent(id, { webhook: named }, needs())).toEqual({ webhooks: [named], errors: null })
    expect(endpoints.calls).toEqual([['replay', named, position]])
  })

  test('to a disabled or unknown webhook is refused', async () => {
    const { write, webhook, needs, endpoints } = await eventFixture()
    const disabled = await webhook(null, false)
    const { id } = await write('terminal.online', terminal)
    expect(await errorsOf(replayEvent(id, { webhook: disabled }, needs()))).toEqual([
      { type: 'webhook_disabled', details: { webhook: disabled } },
    ])
    expect(await errorsOf(replayEvent(id, { webhook: 'unknown' }, needs()))).toEqual([
      { type: 'webhook_not_found', field: 'webhook' },
    ])
    expect(endpoints.calls).toEqual([])
  })
})
