import { expect, test } from 'vitest'
import type { Call, Merchant } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const otherAccount = worker.as((await createMerchant()).secretKey)

const create = (body: object = {}, by: Call = call) => by('POST', '/v1/customers', { body })
const newCustomer = async (body?: object, by?: Call): Promise<string> => (await create(body, by)).json.customers[0].id
const read = (id: string, by: Call = call) => by('GET', `/v1/customers/${id}`)

/** All rows that a rejected request must not change. */
const accountRows = ({ id, rows }: Merchant = merchant) =>
  Promise.all(
    ['customers', 'walletEntries', 'tokens', 'counters', 'audit'].map((table) =>
      rows(`SELECT * FROM ${table} WHERE account = ?`, id),
    ),
  )

const textOf = (length: number) => 'x'.repeat(length)
const emptyAddress = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const fullCustomer = {
  firstName: 'José',
  lastName: 'Ñandú 王小明',
  company: 'Ñ & Sons',
  merchantIdentifier: 'C-1001',
  phoneNumber: '+49 30 123456',
  emailAddress: 'jose@shop.example',
  shippingAddress: { name: 'José', line1: '1 Main St', city: 'Ulm', postalCode: '89073', country: 'DE' },
  metadata: { tier: 'gold', 'a key': '' },
}
const emptyCustomer = {
  firstName: '',
  lastName: '',
  company: '',
  merchantIdentifier: '',
  phoneNumber: '',
  emailAddress: '',
  shippingAddress: emptyAddress,
  metadata: {},
}
const nulls = Object.fromEntries(Object.keys(emptyCustomer).map((name) => [name, null]))

test.each([
  ['an empty body', {}, emptyCustomer],
  [
    'every member',
    fullCustomer,
    { ...fullCustomer, shippingAddress: { ...emptyAddress, ...fullCustomer.shippingAddress } },
  ],
  ['null in every member', nulls, emptyCustomer],
  ['the members of an empty customer', emptyCustomer, emptyCustomer],
])('creating a customer with %s returns the customer as a later GET returns it', async (_body, body, expected) => {
  const response = await create(body)
  expect(response.status).toBe(200)
  expect(response.json).toEqual({
    requestId: response.headers.get('x-request-id'),
    customers: [{ id: expect.stringMatching(uuid), ...expected }],
    errors: null,
  })
  const later = await read(response.json.customers[0].id)
  expect(later.status).toBe(200)
  expect(later.json).toEqual({ ...response.json, requestId: later.headers.get('x-request-id') })
})

test('creating a customer with a merchantIdentifier in use returns 409 already_exists; other accounts, the other mode and a later customer may use it', async () => {
  const merchantIdentifier = 'unique'
  const first = await newCustomer({ merchantIdentifier })
  const before = await accountRows()
  const response = await create({ merchantIdentifier, firstName: 'Other' })
  expect(response.status).toBe(409)
  expect(response.json.customers).toBeNull()
  expect(response.json.errors).toMatchObject([
    { type: 'already_exists', message: { field: 'merchantIdentifier', details: { id: first } } },
  ])
  expect(await accountRows()).toEqual(before)
  for (const by of [live, otherAccount]) expect((await create({ merchantIdentifier }, by)).status).toBe(200)
  await call('DELETE', `/v1/customers/${first}`)
  expect((await create({ merchantIdentifier })).status).toBe(200)
})

test('of ten customers created at once with one merchantIdentifier, one is stored and counted, and nine return 409', async () => {
  const own = await createMerchant()
  const by = worker.as(own.secretKey)
  const responses = await Promise.all(Array.from({ length: 10 }, () => create({ merchantIdentifier: 'raced' }, by)))
  const created = responses.filter(({ status }) => status === 200)
  expect(created).toHaveLength(1)
  for (const response of responses.filter((response) => response !== created[0])) {
    expect(response.status).toBe(409)
    expect(response.json.errors[0].message.details.id).toBe(created[0]?.json.customers[0].id)
  }
  await Promise.all(Array.from({ length: 3 }, () => create({}, by)))
  expect(await own.rows('SELECT * FROM counters WHERE account = ?', own.id)).toEqual([
    { account: own.id, mode: 'test', name: 'customers', total: 4 },
  ])
  expect(await own.rows('SELECT id FROM customers WHERE account = ?', own.id)).toHaveLength(4)
})

const invalidBodies: readonly [object, ...(readonly [type: string, field: string])[]][] = [
  [
    { firstName: textOf(101), lastName: 5, metadata: { key: 5 } },
    ['length_invalid', 'firstName'],
    ['type_invalid', 'lastName'],
    ['type_invalid', 'metadata.key'],
  ],
  [{ company: textOf(101) }, ['length_invalid', 'company']],
  [{ merchantIdentifier: textOf(101) }, ['length_invalid', 'merchantIdentifier']],
  [{ phoneNumber: textOf(51) }, ['length_invalid', 'phoneNumber']],
  [{ emailAddress: textOf(255) }, ['length_invalid', 'emailAddress']],
  [{ shippingAddress: 'Ulm' }, ['type_invalid', 'shippingAddress']],
  [{ shippingAddress: { country: 'Germany' } }, ['format_invalid', 'shippingAddress.country']],
  [{ metadata: { [textOf(41)]: '' } }, ['length_invalid', `metadata.${textOf(40)}`]],
]

test.each(
  invalidBodies.map(
    ([body, ...errors]) => [errors.map((error) => error.join(' of ')).join(' and '), body, errors] as const,
  ),
)('creating a customer with an invalid body returns 400 %s', async (_errors, body, errors) => {
  const before = await accountRows()
  const response = await create(body)
  expect(response.status).toBe(400)
  expect(listErrors(response)).toEqual(errors)
  expect(response.json.customers).toBeNull()
  expect(await accountRows()).toEqual(before)
})
