import { afterAll, expect, test } from 'vitest'
import { idOf, ok, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { customer, newPath, update, updated, subscriptionRow, audit, subscriptionOnTestClock } =
  await subscriptionRequests()

afterAll(resetTestClocks)

test.each<[string, object]>([
  ['a total of 0', { amount: { total: 0 } }],
  ['a total and parts of 0', { amount: { total: 0, subtotal: 0, tax: 0 } }],
  ['status paused', { status: 'paused' }],
  ['a total of 0 and status paused', { amount: { total: 0 }, status: 'paused' }],
])('updating a subscription with %s pauses it and keeps its price', async (_input, body) => {
  const path = await newPath({ amount: { total: 9, tax: 1 } })
  const paused = { status: 'paused', totalAmount: 9, taxAmount: 1, nextCharge: null, resumesAt: null }
  expect(await updated(path, body)).toMatchObject(paused)
  expect(await updated(path, body)).toMatchObject(paused)
  expect((await audit(path)).map(({ action, detail }) => [action, detail])).toEqual([
    [
      'subscription.changed',
      { customer, subscription: idOf(path), changes: { status: { old: 'active', new: 'paused' } } },
    ],
  ])
  // The day of the first bill began before the pause, so its period is skipped.
  expect(await updated(path, { status: 'active' })).toMatchObject({
    ...paused,
    status: 'active',
    nextCharge: '2027-02-27T23:00:00.000Z',
  })
  expect(await audit(path)).toMatchObject([{}, { detail: { changes: { status: { old: 'paused', new: 'active' } } } }])
})

test.each<[string, object, object]>([
  ['a price', { amount: { total: 12 } }, { status: 'active', totalAmount: 12, resumesAt: null }],
  ['status active', { status: 'active' }, { status: 'active', totalAmount: 10, resumesAt: null }],
  [
    'status active and a price',
    { status: 'active', amount: { total: 12 } },
    { status: 'active', totalAmount: 12, resumesAt: null },
  ],
])('updating a paused subscription with %s resumes it', async (_input, body, expected) => {
  const path = await newPath({ startDate: '2027-02-10' })
  await updated(path, { status: 'paused', resumesAt: '2027-03-01' })
  // The subscription starts later, so no period is skipped.
  const resumed = { ...expected, status: 'pending', nextCharge: '2027-02-09T23:00:00.000Z' }
  expect(await updated(path, body)).toMatchObject(resumed)
  expect(await subscriptionRow(path)).toMatchObject({
    status: 'active',
    due: Date.parse('2027-02-09T23:00:00Z'),
    resumesAt: null,
  })
})

test.each<[string, object, object]>([
  [
    'a price and status paused',
    { amount: { total: 12 }, status: 'paused' },
    { totalAmount: 12, resumesAt: '2027-02-28T23:00:00.000Z' },
  ],
  ['another resumesAt date', { resumesAt: '2027-04-01' }, { totalAmount: 10, resumesAt: '2027-03-31T22:00:00.000Z' }],
  [
    'another resumesAt time',
    { status: 'paused', resumesAt: '2027-04-01T12:00:00+02:00' },
    { resumesAt: '2027-04-01T10:00:00.000Z' },
  ],
  [
    'a total of 0 and another resumesAt',
    { amount: { total: 0 }, resumesAt: '2027-04-01' },
    { totalAmount: 10, resumesAt: '2027-03-31T22:00:00.000Z' },
  ],
  ['status paused', { status: 'paused' }, { totalAmount: 10, resumesAt: '2027-02-28T23:00:00.000Z' }],
  ['the same resumesAt', { resumesAt: '2027-03-01' }, { resumesAt: '2027-02-28T23:00:00.000Z' }],
])('updating a paused subscription with %s keeps it paused', async (_input, body, expected) => {
  const path = await newPath()
  await updated(path, { status: 'paused', resumesAt: '2027-03-01' })
  expect(await subscriptionRow(path)).toMatchObject({ due: Date.parse('2027-02-28T23:00:00Z') })
  expect(await updated(path, body)).toMatchObject({ status: 'paused', nextCharge: null, ...expected })
  const { due, resumesAt } = await subscriptionRow(path)
  expect(due).toBe(resumesAt)
})

test('updating resumesAt of a subscription that is not paused returns 409 invalid_state', async () => {
  const path = await newPath()
  const cases: [object, string][] = [
    [{ resumesAt: '2027-03-01' }, 'active'],
    [{ amount: { total: 5 }, resumesAt: '2027-03-01' }, 'active'],
  ]
  for (const paused of [false, true]) {
    if (paused) await updated(path, { status: 'paused' })
    for (const [body, state] of paused ? cases.slice(1) : cases) {
      const response = await update(path, body)
      expect(response.json.errors).toMatchObject([
        { type: 'invalid_state', message: { field: 'resumesAt', details: { state, allowed: ['paused'] } } },
      ])
      expect([response.status, (await subscriptionRow(path))['total']]).toEqual([409, 1000])
    }
  }
})

test('updating an active subscription with status active changes nothing', async () => {
  const path = await newPath()
  const before = await subscriptionRow(path)
  expect(await updated(path, { status: 'active' })).toMatchObject({ status: 'active' })
  expect([await subscriptionRow(path), await audit(path)]).toEqual([before, []])
})

test('resuming a subscription while a charge is in progress returns 409 operation_in_progress', async () => {
  const { own, by, path, setClock, read } = await subscriptionOnTestClock('test-insufficient-9995')
  await setClock('2027-01-31T12:01:00Z')
  expect(await read()).toMatchObject({ status: 'past_due', charges: 0 })
  expect((await read()).nextCharge).toMatch(/^2027-02-01T12:0/)
  await own.run('UPDATE bills SET asking = 1 WHERE subscription = ?', idOf(path))
  await ok(update(path, { status: 'paused' }, by))
  for (const body of [{ status: 'active' }, { amount: { total: 5 } }]) {
    const response = await update(path, body, by)
    expect([response.status, listErrors(response)]).toEqual([409, [['operation_in_progress', null]]])
  }
  expect(await read()).toMatchObject({ status: 'paused', totalAmount: 10 })
  await own.run('UPDATE bills SET asking = 0 WHERE subscription = ?', idOf(path))
  const [resumed] = (await ok(update(path, { amount: { total: 5 } }, by))).customerSubscriptions
  expect(resumed).toMatchObject({ status: 'active', totalAmount: 5, nextCharge: '2027-02-28T00:00:00.000Z' })
})

test('a paused subscription resumes at resumesAt, and its skipped periods are not billed', async () => {
  const { by, path, setClock, read } = await subscriptionOnTestClock()
  await setClock('2027-01-31T12:01:00Z')
  await ok(update(path, { status: 'paused', resumesAt: '2027-03-15' }, by))
  await setClock('2027-03-14T23:59:00Z')
  expect(await read()).toMatchObject({ status: 'paused', nextCharge: null, resumesAt: '2027-03-15T00:00:00.000Z' })
  await setClock('2027-03-15T00:00:10Z')
  expect(await read()).toMatchObject({ status: 'active', resumesAt: null, nextCharge: '2027-03-31T00:00:00.000Z' })
  await setClock('2027-04-01T00:00:00Z')
  expect((await ok(by('GET', `${path}/bills`))).bills.map(({ date }: any) => date)).toEqual([
    '2027-03-31',
    '2027-01-31',
  ])
})
