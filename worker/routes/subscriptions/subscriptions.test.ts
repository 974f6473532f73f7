import { afterAll, describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import type { Answered, Call } from '../../testing/merchant.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'

/** What customers subscribe to: how it begins, is changed, ends and is shown. How it is charged is in billing.test.ts. */

// Each account with a clock of its own is one more that the cron of other tests would drive.
afterAll(async () => {
  await bindings.DB_00.prepare('UPDATE accounts SET testClockOffset = 0').run()
})

// A Friday, in Vienna already the next day; there is no month in which summer time begins or ends.
const now = Date.parse('2027-01-29T23:30:00Z')
const clock = { now: () => now }
const worker = startWorker({ clock })
const merchant = await createMerchant({ settings: { timeZone: 'Europe/Vienna' } })
const call = worker.as(merchant.secretKey)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const other = await createMerchant()
const stranger = worker.as(other.secretKey)

const ok = async (answering: Promise<Answered>): Promise<any> => {
  const { status, json } = await answering
  expect([status, json.errors]).toEqual([200, null])
  return json
}
let labels = 0
const makePlan = async (more: object = {}, by: Call = call): Promise<string> => {
  const body = { label: `Plan ${++labels}`, cycle: { unit: 'month' }, amount: { value: 10 }, ...more }
  return (await ok(by('POST', '/v1/subscriptions', { body }))).subscriptions[0].id
}
const makeCustomer = async (by: Call = call): Promise<string> =>
  (await ok(by('POST', '/v1/customers', { body: {} }))).customers[0].id
const addCard = async (customer: string, by: Call = call): Promise<string> => {
  const { token } = await ok(by('POST', '/v1/tokens', { body: { creditCard: card() } }))
  return (await ok(by('POST', `/v1/customers/${customer}/wallet`, { body: { token } }))).wallet[0].id
}
const pathOf = (customer: string) => `/v1/customers/${customer}/subscriptions`
const enrol = (customer: string, body: object, by: Call = call, headers: Record<string, string> = {}) =>
  by('POST', pathOf(customer), { body, headers })

const plan = await makePlan()
const [customer, wallet] = await (async () => {
  const made = await makeCustomer()
  return [made, await addCard(made)] as const
})()

const enrolled = async (more: object = {}): Promise<any> =>
  (await ok(enrol(customer, { plan, ...more }))).customerSubscriptions[0]
/** The path of a new subscription of the customer. */
const subscribed = async (more: object = {}): Promise<string> =>
  `${pathOf(customer)}/${(await enrolled(more)).customerSubscriptionId}`
const put = (path: string, body: object, by: Call = call) => by('PUT', path, { body })
const changed = async (path: string, body: object): Promise<any> => {
  const { customerSubscriptions, ...rest } = await ok(put(path, body))
  expect([customerSubscriptions.length, Object.keys(rest)]).toEqual([1, ['requestId', 'errors']])
  return customerSubscriptions[0]
}
const idOf = (path: string) => path.split('/').at(-1)!
const list = (of: string, query = '', by: Call = call) => by('GET', `${pathOf(of)}${query}`)

const faults = (answer: Answered) =>
  answer.json.errors.map(({ type, message }: any) => [type, message.field] as [string, string | null])
const rowOf = async (path: string) => (await merchant.rows('SELECT * FROM subscriptions WHERE id = ?', idOf(path)))[0]!
/** All that a refused request must leave as it is. */
const rowsOf = () =>
  Promise.all(
    ['subscriptions', 'bills', 'customers', 'audit'].map((table) =>
      merchant.rows(`SELECT * FROM ${table} WHERE account = ?`, merchant.id),
    ),
  )
const notesOf = async (path: string) =>
  (
    await merchant.rows(
      "SELECT action, key, requestId, detail FROM audit WHERE account = ? AND detail ->> 'subscription' = ? ORDER BY id",
      merchant.id,
      idOf(path),
    )
  ).map(({ action, key, requestId, detail }) => ({ action, key, requestId, detail: JSON.parse(detail) }))
const nextOf = (answer: Answered) => /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
/** Puts a subscription into a state, however it would come to that. */
const setState = async (path: string, status: string, due: number | null = now) =>
  merchant.run('UPDATE subscriptions SET status = ?, due = ? WHERE id = ?', status, due, idOf(path))

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const unknown = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'
const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Calls whose batches meet a fate. Of a request that writes, the first one reads the key, the second what is there, and the third writes.
 *
 * @param fate of the batch of this number, over all calls
 */
const meeting = async (fate: (batch: number) => Fate | Promise<Fate>): Promise<Call> => {
  let before = Infinity
  const { d1, calls } = brokenDatabase(bindings.DB_00, (batch) => (batch > before ? fate(batch - before) : 'runs'))
  const by = startWorker({ clock }, { DB_00: d1 }).as(merchant.secretKey)
  // Notes that the key was used, which is done once a minute.
  await ok(by('GET', '/v1/account'))
  before = calls()
  return by
}

/** Asks for a subscription, while something is deleted between the look at it and the writing. */
const overtakenBy = async (of: string, body: object, deletion: () => Promise<unknown>) => {
  let batches = 0
  const by = await meeting(async (batch): Promise<Fate> => {
    if (batch === 3) await deletion()
    batches = batch
    return 'runs'
  })
  const answer = await enrol(of, body, by)
  // It looked again for what was missing.
  expect(batches).toBe(4)
  return answer
}

describe('who subscribes to a plan', () => {
  const shown = {
    customerSubscriptionId: expect.stringMatching(uuid),
    installments: 0,
    taxAmount: 0,
    shippingAmount: 0,
    surchargeAmount: 0,
    totalAmount: 10,
    startDate: iso(now),
    created: iso(now),
    status: 'active',
    plan,
    label: expect.stringMatching(/^Plan \d+$/),
    currency: 840,
    wallet: null,
    charges: 0,
    nextCharge: '2027-01-29T23:00:00.000Z',
    resumesAt: null,
  }

  test('does so today, at the price of the plan, with the default payment method, where nothing else is said', async () => {
    const answer = await enrol(customer, { plan, wallet: null, startDate: null, amount: null, installments: null })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      requestId: answer.headers.get('x-request-id'),
      customerSubscriptions: [shown],
      errors: null,
    })
    const listed = await list(customer)
    expect(listed.json).toMatchObject({ customerId: customer, errors: null, requestId: expect.any(String) })
    expect(listed.json.customerSubscriptions[0]).toEqual(answer.json.customerSubscriptions[0])
  })

  test('has the terms of the plan, or those that are said in their place', async () => {
    const yearly = await makePlan({ cycle: { unit: 'year' }, amount: { value: 99.5, currency: 978 }, installments: 3 })
    expect(await enrolled({ plan: yearly })).toMatchObject({ totalAmount: 99.5, currency: 978, installments: 3 })
    const said = { wallet, installments: 0, amount: { subtotal: 80.05, tax: 8, surcharge: 1.2, shipping: 0.75 } }
    expect(await enrolled({ plan: yearly, ...said })).toMatchObject({
      totalAmount: 90,
      taxAmount: 8,
      surchargeAmount: 1.2,
      shippingAmount: 0.75,
      currency: 978,
      installments: 0,
      wallet,
    })
  })

  // In Vienna it is 00:30 of the 30th, a Saturday.
  test.each<[string, object, string, string, string]>([
    ['a date alone', { startDate: '2027-02-10' }, '2027-02-09T23:00:00.000Z', '2027-02-09T23:00:00.000Z', 'pending'],
    ['today’s date', { startDate: '2027-01-30' }, '2027-01-29T23:00:00.000Z', '2027-01-29T23:00:00.000Z', 'active'],
    [
      'a moment, which means its local date',
      { startDate: '2027-02-10T23:15:00Z' },
      '2027-02-10T23:00:00.000Z',
      '2027-02-10T23:00:00.000Z',
      'pending',
    ],
    [
      'a moment of today that comes',
      { startDate: '2027-01-30T18:00:00Z' },
      iso(now),
      '2027-01-29T23:00:00.000Z',
      'active',
    ],
    [
      'a moment of today that has passed',
      { startDate: '2027-01-30T00:10:00+01:00' },
      '2027-01-29T23:10:00.000Z',
      '2027-01-29T23:00:00.000Z',
      'active',
    ],
    [
      'a date in summer time',
      { startDate: '2027-07-31' },
      '2027-07-30T22:00:00.000Z',
      '2027-07-30T22:00:00.000Z',
      'pending',
    ],
    [
      'a day before that of the cycle',
      { startDate: '2027-02-10', cycle: { unit: 'month', dayOfCycle: 31 } },
      '2027-02-09T23:00:00.000Z',
      '2027-02-27T23:00:00.000Z',
      'pending',
    ],
    [
      'nothing, of a cycle that begins on Mondays',
      { cycle: { unit: 'week', dayOfCycle: 1 } },
      iso(now),
      '2027-01-31T23:00:00.000Z',
      'active',
    ],
  ])('starts as is said: %s', async (_what, { cycle, ...said }: any, startDate, nextCharge, status) => {
    const by = cycle === undefined ? {} : { plan: await makePlan({ cycle }) }
    expect(await enrolled({ ...by, ...said })).toMatchObject({ startDate, nextCharge, status })
  })

  test('is refused with all that is wrong, and nothing is written', async () => {
    const poor = await makeCustomer()
    const [foreignPlan, livePlan] = [await makePlan({}, stranger), await makePlan({}, live)]
    const deletedPlan = await makePlan()
    await ok(call('DELETE', `/v1/subscriptions/${deletedPlan}`))
    const foreign = await makeCustomer(stranger)
    const foreignWallet = await addCard(foreign, stranger)
    const others = await makeCustomer()
    const othersWallet = await addCard(others)
    const deletedWallet = await addCard(others)
    await ok(call('DELETE', `/v1/customers/${others}/wallet/${deletedWallet}`))
    const yen = await makePlan({ amount: { value: 100, currency: 392 } })
    const deleted = await makeCustomer()
    await addCard(deleted)
    await ok(call('DELETE', `/v1/customers/${deleted}`))
    const before = await rowsOf()
    const cases: [number, string, object, ...[string, string | null][]][] = [
      [400, customer, {}, ['required', 'plan']],
      [400, customer, { plan: 'x'.repeat(7) }, ['length_invalid', 'plan']],
      [400, customer, { plan: 'x'.repeat(65) }, ['length_invalid', 'plan']],
      [400, customer, { plan: 'with_underscore' }, ['pattern_mismatch', 'plan']],
      [400, customer, { plan: unknown }, ['plan_not_found', 'plan']],
      [400, customer, { plan: foreignPlan }, ['plan_not_found', 'plan']],
      [400, customer, { plan: livePlan }, ['plan_not_found', 'plan']],
      [400, customer, { plan: deletedPlan }, ['plan_not_found', 'plan']],
      [400, poor, { plan }, ['wallet_not_found', 'wallet']],
      [400, customer, { plan, wallet: unknown }, ['wallet_not_found', 'wallet']],
      [400, customer, { plan, wallet: foreignWallet }, ['wallet_not_found', 'wallet']],
      [400, customer, { plan, wallet: deletedWallet }, ['wallet_not_found', 'wallet']],
      [400, customer, { plan, wallet: othersWallet }, ['wallet_not_of_customer', 'wallet']],
      [400, customer, { plan: unknown, wallet: unknown }, ['plan_not_found', 'plan'], ['wallet_not_found', 'wallet']],
      [404, unknown, { plan }, ['not_found', null]],
      [404, foreign, { plan }, ['not_found', null]],
      [404, deleted, { plan }, ['not_found', null]],
      [400, customer, { plan, startDate: '2027-01-29' }, ['out_of_range', 'startDate']],
      [400, customer, { plan, startDate: '2027-01-29T22:59:59Z' }, ['out_of_range', 'startDate']],
      [400, customer, { plan, startDate: '2309-01-02' }, ['out_of_range', 'startDate']],
      [400, customer, { plan, startDate: '9999-12-31T23:59:59-12:00' }, ['out_of_range', 'startDate']],
      [400, customer, { plan, startDate: '2027-02-30' }, ['format_invalid', 'startDate']],
      [400, customer, { plan, startDate: 'tomorrow' }, ['format_invalid', 'startDate']],
      [400, customer, { plan, startDate: 1 }, ['type_invalid', 'startDate']],
      [400, customer, { plan, amount: {} }, ['required', 'amount.total']],
      [400, customer, { plan, amount: { total: 0 } }, ['out_of_range', 'amount.total']],
      [400, customer, { plan, amount: { total: 5, tax: 6 } }, ['amount_mismatch', 'amount.total']],
      [400, customer, { plan, amount: { total: 1.001 } }, ['amount_precision_invalid', 'amount.total']],
      [
        400,
        customer,
        { plan: yen, amount: { total: 100.5, tax: 0.5 } },
        ['amount_precision_invalid', 'amount.total'],
        ['amount_precision_invalid', 'amount.tax'],
      ],
      [400, customer, { plan, installments: -1 }, ['out_of_range', 'installments']],
      [400, customer, { plan, installments: 1000 }, ['out_of_range', 'installments']],
    ]
    for (const [status, who, body, ...wrong] of cases) {
      const answer = await enrol(who, body)
      expect([answer.status, faults(answer)], JSON.stringify(body)).toEqual([status, wrong])
      expect(Object.keys(answer.json)).toEqual(['requestId', 'errors'])
    }
    expect(await rowsOf()).toEqual(before)
    expect((await call('POST', pathOf(customer))).status).toBe(400)
  })

  test('is told from when on it may start', async () => {
    const { json } = await enrol(customer, { plan, startDate: '2027-01-29' })
    expect(json.errors[0].message.details).toEqual({ min: '2027-01-30', max: '2309-01-01T00:00:00.000Z' })
  })

  test('may do so again, and is counted each time; once for an Idempotency-Key', async () => {
    const of = await makeCustomer()
    await addCard(of)
    const headers = { 'idempotency-key': 'one-subscription' }
    const [first, again] = [await enrol(of, { plan }, call, headers), await enrol(of, { plan }, call, headers)]
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    expect((await enrol(of, { plan, installments: 1 }, call, headers)).status).toBe(422)
    const many = await Promise.all(Array.from({ length: 5 }, () => enrol(of, { plan })))
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
    const listed = await list(of)
    expect([listed.json.customerSubscriptions.length, listed.headers.get('x-total-count')]).toEqual([6, '6'])
  })

  test('does not while the customer, the plan or the payment method is being deleted', async () => {
    const of = await makeCustomer()
    const [first, second] = [await addCard(of), await addCard(of)]
    const doomed = await makePlan()
    const cases: [object, () => Promise<unknown>, number, [string, string | null]][] = [
      [
        { plan, wallet: second },
        () => ok(call('DELETE', `/v1/customers/${of}/wallet/${second}`)),
        400,
        ['wallet_not_found', 'wallet'],
      ],
      [{ plan: doomed }, () => ok(call('DELETE', `/v1/subscriptions/${doomed}`)), 400, ['plan_not_found', 'plan']],
      [{ plan }, () => ok(call('DELETE', `/v1/customers/${of}/wallet/${first}`)), 400, ['wallet_not_found', 'wallet']],
      [{ plan }, () => ok(call('DELETE', `/v1/customers/${of}`)), 404, ['not_found', null]],
    ]
    for (const [body, deletion, status, wrong] of cases) {
      if (status === 404) await addCard(of)
      const answer = await overtakenBy(of, body, deletion)
      expect([answer.status, faults(answer)]).toEqual([status, [wrong]])
      expect(await merchant.rows('SELECT id FROM subscriptions WHERE customer = ?', of)).toEqual([])
    }
    expect(await merchant.rows('SELECT enrolled FROM customers WHERE id = ?', of)).toEqual([{ enrolled: 0 }])
  })

  test('has nothing that lives on, whenever the customer is deleted at the same time', async () => {
    const of = await makeCustomer()
    await addCard(of)
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => enrol(of, { plan })),
      call('DELETE', `/v1/customers/${of}`),
      ...Array.from({ length: 5 }, () => enrol(of, { plan })),
    ])
    expect(answers[5]!.status).toBe(200)
    const rows = await merchant.rows('SELECT status, due FROM subscriptions WHERE customer = ?', of)
    expect(rows.length).toBe(answers.filter(({ json }) => json.customerSubscriptions !== undefined).length)
    for (const row of rows) expect(row).toEqual({ status: 'canceled', due: null })
    for (const { status } of answers.toSpliced(5, 1)) expect([200, 404]).toContain(status)
  })
})

describe('a change of the price', () => {
  test.each([
    ['a total', { total: 12.5 }, [12.5, 0, 0, 0]],
    ['parts', { subtotal: 10, tax: 1.9, surcharge: 0.1, shipping: 3 }, [15, 1.9, 0.1, 3]],
    ['a total and a part of it', { total: 20, tax: 3.8 }, [20, 3.8, 0, 0]],
    ['a total and all its parts', { total: 10.3, subtotal: 10.1, tax: 0.1, surcharge: 0.1 }, [10.3, 0.1, 0.1, 0]],
  ])('takes %s, and says so in the audit', async (_what, amount, [total, tax, surcharge, shipping]) => {
    const path = await subscribed({ amount: { total: 9, tax: 1 } })
    const shown = await changed(path, { amount })
    expect(shown).toMatchObject({
      totalAmount: total,
      taxAmount: tax,
      surchargeAmount: surcharge,
      shippingAmount: shipping,
      status: 'active',
    })
    expect((await list(customer)).json.customerSubscriptions).toContainEqual(shown)
    const [note] = await notesOf(path)
    expect(note).toMatchObject({
      action: 'subscription.changed',
      key: merchant.secretKeyId,
      detail: { customer, subscription: idOf(path), totalAmount: total },
    })
    expect(note!.detail).not.toHaveProperty('status')
  })

  test.each<[string, object, ...[string, string][]]>([
    ['nothing', {}, ['required', 'amount']],
    ['an empty price', { amount: {} }, ['required', 'amount.total']],
    [
      'parts that do not agree',
      { amount: { total: 10, subtotal: 10, tax: 1, surcharge: 0 } },
      ['amount_mismatch', 'amount.total'],
    ],
    ['a total of 0 with a part', { amount: { total: 0, tax: 1 } }, ['amount_mismatch', 'amount.total']],
    ['three decimals', { amount: { total: 1.001 } }, ['amount_precision_invalid', 'amount.total']],
    ['too much', { amount: { total: 1e9 } }, ['out_of_range', 'amount.total']],
    ['a text', { amount: { total: '10' } }, ['type_invalid', 'amount.total']],
    ['another status', { status: 'canceled' }, ['enum_invalid', 'status']],
    ['a price of 0 and active', { amount: { total: 0 }, status: 'active' }, ['enum_invalid', 'status']],
    ['an end of no pause', { status: 'active', resumesAt: '2028-01-01' }, ['enum_invalid', 'status']],
    [
      'a pause that ends in the past',
      { status: 'paused', resumesAt: '2027-01-29T23:29:59Z' },
      ['out_of_range', 'resumesAt'],
    ],
    ['a pause until today', { status: 'paused', resumesAt: '2027-01-30' }, ['out_of_range', 'resumesAt']],
    [
      'a pause until a day that is none',
      { status: 'paused', resumesAt: '2027-02-30' },
      ['format_invalid', 'resumesAt'],
    ],
    ['a pause beyond all ids', { status: 'paused', resumesAt: '2309-01-02' }, ['out_of_range', 'resumesAt']],
  ])('is not %s', async (_what, body, ...wrong) => {
    const path = await subscribed()
    const before = await rowsOf()
    const answer = await put(path, body)
    expect([answer.status, faults(answer)]).toEqual([400, wrong])
    expect(await rowsOf()).toEqual(before)
  })

  test('is not missing its body', async () => {
    const answer = await call('PUT', await subscribed())
    expect([answer.status, faults(answer)]).toEqual([400, [['body_required', null]]])
  })

  test('has no more decimals than the currency of the subscription', async () => {
    const path = await subscribed({ plan: await makePlan({ amount: { value: 500, currency: 392 } }) })
    const answer = await put(path, { amount: { total: 501.5, shipping: 0.5 } })
    expect(answer.json.errors.map(({ message }: any) => [message.code, message.field, message.details])).toEqual([
      ['amount_precision_invalid', 'amount.total', { places: 0 }],
      ['amount_precision_invalid', 'amount.shipping', { places: 0 }],
    ])
    expect(await changed(path, { amount: { total: 501 } })).toMatchObject({ totalAmount: 501, currency: 392 })
  })

  test('is told what comes first, where a pause ends in the past', async () => {
    const { json } = await put(await subscribed(), { status: 'paused', resumesAt: '2027-01-01' })
    expect(json.errors[0].message.details.min).toBe(iso(now))
  })
})

describe('a change of the payment method', () => {
  test('has another one charged from now on, or the default, and says so in the audit', async () => {
    const path = await subscribed()
    expect(await changed(path, { wallet })).toMatchObject({ wallet, status: 'active' })
    expect(await changed(path, { wallet: null, amount: { total: 12 } })).toMatchObject({
      wallet: null,
      totalAmount: 12,
    })
    expect((await notesOf(path)).map(({ detail }) => detail.wallet)).toEqual([wallet, null])
  })

  test('to the same one is none', async () => {
    const path = await subscribed({ wallet })
    const before = await rowsOf()
    expect(await changed(path, { wallet })).toMatchObject({ wallet })
    expect(await rowsOf()).toEqual(before)
  })

  test('frees the one before to be deleted', async () => {
    const of = await makeCustomer()
    const [first, second] = [await addCard(of), await addCard(of)]
    const { customerSubscriptions } = await ok(enrol(of, { plan, wallet: first }))
    const path = `${pathOf(of)}/${customerSubscriptions[0].customerSubscriptionId}`
    const remove = (entry: string) => call('DELETE', `/v1/customers/${of}/wallet/${entry}`)
    expect((await remove(first)).status).toBe(409)
    await changed(path, { wallet: second })
    expect((await remove(first)).status).toBe(200)
    expect((await remove(second)).status).toBe(409)
  })

  test.each(['past_due', 'unpaid'])('of one that is %s is tried at once', async (status) => {
    const path = await subscribed()
    await setState(path, status, now + 86_400_000)
    expect(await changed(path, { wallet })).toMatchObject({ status, nextCharge: iso(now) })
    expect(await rowOf(path)).toMatchObject({ newMethod: 1 })
  })

  test('to one that is not there, or another customer’s, is refused, and nothing is written', async () => {
    const of = await makeCustomer()
    const foreign = await addCard(of)
    const [gone] = [await addCard(customer)]
    await ok(call('DELETE', `/v1/customers/${customer}/wallet/${gone}`))
    const path = await subscribed()
    const before = await rowsOf()
    for (const [body, type] of [
      [{ wallet: unknown }, 'wallet_not_found'],
      [{ wallet: gone }, 'wallet_not_found'],
      [{ wallet: foreign, amount: { total: 5 } }, 'wallet_not_of_customer'],
      [{ wallet: 'short' }, 'length_invalid'],
      [{ wallet: 'with_an_underscore' }, 'pattern_mismatch'],
      [{ wallet: 1 }, 'type_invalid'],
    ] as const) {
      const answer = await put(path, body)
      expect([answer.status, faults(answer)], type).toEqual([400, [[type, 'wallet']]])
    }
    expect(await rowsOf()).toEqual(before)
  })
})

describe('a pause', () => {
  test.each<[string, object]>([
    ['a total of 0', { amount: { total: 0 } }],
    ['parts that make 0', { amount: { subtotal: 0, tax: 0 } }],
    ['its word', { status: 'paused' }],
    ['both', { amount: { total: 0 }, status: 'paused' }],
  ])('is asked for by %s, and keeps the price', async (_what, body) => {
    const path = await subscribed({ amount: { total: 9, tax: 1 } })
    const paused = { status: 'paused', totalAmount: 9, taxAmount: 1, nextCharge: null, resumesAt: null }
    expect(await changed(path, body)).toMatchObject(paused)
    expect(await changed(path, body)).toMatchObject(paused)
    expect((await notesOf(path)).map(({ action, detail }) => [action, detail])).toEqual([
      ['subscription.changed', { customer, subscription: idOf(path), status: 'paused' }],
    ])
    // The day of the first bill began before the pause, so it passed in it.
    expect(await changed(path, { status: 'active' })).toMatchObject({
      ...paused,
      status: 'active',
      nextCharge: '2027-02-27T23:00:00.000Z',
    })
    expect(await notesOf(path)).toMatchObject([{}, { detail: { status: 'active' } }])
  })

  test.each<[string, object, object]>([
    ['a price, at that price', { amount: { total: 12 } }, { status: 'active', totalAmount: 12, resumesAt: null }],
    ['the word', { status: 'active' }, { status: 'active', totalAmount: 10, resumesAt: null }],
    ['both', { status: 'active', amount: { total: 12 } }, { status: 'active', totalAmount: 12, resumesAt: null }],
  ])('ends by %s', async (_what, body, shown) => {
    const path = await subscribed({ startDate: '2027-02-10' })
    await changed(path, { status: 'paused', resumesAt: '2027-03-01' })
    // It had not begun, so that none of it passed.
    const now = { ...shown, status: 'pending', nextCharge: '2027-02-09T23:00:00.000Z' }
    expect(await changed(path, body)).toMatchObject(now)
    expect(await rowOf(path)).toMatchObject({
      status: 'active',
      due: Date.parse('2027-02-09T23:00:00Z'),
      resumesAt: null,
    })
  })

  test.each<[string, object, object]>([
    [
      'a price and the word',
      { amount: { total: 12 }, status: 'paused' },
      { totalAmount: 12, resumesAt: '2027-02-28T23:00:00.000Z' },
    ],
    ['another end, a date', { resumesAt: '2027-04-01' }, { totalAmount: 10, resumesAt: '2027-03-31T22:00:00.000Z' }],
    [
      'another end, a moment',
      { status: 'paused', resumesAt: '2027-04-01T12:00:00+02:00' },
      { resumesAt: '2027-04-01T10:00:00.000Z' },
    ],
    [
      'another end by 0',
      { amount: { total: 0 }, resumesAt: '2027-04-01' },
      { totalAmount: 10, resumesAt: '2027-03-31T22:00:00.000Z' },
    ],
    ['the word alone', { status: 'paused' }, { totalAmount: 10, resumesAt: '2027-02-28T23:00:00.000Z' }],
    ['its own end', { resumesAt: '2027-03-01' }, { resumesAt: '2027-02-28T23:00:00.000Z' }],
  ])('goes on with %s', async (_what, body, shown) => {
    const path = await subscribed()
    await changed(path, { status: 'paused', resumesAt: '2027-03-01' })
    expect(await rowOf(path)).toMatchObject({ due: Date.parse('2027-02-28T23:00:00Z') })
    expect(await changed(path, body)).toMatchObject({ status: 'paused', nextCharge: null, ...shown })
    const { due, resumesAt } = await rowOf(path)
    expect(due).toBe(resumesAt)
  })

  test('has no end where there is no pause', async () => {
    const path = await subscribed()
    const cases: [object, string][] = [
      [{ resumesAt: '2027-03-01' }, 'active'],
      [{ amount: { total: 5 }, resumesAt: '2027-03-01' }, 'active'],
    ]
    for (const paused of [false, true]) {
      if (paused) await changed(path, { status: 'paused' })
      for (const [body, state] of paused ? cases.slice(1) : cases) {
        const answer = await put(path, body)
        expect(answer.json.errors).toMatchObject([
          { type: 'invalid_state', message: { field: 'resumesAt', details: { state, allowed: ['paused'] } } },
        ])
        expect([answer.status, (await rowOf(path))['total']]).toEqual([409, 1000])
      }
    }
  })

  test('is no change of what is active already', async () => {
    const path = await subscribed()
    const before = await rowOf(path)
    expect(await changed(path, { status: 'active' })).toMatchObject({ status: 'active' })
    expect([await rowOf(path), await notesOf(path)]).toEqual([before, []])
  })
})

describe('what a state allows', () => {
  const bodies: Record<string, object> = {
    price: { amount: { total: 12 } },
    zero: { amount: { total: 0 } },
    paused: { status: 'paused' },
    active: { status: 'active' },
  }
  const ended = { price: [], zero: [], paused: [], active: [] }
  test.each<[string, Record<string, string | readonly string[]>, string | null]>([
    ['active', { price: 'active', zero: 'paused', paused: 'paused', active: 'active' }, null],
    ['past_due', { price: 'past_due', zero: 'paused', paused: 'paused', active: ['paused'] }, null],
    ['unpaid', { price: 'unpaid', zero: 'paused', paused: 'paused', active: ['paused'] }, null],
    ['paused', { price: 'active', zero: 'paused', paused: 'paused', active: 'active' }, null],
    ['completed', ended, 'invalid_state'],
    ['canceled', ended, 'already_canceled'],
  ])('%s', async (state, outcomes, cancelFault) => {
    const path = await subscribed()
    for (const [name, outcome] of Object.entries(outcomes)) {
      await setState(path, state, ['past_due', 'active'].includes(state) ? now : null)
      const before = await rowOf(path)
      const answer = await put(path, bodies[name]!)
      if (typeof outcome === 'string') {
        expect([answer.status, answer.json.customerSubscriptions?.[0].status], name).toEqual([200, outcome])
        continue
      }
      expect(answer.status).toBe(409)
      expect(answer.json.errors).toMatchObject([
        { type: 'invalid_state', message: { details: { state, allowed: outcome } } },
      ])
      expect(await rowOf(path)).toEqual(before)
    }
    await setState(path, state, ['past_due', 'active'].includes(state) ? now : null)
    const answer = await call('DELETE', path)
    expect([answer.status, answer.json.errors?.[0].type ?? null]).toEqual([
      cancelFault === null ? 200 : 409,
      cancelFault,
    ])
    if (cancelFault === 'invalid_state')
      expect(answer.json.errors[0].message.details).toEqual({ state: 'completed', allowed: [] })
  })

  test('is told of a subscription that is canceled', async () => {
    const path = await subscribed({ startDate: '2027-05-01' })
    const answer = await call('DELETE', path)
    expect(answer.json).toMatchObject({
      requestId: answer.headers.get('x-request-id'),
      customerSubscriptions: [{ status: 'canceled', nextCharge: null, resumesAt: null, totalAmount: 10 }],
      errors: null,
    })
    expect(await rowOf(path)).toMatchObject({ status: 'canceled', canceled: now, due: null })
    expect(await notesOf(path)).toEqual([
      {
        action: 'subscription.canceled',
        key: merchant.secretKeyId,
        requestId: answer.json.requestId,
        detail: { customer, subscription: idOf(path), status: 'canceled' },
      },
    ])
    expect((await list(customer)).json.customerSubscriptions).toContainEqual(answer.json.customerSubscriptions[0])
  })
})

describe('whose subscription it is', () => {
  test('is not told: unknown, foreign, of the other mode and of another customer are one answer', async () => {
    const theirs = async (by: Call) => {
      const of = await makeCustomer(by)
      await addCard(of, by)
      const { customerSubscriptions } = await ok(enrol(of, { plan: await makePlan({}, by) }, by))
      return [of, customerSubscriptions[0].customerSubscriptionId] as [string, string]
    }
    const [foreign, ofLive, ofOther] = [await theirs(stranger), await theirs(live), await theirs(call)]
    const own = await theirs(call)
    const gone = await theirs(call)
    await ok(call('DELETE', `/v1/customers/${gone[0]}`))
    const before = await rowsOf()
    const pairs = [
      foreign,
      ofLive,
      [own[0], ofOther[1]],
      [own[0], unknown],
      [unknown, own[1]],
      [own[0], foreign[1]],
      gone,
    ]
    for (const ask of [
      (path: string) => put(path, { status: 'paused' }),
      (path: string) => call('DELETE', path),
      (path: string) => call('GET', `${path}/bills`),
    ]) {
      const bytes = new Set<string>()
      for (const [of, id] of pairs) {
        const answer = await ask(`${pathOf(of!)}/${id}`)
        expect([answer.status, faults(answer)]).toEqual([404, [['not_found', null]]])
        bytes.add(answer.text.replace(answer.json.requestId, ''))
      }
      expect(bytes.size).toBe(1)
    }
    const bytes = new Set<string>()
    for (const of of [unknown, foreign[0], ofLive[0], gone[0]]) {
      const answer = await list(of)
      expect(answer.status).toBe(404)
      bytes.add(answer.text.replace(answer.json.requestId, ''))
    }
    expect(bytes.size).toBe(1)
    expect(await rowsOf()).toEqual(before)
  })

  test.each(['x'.repeat(7), 'x'.repeat(65), 'with_underscore'])('is not looked for by the id %s', async (id) => {
    const cases: [string, string, string, object?][] = [
      ['Customer', 'GET', pathOf(id)],
      ['Customer', 'POST', pathOf(id), { plan }],
      ['Customer', 'PUT', `${pathOf(id)}/${unknown}`, { status: 'paused' }],
      ['Subscription', 'PUT', `${pathOf(customer)}/${id}`, { status: 'paused' }],
      ['Subscription', 'DELETE', `${pathOf(customer)}/${id}`],
      ['Subscription', 'GET', `${pathOf(customer)}/${id}/bills`],
    ]
    for (const [field, method, path, body] of cases) {
      const answer = await call(method, path, { body })
      expect([answer.status, faults(answer)], `${method} ${path}`).toEqual([400, [['id_invalid', field]]])
    }
  })
})

const ids = (answer: Answered): string[] =>
  answer.json.customerSubscriptions.map(({ customerSubscriptionId }: any) => customerSubscriptionId)

/** A customer with five subscriptions, made two a millisecond, and their ids, newest first. */
const withFive = async () => {
  const of = await makeCustomer()
  await addCard(of)
  let step = 0
  const by = startWorker({ clock: { now: () => now + Math.floor(step / 2) } }).as(merchant.secretKey)
  const made: string[] = []
  for (; step < 5; step++)
    made.push((await ok(enrol(of, { plan }, by))).customerSubscriptions[0].customerSubscriptionId)
  return { of, newest: made.toSorted().toReversed() }
}

describe('a list', () => {
  test('of subscriptions goes page by page, by numbers as by links, newest first', async () => {
    const { of, newest } = await withFive()
    let url: string | undefined = `${pathOf(of)}?pageSize=2`
    for (const [at, page] of [newest.slice(0, 2), newest.slice(2, 4), newest.slice(4)].entries()) {
      const answer: Answered = await call('GET', url!)
      expect([ids(answer), answer.headers.get('x-total-count')]).toEqual([page, '5'])
      expect(ids(await list(of, `?page=${at + 1}&limit=2`))).toEqual(page)
      url = nextOf(answer)
    }
    expect(url).toBeUndefined()
    // What was canceled stays.
    await ok(call('DELETE', `${pathOf(of)}/${newest[0]}`))
    expect(ids(await list(of))).toEqual(newest)
    expect(ids(await list(of, '?pageNumber=2147483647'))).toEqual([])
    for (const cursor of [unknown, (await withFive()).newest[0]])
      expect(faults(await list(of, `?cursor=${cursor}`))).toEqual([['query_invalid', 'cursor']])
  })

  test('is empty at first', async () => {
    const of = await makeCustomer()
    const answer = await list(of)
    expect(answer.json).toEqual({
      requestId: answer.headers.get('x-request-id'),
      customerId: of,
      customerSubscriptions: [],
      errors: null,
    })
    const bills = await call('GET', `${await subscribed()}/bills`)
    expect(bills.json).toEqual({ requestId: bills.headers.get('x-request-id'), bills: [], errors: null })
    expect([answer, bills].map(({ headers }) => headers.get('x-total-count'))).toEqual(['0', '0'])
  })

  test.each([
    ['?page=1&pageNumber=1', 'page'],
    ['?limit=5&pageSize=5', 'limit'],
    ['?pageNumber=0', 'pageNumber'],
    ['?pageNumber=2147483648', 'pageNumber'],
    ['?page=0', 'page'],
    ['?page=1.0', 'page'],
    ['?pageSize=0', 'pageSize'],
    ['?pageSize=101', 'pageSize'],
    ['?pageSize=', 'pageSize'],
    ['?limit=101', 'limit'],
    ['?cursor=', 'cursor'],
  ])('is not asked for by %s', async (query, field) => {
    for (const path of ['/v1/subscriptions', pathOf(customer), `${pathOf(customer)}/${unknown}/bills`]) {
      const answer = await call('GET', path + query)
      expect([answer.status, faults(answer)], path).toEqual([400, [['query_invalid', field]]])
    }
  })
})

describe('thirty changes at once', () => {
  /** What an answer and the list show of a change. */
  const shownMembers = ['status', 'totalAmount', 'resumesAt']
  const pick = (shown: any) => Object.fromEntries(shownMembers.map((member) => [member, shown[member]]))

  test.each([0, 1, 3])('come to a state that an order of them explains, %i of them cancellations', async (cancels) => {
    const path = await subscribed()
    const initial = { status: 'active', totalAmount: 10, resumesAt: null }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        if (at % 10 === 7 && at / 10 < cancels) return call('DELETE', path)
        return put(path, [{ status: 'paused' }, { amount: { total: 20 + at } }, { status: 'active' }][at % 3]!)
      }),
    )
    // The audit has them in the order in which they were made: each builds on the one before, and was answered as it was made.
    const states = [initial]
    const notes = await notesOf(path)
    for (const { requestId, detail } of notes) {
      const after = pick({ ...states.at(-1), ...detail })
      const answer = answers.find(({ headers }) => headers.get('x-request-id') === requestId)!
      expect(pick(answer.json.customerSubscriptions[0])).toEqual(after)
      states.push(after as typeof initial)
    }
    const done = answers.filter(({ status }) => status === 200)
    for (const { json } of done) expect(states).toContainEqual(pick(json.customerSubscriptions[0]))
    const listed = (await list(customer)).json.customerSubscriptions.find(
      ({ customerSubscriptionId }: any) => customerSubscriptionId === idOf(path),
    )
    expect(pick(listed)).toEqual(states.at(-1))
    expect((await rowOf(path))['version']).toBe(notes.length)
    const canceled = notes.filter(({ action }) => action === 'subscription.canceled')
    expect(canceled.length).toBe(cancels === 0 ? 0 : 1)
    // Nobody is told of a failure of ours: the others hear that it is canceled.
    const refused = answers.filter((answer) => !done.includes(answer))
    expect(new Set(refused.map(({ status }) => status))).toEqual(
      new Set(cancels === 0 || refused.length === 0 ? [] : [409]),
    )
    if (cancels > 0) expect(listed.status).toBe('canceled')
  })
})

/** A merchant with a clock of its own, and a customer of theirs with the payment method of a token. */
const withClock = async (token = 'test-visa-4242') => {
  const own = await createMerchant()
  const by = startWorker().as(own.secretKey)
  const set = (time: string) => ok(by('POST', '/v1/testclock', { body: { now: time } }))
  await set('2027-01-31T12:00:00Z')
  const of = await makeCustomer(by)
  await ok(by('POST', `/v1/customers/${of}/wallet`, { body: { token } }))
  const [subscription] = (await ok(enrol(of, { plan: await makePlan({}, by) }, by))).customerSubscriptions
  const id: string = subscription.customerSubscriptionId
  const path = `${pathOf(of)}/${id}`
  return { own, by, of, id, path, set, shown: async () => (await ok(list(of, '', by))).customerSubscriptions[0] }
}

describe('where the database fails', () => {
  const whole: [Fate, boolean][] = [
    ['fails before', false],
    ['fails after', true],
  ]

  test.each(whole)('as it %s the writing, a subscription is made wholly or not at all', async (fate, made) => {
    const fails = await meeting((batch) => (batch > 2 ? fate : 'runs'))
    const of = await makeCustomer()
    await addCard(of)
    expect((await enrol(of, { plan }, fails)).status).toBe(503)
    const answer = await list(of)
    expect([answer.json.customerSubscriptions.length, answer.headers.get('x-total-count')]).toEqual(
      made ? [1, '1'] : [0, '0'],
    )
  })

  test.each(whole)('as it %s the writing, a subscription is canceled and noted, or neither', async (fate, made) => {
    const fails = await meeting((batch) => (batch > 2 ? fate : 'runs'))
    const path = await subscribed()
    expect((await fails('DELETE', path)).status).toBe(503)
    expect([(await rowOf(path))['status'], (await notesOf(path)).length]).toEqual(
      made ? ['canceled', 1] : ['active', 0],
    )
    const again = await call('DELETE', path)
    expect([again.status, again.json.errors?.[0].type]).toEqual(made ? [409, 'already_canceled'] : [200, undefined])
  })
})

describe('in the course of time', () => {
  test('a subscription of the 31st is paid three times in three months', async () => {
    const { by, of, id, path, set, shown } = await withClock()
    expect(await set('2027-04-01T00:00:00Z')).toMatchObject({ complete: true })
    const { transactions } = await ok(by('GET', `/v1/transactions?customer=${of}`))
    const payments = await Promise.all(
      transactions.map(({ transactionId }: any) => by('GET', `/v1/transactions/${transactionId}`)),
    )
    const billed = payments.map(({ json: { order, amountCaptured } }) => [
      order.referenceObject,
      order.referenceObjectId,
      amountCaptured,
    ])
    // One sweep made them, some in one millisecond.
    expect(billed.toSorted(([, one], [, other]) => one - other)).toEqual(
      [0, 1, 2].map((period) => [`sub:${id}`, period, 10]),
    )
    const { bills } = await ok(by('GET', `${path}/bills`))
    expect(bills.map(({ period, date, status }: any) => [period, date, status])).toEqual([
      [2, '2027-03-31', 'paid'],
      [1, '2027-02-28', 'paid'],
      [0, '2027-01-31', 'paid'],
    ])
    for (const bill of bills) {
      const found = await ok(by('GET', `/v1/transactions?reference=sub:${id}:${bill.period}`))
      expect(found.transactions).toMatchObject([{ transactionId: bill.transactionId, status: 'captured' }])
      expect(bill).toMatchObject({ amount: 10, currency: 840, attempts: 1, responseCode: '00' })
    }
    expect(await shown()).toMatchObject({ status: 'active', charges: 3, nextCharge: '2027-04-30T00:00:00.000Z' })
    const page = await by('GET', `${path}/bills?limit=2`)
    expect([page.json.bills, page.headers.get('x-total-count')]).toEqual([bills.slice(0, 2), '3'])
    expect((await ok(by('GET', nextOf(page)!))).bills).toEqual(bills.slice(2))
    expect(faults(await by('GET', `${path}/bills?cursor=3`))).toEqual([['query_invalid', 'cursor']])
  })

  test('a declined one is tried again, and not resumed from a pause while that is under way', async () => {
    const { own, by, path, set, shown } = await withClock('test-insufficient-9995')
    await set('2027-01-31T12:01:00Z')
    expect(await shown()).toMatchObject({ status: 'past_due', charges: 0 })
    expect((await shown()).nextCharge).toMatch(/^2027-02-01T12:0/)
    await own.run('UPDATE bills SET asking = 1 WHERE subscription = ?', idOf(path))
    await ok(put(path, { status: 'paused' }, by))
    for (const body of [{ status: 'active' }, { amount: { total: 5 } }]) {
      const answer = await put(path, body, by)
      expect([answer.status, faults(answer)]).toEqual([409, [['operation_in_progress', null]]])
    }
    expect(await shown()).toMatchObject({ status: 'paused', totalAmount: 10 })
    await own.run('UPDATE bills SET asking = 0 WHERE subscription = ?', idOf(path))
    const [resumed] = (await ok(put(path, { amount: { total: 5 } }, by))).customerSubscriptions
    expect(resumed).toMatchObject({ status: 'active', totalAmount: 5, nextCharge: '2027-02-28T00:00:00.000Z' })
  })

  test('a pause ends when it was said to, and what passed in it is not billed', async () => {
    const { by, path, set, shown } = await withClock()
    await set('2027-01-31T12:01:00Z')
    await ok(put(path, { status: 'paused', resumesAt: '2027-03-15' }, by))
    await set('2027-03-14T23:59:00Z')
    expect(await shown()).toMatchObject({ status: 'paused', nextCharge: null, resumesAt: '2027-03-15T00:00:00.000Z' })
    await set('2027-03-15T00:00:10Z')
    expect(await shown()).toMatchObject({ status: 'active', resumesAt: null, nextCharge: '2027-03-31T00:00:00.000Z' })
    await set('2027-04-01T00:00:00Z')
    expect((await ok(by('GET', `${path}/bills`))).bills.map(({ date }: any) => date)).toEqual([
      '2027-03-31',
      '2027-01-31',
    ])
  })
})

test('reads cost one round trip beside that of the key, and writes one more', async () => {
  const made = await enrol(customer, { plan })
  const path = `${pathOf(customer)}/${made.json.customerSubscriptions[0].customerSubscriptionId}`
  const answers = [
    made,
    await put(path, { status: 'paused' }),
    await put(path, { status: 'paused' }),
    await call('GET', `${path}/bills`),
    await list(customer),
    await call('DELETE', path),
    await call('DELETE', path),
  ]
  expect(answers.map(({ status, d1 }) => [status, d1])).toEqual([
    [200, 3],
    [200, 3],
    [200, 2],
    [200, 2],
    [200, 2],
    [200, 3],
    [409, 2],
  ])
})
