import { expect, test } from 'vitest'
import { planRequests } from '../../testing/fixtures/planRequests.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { errorsOf } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const { create, newPlan, list, remove } = planRequests(call)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const stranger = worker.as((await createMerchant()).secretKey)

const monthly = { unit: 'month' }
const accountRows = (account: string) =>
  Promise.all(['plans', 'counters'].map((table) => merchant.rows(`SELECT * FROM ${table} WHERE account = ?`, account)))

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

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
  const before = await accountRows(merchant.id)
  const answer = await create(body)
  expect([answer.status, errorsOf(answer), answer.json.subscriptions]).toEqual([400, wrong, null])
  expect(await accountRows(merchant.id)).toEqual(before)
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

test('is that of one plan of the account and mode', async () => {
  const label = 'unique'
  const first = await newPlan({ label })
  const before = await accountRows(merchant.id)
  const answer = await create({ label, amount: { value: 99 } })
  expect([answer.status, answer.json.subscriptions]).toEqual([409, null])
  expect(answer.json.errors).toMatchObject([
    { type: 'already_exists', message: { field: 'label', details: { id: first } } },
  ])
  expect(await accountRows(merchant.id)).toEqual(before)
  for (const by of [live, stranger]) expect((await create({ label }, by)).status).toBe(200)
})

test('is free again when its plan is deleted', async () => {
  const label = 'again'
  const first = await newPlan({ label })
  expect((await remove(first)).json).toMatchObject({ errors: null })
  const second = await newPlan({ label })
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
  expect((await accountRows(own.id)).map((rows) => rows.length)).toEqual([1, 1])
  expect((await list('', by)).headers.get('x-total-count')).toBe('1')
})
