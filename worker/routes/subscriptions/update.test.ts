import { afterAll, expect, test } from 'vitest'
import { iso, idOf, now, ok, pathOf, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { errorsOf } from '../../testing/fixtures/walletFixture.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const {
  merchant,
  call,
  newPlan,
  newCustomer,
  addCard,
  subscribe,
  plan,
  customer,
  wallet,
  newPath,
  update,
  updated,
  list,
  subscriptionRow,
  accountRows,
  audit,
  setState,
} = await subscriptionRequests()

afterAll(resetTestClocks)

const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

test.each([
  ['a total', { total: 12.5 }, [12.5, 0, 0, 0]],
  ['parts', { subtotal: 10, tax: 1.9, surcharge: 0.1, shipping: 3 }, [15, 1.9, 0.1, 3]],
  ['a total and a part of it', { total: 20, tax: 3.8 }, [20, 3.8, 0, 0]],
  ['a total and all its parts', { total: 10.3, subtotal: 10.1, tax: 0.1, surcharge: 0.1 }, [10.3, 0.1, 0.1, 0]],
])('takes %s, and says so in the audit', async (_what, amount, [total, tax, surcharge, shipping]) => {
  const path = await newPath({ amount: { total: 9, tax: 1 } })
  const shown = await updated(path, { amount })
  expect(shown).toMatchObject({
    totalAmount: total,
    taxAmount: tax,
    surchargeAmount: surcharge,
    shippingAmount: shipping,
    status: 'active',
  })
  expect((await list(customer)).json.customerSubscriptions).toContainEqual(shown)
  const [note] = await audit(path)
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
  ['a pause until a day that is none', { status: 'paused', resumesAt: '2027-02-30' }, ['format_invalid', 'resumesAt']],
  ['a pause beyond all ids', { status: 'paused', resumesAt: '2309-01-02' }, ['out_of_range', 'resumesAt']],
])('is not %s', async (_what, body, ...wrong) => {
  const path = await newPath()
  const before = await accountRows()
  const answer = await update(path, body)
  expect([answer.status, errorsOf(answer)]).toEqual([400, wrong])
  expect(await accountRows()).toEqual(before)
})

test('is not missing its body', async () => {
  const answer = await call('PUT', await newPath())
  expect([answer.status, errorsOf(answer)]).toEqual([400, [['body_required', null]]])
})

test('has no more decimals than the currency of the subscription', async () => {
  const path = await newPath({ plan: await newPlan({ amount: { value: 500, currency: 392 } }) })
  const answer = await update(path, { amount: { total: 501.5, shipping: 0.5 } })
  expect(answer.json.errors.map(({ message }: any) => [message.code, message.field, message.details])).toEqual([
    ['amount_precision_invalid', 'amount.total', { places: 0 }],
    ['amount_precision_invalid', 'amount.shipping', { places: 0 }],
  ])
  expect(await updated(path, { amount: { total: 501 } })).toMatchObject({ totalAmount: 501, currency: 392 })
})

test('is told what comes first, where a pause ends in the past', async () => {
  const { json } = await update(await newPath(), { status: 'paused', resumesAt: '2027-01-01' })
  expect(json.errors[0].message.details.min).toBe(iso(now))
})

test('has another one charged from now on, or the default, and says so in the audit', async () => {
  const path = await newPath()
  expect(await updated(path, { wallet })).toMatchObject({ wallet, status: 'active' })
  expect(await updated(path, { wallet: null, amount: { total: 12 } })).toMatchObject({
    wallet: null,
    totalAmount: 12,
  })
  expect((await audit(path)).map(({ detail }) => detail.wallet)).toEqual([wallet, null])
})

test('to the same one is none', async () => {
  const path = await newPath({ wallet })
  const before = await accountRows()
  expect(await updated(path, { wallet })).toMatchObject({ wallet })
  expect(await accountRows()).toEqual(before)
})

test('frees the one before to be deleted', async () => {
  const customer = await newCustomer()
  const [first, second] = [await addCard(customer), await addCard(customer)]
  const { customerSubscriptions } = await ok(subscribe(customer, { plan, wallet: first }))
  const path = `${pathOf(customer)}/${customerSubscriptions[0].customerSubscriptionId}`
  const remove = (entry: string) => call('DELETE', `/v1/customers/${customer}/wallet/${entry}`)
  expect((await remove(first)).status).toBe(409)
  await updated(path, { wallet: second })
  expect((await remove(first)).status).toBe(200)
  expect((await remove(second)).status).toBe(409)
})

test.each(['past_due', 'unpaid'])('of one that is %s is tried at once', async (status) => {
  const path = await newPath()
  await setState(path, status, now + 86_400_000)
  expect(await updated(path, { wallet })).toMatchObject({ status, nextCharge: iso(now) })
  expect(await subscriptionRow(path)).toMatchObject({ newMethod: 1 })
})

test('to one that is not there, or another customer’s, is refused, and nothing is written', async () => {
  const customer = await newCustomer()
  const foreign = await addCard(customer)
  const [gone] = [await addCard(customer)]
  await ok(call('DELETE', `/v1/customers/${customer}/wallet/${gone}`))
  const path = await newPath()
  const before = await accountRows()
  for (const [body, type] of [
    [{ wallet: unknownId }, 'wallet_not_found'],
    [{ wallet: gone }, 'wallet_not_found'],
    [{ wallet: foreign, amount: { total: 5 } }, 'wallet_not_of_customer'],
    [{ wallet: 'short' }, 'length_invalid'],
    [{ wallet: 'with_an_underscore' }, 'pattern_mismatch'],
    [{ wallet: 1 }, 'type_invalid'],
  ] as const) {
    const answer = await update(path, body)
    expect([answer.status, errorsOf(answer)], type).toEqual([400, [[type, 'wallet']]])
  }
  expect(await accountRows()).toEqual(before)
})
