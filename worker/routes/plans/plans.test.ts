import { describe, expect, test } from 'vitest'
import type { Answered, Call } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'

/** Plans: what can be subscribed to. */

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const stranger = worker.as((await createMerchant()).secretKey)

const monthly = { unit: 'month' }
let labels = 0
const create = (body: object = {}, by: Call = call, headers: Record<string, string> = {}) =>
  by('POST', '/v1/subscriptions', {
    body: { label: `Plan ${++labels}`, cycle: monthly, amount: { value: 10 }, ...body },
    headers,
  })
const created = async (body?: object, by?: Call): Promise<string> => (await create(body, by)).json.subscriptions[0].id
const list = (query = '', by: Call = call) => by('GET', `/v1/subscriptions${query}`)
const remove = (id: string, by: Call = call) => by('DELETE', `/v1/subscriptions/${id}`)

const faults = (answer: Answered) =>
  answer.json.errors.map(({ type, message }: any) => [type, message.field] as [string, string | null])
const ids = (answer: Answered): string[] => answer.json.subscriptions.map(({ id }: any) => id)
const rowsOf = (account: string) =>
  Promise.all(['plans', 'counters'].map((table) => merchant.rows(`SELECT * FROM ${table} WHERE account = ?`, account)))
const nextOf = (answer: Answered) => /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const unknown = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

describe('a plan', () => {
  test.each([
    [
      'as little as is needed',
      { cycle: monthly, amount: { value: 10.5 } },
      { cycle: { unit: 'month', interval: 1, dayOfCycle: 0 }, amount: { value: 10.5, currency: 840 }, installments: 0 },
    ],
    [
      'everything',
      {
        cycle: { unit: 'week', interval: 2, dayOfCycle: 7 },
        amount: { value: 999999999.99, currency: 978 },
        installments: 12,
      },
      {
        cycle: { unit: 'week', interval: 2, dayOfCycle: 7 },
        amount: { value: 999999999.99, currency: 978 },
        installments: 12,
      },
    ],
    [
      'null for what may be left out',
      {
        cycle: { unit: 'year', interval: null, dayOfCycle: null },
        amount: { value: 1, currency: null },
        installments: null,
      },
      { cycle: { unit: 'year', interval: 1, dayOfCycle: 0 }, amount: { value: 1, currency: 840 }, installments: 0 },
    ],
    [
      'days, whose cycle has but one',
      { cycle: { unit: 'day', interval: 999 }, amount: { value: 3, currency: 392 } },
      { cycle: { unit: 'day', interval: 999, dayOfCycle: 1 }, amount: { value: 3, currency: 392 }, installments: 0 },
    ],
    [
      'a currency of three digits',
      { cycle: monthly, amount: { value: 1.25, currency: 414 } },
      { cycle: { unit: 'month', interval: 1, dayOfCycle: 0 }, amount: { value: 1.25, currency: 414 }, installments: 0 },
    ],
  ])('of which is said %s is listed as it was made', async (_what, said, shown) => {
    await nextMillisecond()
    const answer = await create({ ...said, label: `Ärmelkanal ${_what}` })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      requestId: answer.headers.get('x-request-id'),
      subscriptions: [{ id: expect.stringMatching(uuid), label: `Ärmelkanal ${_what}`, ...shown }],
      errors: null,
    })
    expect((await list()).json.subscriptions[0]).toEqual(answer.json.subscriptions[0])
  })

  test('is in the default currency of the account where none is said', async () => {
    const yen = worker.as((await createMerchant({ settings: { defaultCurrency: 392 } })).secretKey)
    expect((await create({}, yen)).json.subscriptions[0].amount).toEqual({ value: 10, currency: 392 })
    const answer = await create({ amount: { value: 10.5 } }, yen)
    expect([answer.status, answer.json.subscriptions]).toEqual([400, null])
    expect(answer.json.errors).toMatchObject([
      { type: 'amount_precision_invalid', message: { field: 'amount.value', details: { places: 0 } } },
    ])
  })

  test.each<[object, ...(readonly [string, string])[]]>([
    [
      { label: '', cycle: {}, amount: {} },
      ['required', 'amount.value'],
      ['required', 'cycle.unit'],
      ['length_invalid', 'label'],
    ],
    [{ label: 'x'.repeat(101) }, ['length_invalid', 'label']],
    [{ label: undefined }, ['required', 'label']],
    // A fund, in which each charge would be declined.
    [{ amount: { value: 10, currency: 947 } }, ['enum_invalid', 'amount.currency']],
    [{ cycle: { unit: 'fortnight' } }, ['enum_invalid', 'cycle.unit']],
    [{ cycle: { unit: 'month', interval: 0 } }, ['out_of_range', 'cycle.interval']],
    [{ cycle: { unit: 'month', interval: 1000 } }, ['out_of_range', 'cycle.interval']],
    [{ cycle: { unit: 'week', dayOfCycle: 8 } }, ['out_of_range', 'cycle.dayOfCycle']],
    [{ cycle: { unit: 'month', dayOfCycle: 32 } }, ['out_of_range', 'cycle.dayOfCycle']],
    [{ cycle: { unit: 'year', dayOfCycle: 366 } }, ['out_of_range', 'cycle.dayOfCycle']],
    [{ amount: { value: 0 } }, ['out_of_range', 'amount.value']],
    [{ amount: { value: 10.001 } }, ['amount_precision_invalid', 'amount.value']],
    [{ amount: { value: 10.5, currency: 392 } }, ['amount_precision_invalid', 'amount.value']],
    [{ amount: { value: 10, currency: 1 } }, ['enum_invalid', 'amount.currency']],
    [{ installments: -1 }, ['out_of_range', 'installments']],
    [{ installments: 1000 }, ['out_of_range', 'installments']],
  ])('is refused by the paths of all that is wrong (%#)', async (body, ...wrong) => {
    const before = await rowsOf(merchant.id)
    const answer = await create(body)
    expect([answer.status, faults(answer), answer.json.subscriptions]).toEqual([400, wrong, null])
    expect(await rowsOf(merchant.id)).toEqual(before)
  })

  test('is made once for an Idempotency-Key', async () => {
    const own = await createMerchant()
    const by = worker.as(own.secretKey)
    const headers = { 'idempotency-key': 'one-plan' }
    const [first, again] = [await create({ label: 'Once' }, by, headers), await create({ label: 'Once' }, by, headers)]
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    expect((await list('', by)).headers.get('x-total-count')).toBe('1')
  })
})

describe('a label', () => {
  test('is that of one plan of the account and mode', async () => {
    const label = 'unique'
    const first = await created({ label })
    const before = await rowsOf(merchant.id)
    const answer = await create({ label, amount: { value: 99 } })
    expect([answer.status, answer.json.subscriptions]).toEqual([409, null])
    expect(answer.json.errors).toMatchObject([
      { type: 'already_exists', message: { field: 'label', details: { id: first } } },
    ])
    expect(await rowsOf(merchant.id)).toEqual(before)
    for (const by of [live, stranger]) expect((await create({ label }, by)).status).toBe(200)
  })

  test('is free again when its plan is deleted', async () => {
    const label = 'again'
    const first = await created({ label })
    expect((await remove(first)).json).toMatchObject({ errors: null })
    const second = await created({ label })
    expect(second).not.toBe(first)
    expect((await create({ label })).json.errors[0].message.details).toEqual({ id: second })
  })

  test('of ten plans that are made at once is had by one, counted once', async () => {
    const own = await createMerchant()
    const by = worker.as(own.secretKey)
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ label: 'raced' }, by)))
    const [made, ...others] = answers.toSorted((a, b) => a.status - b.status)
    expect(made!.status).toBe(200)
    for (const { status, json } of others)
      expect([status, json.errors[0].message.details.id]).toEqual([409, made!.json.subscriptions[0].id])
    expect((await rowsOf(own.id)).map((rows) => rows.length)).toEqual([1, 1])
    expect((await list('', by)).headers.get('x-total-count')).toBe('1')
  })
})

describe('a plan that is deleted', () => {
  test('is in no list, not counted, and not there to be deleted again', async () => {
    const own = await createMerchant()
    const by = worker.as(own.secretKey)
    const [first, second] = [await created({}, by), await created({}, by)]
    const answer = await remove(first, by)
    expect(answer.json).toEqual({ requestId: answer.headers.get('x-request-id'), errors: null })
    const listed = await list('', by)
    expect([ids(listed), listed.headers.get('x-total-count')]).toEqual([[second], '1'])
    const answers = await Promise.all([remove(first, by), ...Array.from({ length: 5 }, () => remove(second, by))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404])
    expect((await list('', by)).headers.get('x-total-count')).toBe('0')
  })

  test('is nobody else’s: unknown, foreign and of the other mode are one answer', async () => {
    const bytes = new Set<string>()
    for (const id of [unknown, await created({}, stranger), await created({}, live)]) {
      const answer = await remove(id)
      expect([answer.status, faults(answer)]).toEqual([404, [['not_found', null]]])
      bytes.add(answer.text.replace(answer.json.requestId, ''))
    }
    expect(bytes.size).toBe(1)
    expect(ids(await list('', stranger)).length).toBeGreaterThan(0)
  })

  test.each(['x'.repeat(7), 'x'.repeat(65), 'with_underscore'])('is not looked for by the id %s', async (id) => {
    const answer = await remove(id)
    expect([answer.status, faults(answer)]).toEqual([400, [['id_invalid', 'Subscription']]])
  })
})

describe('the list', () => {
  test('is empty at first, and shows nobody else’s plans', async () => {
    const answer = await list('', worker.as((await createMerchant()).secretKey))
    expect(answer.json).toEqual({ requestId: answer.headers.get('x-request-id'), subscriptions: [], errors: null })
    expect(answer.headers.get('x-total-count')).toBe('0')
  })

  test('goes page by page, by numbers as by links, newest first, and on from a plan that was deleted', async () => {
    const own = await createMerchant()
    let step = 0
    const started = Date.now()
    // Two a millisecond.
    const by = startWorker({ clock: { now: () => started + Math.floor(step / 2) } }).as(own.secretKey)
    const made: string[] = []
    for (; step < 5; step++) made.push(await created({}, by))
    const newest = made.toSorted().toReversed()
    let url: string | undefined = '/v1/subscriptions?pageSize=2'
    for (const [at, page] of [newest.slice(0, 2), newest.slice(2, 4), newest.slice(4)].entries()) {
      const answer: Answered = await by('GET', url!)
      expect([ids(answer), answer.headers.get('x-total-count')]).toEqual([page, '5'])
      expect(ids(await list(`?page=${at + 1}&limit=2`, by))).toEqual(page)
      url = nextOf(answer)
    }
    expect(url).toBeUndefined()
    const next = nextOf(await list('?limit=2', by))
    await remove(newest[1]!, by)
    await created({}, by)
    expect(ids(await by('GET', next!))).toEqual(newest.slice(2, 4))
    expect(ids(await list('?pageNumber=2147483647', by))).toEqual([])
  })

  test('takes no cursor but its own', async () => {
    const foreign = await created({}, stranger)
    for (const cursor of [foreign, unknown]) {
      const answer = await list(`?cursor=${cursor}`)
      expect([answer.status, faults(answer), answer.json.subscriptions]).toEqual([
        400,
        [['query_invalid', 'cursor']],
        null,
      ])
    }
  })
})

test('each operation is one round trip beside that of the key', async () => {
  const made = await create()
  const answers = [
    made,
    await list(),
    await create({ label: made.json.subscriptions[0].label }),
    await remove(made.json.subscriptions[0].id),
  ]
  expect(answers.map(({ status, d1 }) => [status, d1])).toEqual([
    [200, 2],
    [200, 2],
    [409, 2],
    [200, 2],
  ])
})
