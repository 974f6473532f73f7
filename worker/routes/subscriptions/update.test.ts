import { afterAll, expect, test } from 'vitest'
import { iso, idOf, now, ok, pathOf, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'
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
  ['a new total', { total: 12.5 }, [12.5, 1, 0, 0]],
  ['amount parts', { subtotal: 10, tax: 1.9, surcharge: 0.1, shipping: 3 }, [15, 1.9, 0.1, 3]],
  ['a total and one part', { total: 20, tax: 3.8 }, [20, 3.8, 0, 0]],
  ['a total and all parts', { total: 10.3, subtotal: 10.1, tax: 0.1, surcharge: 0.1 }, [10.3, 0.1, 0.1, 0]],
])(
  'updating a subscription with %s changes its amounts and adds an audit entry',
  async (_amount, amount, [total, tax, surcharge, shipping]) => {
    const path = await newPath({ amount: { total: 9, tax: 1 } })
    const subscription = await updated(path, { amount })
    expect(subscription).toMatchObject({
      totalAmount: total,
      taxAmount: tax,
      surchargeAmount: surcharge,
      shippingAmount: shipping,
      status: 'active',
    })
    expect((await list(customer)).json.customerSubscriptions).toContainEqual(subscription)
    const [note] = await audit(path)
    expect(note).toMatchObject({
      action: 'subscription.changed',
      key: merchant.secretKeyId,
      detail: { customer, subscription: idOf(path), changes: { totalAmount: { old: 9, new: total } } },
    })
    expect(note!.detail.changes).not.toHaveProperty('status')
  },
)

test.each<[string, string, string, object]>([
  ['an empty body', 'required', 'amount', {}],
  ['an empty amount', 'required', 'amount.total', { amount: {} }],
  [
    'parts that do not sum up to the total',
    'amount_mismatch',
    'amount.total',
    { amount: { total: 10, subtotal: 10, tax: 1, surcharge: 0 } },
  ],
  ['a total of 0 and a tax', 'amount_mismatch', 'amount.total', { amount: { total: 0, tax: 1 } }],
  ['a subtotal of 0 without a tax', 'out_of_range', 'amount.total', { amount: { subtotal: 0 } }],
  ['a total with three decimals', 'amount_precision_invalid', 'amount.total', { amount: { total: 1.001 } }],
  ['a total of 1e9', 'out_of_range', 'amount.total', { amount: { total: 1e9 } }],
  ['a text as total', 'type_invalid', 'amount.total', { amount: { total: '10' } }],
  ['status canceled', 'enum_invalid', 'status', { status: 'canceled' }],
  ['a total of 0 and status active', 'enum_invalid', 'status', { amount: { total: 0 }, status: 'active' }],
  ['status active and resumesAt', 'enum_invalid', 'status', { status: 'active', resumesAt: '2028-01-01' }],
  ['a pause until the past', 'out_of_range', 'resumesAt', { status: 'paused', resumesAt: '2027-01-29T23:29:59Z' }],
  ['a pause until today', 'out_of_range', 'resumesAt', { status: 'paused', resumesAt: '2027-01-30' }],
  ['a pause until 30 February', 'format_invalid', 'resumesAt', { status: 'paused', resumesAt: '2027-02-30' }],
  ['a pause until 2309', 'out_of_range', 'resumesAt', { status: 'paused', resumesAt: '2309-01-02' }],
])('updating a subscription with %s returns 400 %s of %s and changes nothing', async (_input, type, field, body) => {
  const path = await newPath()
  const before = await accountRows()
  const response = await update(path, body)
  expect([response.status, listErrors(response)]).toEqual([400, [[type, field]]])
  expect(await accountRows()).toEqual(before)
})

test('updating a subscription without a body returns 400 body_required', async () => {
  const response = await call('PUT', await newPath())
  expect([response.status, listErrors(response)]).toEqual([400, [['body_required', null]]])
})

test('updating a subscription with more decimals than its currency has returns 400 amount_precision_invalid', async () => {
  const path = await newPath({ plan: await newPlan({ amount: { value: 500, currency: 392 } }) })
  const response = await update(path, { amount: { total: 501.5, shipping: 0.5 } })
  expect(response.json.errors.map(({ message }: any) => [message.code, message.field, message.details])).toEqual([
    ['amount_precision_invalid', 'amount.total', { places: 0 }],
    ['amount_precision_invalid', 'amount.shipping', { places: 0 }],
  ])
  expect(await updated(path, { amount: { total: 501 } })).toMatchObject({ totalAmount: 501, currency: 392 })
})

test('a pause until the past returns 400 with the earliest resumesAt', async () => {
  const { json } = await update(await newPath(), { status: 'paused', resumesAt: '2027-01-01' })
  expect(json.errors[0].message.details.min).toBe(iso(now))
})

test('updating the wallet of a subscription to an entry or to the default adds an audit entry', async () => {
  const path = await newPath()
  expect(await updated(path, { wallet })).toMatchObject({ wallet, status: 'active' })
  expect(await updated(path, { wallet: null, amount: { total: 12 } })).toMatchObject({
    wallet: null,
    totalAmount: 12,
  })
  expect((await audit(path)).map(({ detail }) => detail.changes.wallet)).toEqual([
    { old: null, new: wallet },
    { old: wallet, new: null },
  ])
})

test('updating the wallet of a subscription to its current one changes nothing', async () => {
  const path = await newPath({ wallet })
  const before = await accountRows()
  expect(await updated(path, { wallet })).toMatchObject({ wallet })
  expect(await accountRows()).toEqual(before)
})

test('a wallet entry can be deleted after its subscription changed to another one', async () => {
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

test.each(['past_due', 'unpaid'])(
  'a subscription in status %s is due at once after a change of its wallet',
  async (status) => {
    const path = await newPath()
    await setState(path, status, now + 86_400_000)
    expect(await updated(path, { wallet })).toMatchObject({ status, nextCharge: iso(now) })
    expect(await subscriptionRow(path)).toMatchObject({ newMethod: 1 })
  },
)

test('updating the wallet of a subscription to an unknown, deleted, foreign or malformed id returns 400 and changes nothing', async () => {
  const customer = await newCustomer()
  const foreign = await addCard(customer)
  const deleted = await addCard(customer)
  await ok(call('DELETE', `/v1/customers/${customer}/wallet/${deleted}`))
  const path = await newPath()
  const before = await accountRows()
  for (const [body, type] of [
    [{ wallet: unknownId }, 'wallet_not_found'],
    [{ wallet: deleted }, 'wallet_not_found'],
    [{ wallet: foreign, amount: { total: 5 } }, 'wallet_not_of_customer'],
    [{ wallet: 'short' }, 'length_invalid'],
    [{ wallet: 'with_an_underscore' }, 'pattern_mismatch'],
    [{ wallet: 1 }, 'type_invalid'],
  ] as const) {
    const response = await update(path, body)
    expect([response.status, listErrors(response)], type).toEqual([400, [[type, 'wallet']]])
  }
  expect(await accountRows()).toEqual(before)
})
