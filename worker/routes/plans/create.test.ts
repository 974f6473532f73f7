import { expect, test } from 'vitest'
import { planRequests } from '../../testing/fixtures/planRequests.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const { create, newPlan, list, remove } = planRequests(call)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const otherAccount = worker.as((await createMerchant()).secretKey)

const monthly = { unit: 'month' }
const accountRows = (account: string) =>
  Promise.all(['plans', 'counters'].map((table) => merchant.rows(`SELECT * FROM ${table} WHERE account = ?`, account)))

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

test.each([
  [
    'the required members',
    { cycle: monthly, amount: { value: 10.5 } },
    { cycle: { unit: 'month', interval: 1, dayOfCycle: 0 }, amount: { value: 10.5, currency: 840 }, installments: 0 },
  ],
  [
    'every member',
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
    'null in every optional member',
    {
      cycle: { unit: 'year', interval: null, dayOfCycle: null },
      amount: { value: 1, currency: null },
      installments: null,
    },
    { cycle: { unit: 'year', interval: 1, dayOfCycle: 0 }, amount: { value: 1, currency: 840 }, installments: 0 },
  ],
  [
    'a cycle of days',
    { cycle: { unit: 'day', interval: 999 }, amount: { value: 3, currency: 392 } },
    { cycle: { unit: 'day', interval: 999, dayOfCycle: 1 }, amount: { value: 3, currency: 392 }, installments: 0 },
  ],
  [
    'a currency with three decimals',
    { cycle: monthly, amount: { value: 1.25, currency: 414 } },
    { cycle: { unit: 'month', interval: 1, dayOfCycle: 0 }, amount: { value: 1.25, currency: 414 }, installments: 0 },
  ],
])('creating a plan with %s returns the plan as the list returns it', async (name, body, expected) => {
  await nextMillisecond()
  const response = await create({ ...body, label: `Ärmelkanal ${name}` })
  expect(response.status).toBe(200)
  expect(response.json).toEqual({
    requestId: response.headers.get('x-request-id'),
    subscriptions: [{ id: expect.stringMatching(uuid), label: `Ärmelkanal ${name}`, ...expected }],
    errors: null,
  })
  expect((await list()).json.subscriptions[0]).toEqual(response.json.subscriptions[0])
})

test('a plan without a currency has the default currency of the account, whose decimals apply', async () => {
  const yen = worker.as((await createMerchant({ settings: { defaultCurrency: 392 } })).secretKey)
  expect((await create({}, yen)).json.subscriptions[0].amount).toEqual({ value: 10, currency: 392 })
  const response = await create({ amount: { value: 10.5 } }, yen)
  expect([response.status, response.json.subscriptions]).toEqual([400, null])
  expect(response.json.errors).toMatchObject([
    { type: 'amount_precision_invalid', message: { field: 'amount.value', details: { places: 0 } } },
  ])
})

const invalidBodies: readonly [object, ...(readonly [type: string, field: string])[]][] = [
  [
    { label: '', cycle: {}, amount: {} },
    ['required', 'amount.value'],
    ['required', 'cycle.unit'],
    ['length_invalid', 'label'],
  ],
  [{ label: 'x'.repeat(101) }, ['length_invalid', 'label']],
  [{ label: undefined }, ['required', 'label']],
  // A fund code, in which no card can be charged.
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
]

test.each(
  invalidBodies.map(
    ([body, ...errors]) => [errors.map((error) => error.join(' of ')).join(' and '), body, errors] as const,
  ),
)('creating a plan with an invalid body returns 400 %s', async (_errors, body, errors) => {
  const before = await accountRows(merchant.id)
  const response = await create(body)
  expect([response.status, listErrors(response), response.json.subscriptions]).toEqual([400, errors, null])
  expect(await accountRows(merchant.id)).toEqual(before)
})

test('creating a plan twice with one Idempotency-Key creates one plan', async () => {
  const own = await createMerchant()
  const by = worker.as(own.secretKey)
  const headers = { 'idempotency-key': 'one-plan' }
  const [first, repeated] = [await create({ label: 'Once' }, by, headers), await create({ label: 'Once' }, by, headers)]
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  expect(repeated.text).toBe(first.text)
  expect((await list('', by)).headers.get('x-total-count')).toBe('1')
})

test('creating a plan with a label in use returns 409 already_exists; other accounts and the other mode may use it', async () => {
  const label = 'unique'
  const first = await newPlan({ label })
  const before = await accountRows(merchant.id)
  const response = await create({ label, amount: { value: 99 } })
  expect([response.status, response.json.subscriptions]).toEqual([409, null])
  expect(response.json.errors).toMatchObject([
    { type: 'already_exists', message: { field: 'label', details: { id: first } } },
  ])
  expect(await accountRows(merchant.id)).toEqual(before)
  for (const by of [live, otherAccount]) expect((await create({ label }, by)).status).toBe(200)
})

test('the label of a deleted plan can be used by a new plan', async () => {
  const label = 'again'
  const first = await newPlan({ label })
  expect((await remove(first)).json).toMatchObject({ errors: null })
  const second = await newPlan({ label })
  expect(second).not.toBe(first)
  expect((await create({ label })).json.errors[0].message.details).toEqual({ id: second })
})

test('of ten plans created at once with one label, one is stored and nine return 409', async () => {
  const own = await createMerchant()
  const by = worker.as(own.secretKey)
  const responses = await Promise.all(Array.from({ length: 10 }, () => create({ label: 'raced' }, by)))
  const [created, ...others] = responses.toSorted((a, b) => a.status - b.status)
  expect(created!.status).toBe(200)
  for (const { status, json } of others)
    expect([status, json.errors[0].message.details.id]).toEqual([409, created!.json.subscriptions[0].id])
  expect((await accountRows(own.id)).map((rows) => rows.length)).toEqual([1, 1])
  expect((await list('', by)).headers.get('x-total-count')).toBe('1')
})
