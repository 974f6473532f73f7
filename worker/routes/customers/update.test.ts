import { expect, test } from 'vitest'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { listErrors, walletFixture, storedCustomerData } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const shop = walletFixture(merchant, worker.as(merchant.secretKey))
const { newCustomer, readCustomer, putCustomer, deleteCustomer } = shop
const otherShop = walletFixture(merchant, worker.as((await createMerchant()).secretKey))
const liveShop = walletFixture(merchant, worker.as((await merchant.issue('sk', { mode: 'live' })).key))

const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'
const emptyAddress = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
const fullCustomer = {
  firstName: 'José',
  lastName: 'Ñandú',
  company: 'Ñ & Sons',
  merchantIdentifier: 'C-1001',
  phoneNumber: '+49 30 123456',
  emailAddress: 'jose@shop.example',
  shippingAddress: { ...emptyAddress, line1: '1 Main St', city: 'Ulm', country: 'DE' },
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

/** A customer with a value in every member, and these values. */
const newFullCustomer = async () => {
  const merchantIdentifier = crypto.randomUUID()
  return {
    id: await newCustomer({ ...fullCustomer, merchantIdentifier }),
    values: { ...fullCustomer, merchantIdentifier },
  }
}

test.each<[string, object, object]>([
  ['an empty body changes nothing', {}, {}],
  ['a first name changes the first name', { firstName: 'Ada' }, { firstName: 'Ada' }],
  ['null in a text member empties it', { company: null }, { company: '' }],
  ['an empty text empties its member', { phoneNumber: '' }, { phoneNumber: '' }],
  ['null as merchantIdentifier removes it', { merchantIdentifier: null }, { merchantIdentifier: '' }],
  ['an empty merchantIdentifier removes it', { merchantIdentifier: '' }, { merchantIdentifier: '' }],
  [
    'a part of an address replaces the whole address',
    { shippingAddress: { city: 'Bonn' } },
    { shippingAddress: { ...emptyAddress, city: 'Bonn' } },
  ],
  ['null as address empties the address', { shippingAddress: null }, { shippingAddress: emptyAddress }],
  ['metadata replaces all metadata', { metadata: { tier: 'silver' } }, { metadata: { tier: 'silver' } }],
  ['null as metadata removes all metadata', { metadata: null }, { metadata: {} }],
  [
    'null in every member empties the customer',
    Object.fromEntries(Object.keys(emptyCustomer).map((name) => [name, null])),
    emptyCustomer,
  ],
  ['an empty value in every member empties the customer', emptyCustomer, emptyCustomer],
  ['read-only members change nothing', { id: unknownId }, {}],
])('customer update: %s', async (_title, body, change) => {
  const { id, values } = await newFullCustomer()
  const response = await putCustomer(id, body)
  expect(response.status).toBe(200)
  expect(response.json).toEqual({
    requestId: response.headers.get('x-request-id'),
    customers: [{ id, ...values, ...change }],
    errors: null,
  })
  const later = await readCustomer(id)
  expect(later.json).toEqual({ ...response.json, requestId: later.json.requestId })
})

test('a customer can be updated with its own body from a GET', async () => {
  const { id } = await newFullCustomer()
  const [read] = (await readCustomer(id)).json.customers
  expect((await putCustomer(id, read)).json.customers).toEqual([read])
})

test('updating a customer to a merchantIdentifier in use returns 409 already_exists; its own and a freed one are accepted', async () => {
  const [one, other] = [await newFullCustomer(), await newFullCustomer()]
  const { merchantIdentifier } = one.values
  const before = await storedCustomerData(merchant)
  const response = await putCustomer(other.id, { merchantIdentifier, firstName: 'Ada' })
  expect(response.status).toBe(409)
  expect(response.json).toMatchObject({
    customers: null,
    errors: [{ type: 'already_exists', message: { field: 'merchantIdentifier', details: { id: one.id } } }],
  })
  expect(await storedCustomerData(merchant)).toEqual(before)
  expect((await putCustomer(one.id, { merchantIdentifier })).status).toBe(200)
  for (const owner of [otherShop, liveShop])
    expect((await owner.putCustomer(await owner.newCustomer(), { merchantIdentifier })).status).toBe(200)
  await deleteCustomer(one.id)
  expect((await putCustomer(other.id, { merchantIdentifier })).status).toBe(200)
})

test('of ten customers updated at once to one merchantIdentifier, one gets it and nine return 409', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => newCustomer()))
  const merchantIdentifier = crypto.randomUUID()
  const responses = await Promise.all(ids.map((id) => putCustomer(id, { merchantIdentifier })))
  const updated = responses.filter(({ status }) => status === 200)
  expect(updated).toHaveLength(1)
  const holder = updated[0]!.json.customers[0].id
  for (const response of responses.filter((response) => response !== updated[0]))
    expect([response.status, response.json.errors[0].message.details.id]).toEqual([409, holder])
})

const invalidBodies: readonly [unknown, ...(readonly [type: string, field: string | null])[]][] = [
  [undefined, ['body_required', null]],
  ['{', ['json_invalid', null]],
  [
    { firstName: 'x'.repeat(101), company: 5, metadata: { key: 5 } },
    ['type_invalid', 'company'],
    ['length_invalid', 'firstName'],
    ['type_invalid', 'metadata.key'],
  ],
  [{ merchantIdentifier: 'x'.repeat(101) }, ['length_invalid', 'merchantIdentifier']],
  [{ shippingAddress: { country: 'Germany' } }, ['format_invalid', 'shippingAddress.country']],
]

test.each(
  invalidBodies.map(
    ([body, ...errors]) =>
      [errors.map(([type, field]) => `${type} of ${field ?? 'the body'}`).join(' and '), body, errors] as const,
  ),
)('updating a customer with an invalid body returns 400 %s and changes nothing', async (_errors, body, errors) => {
  const { id } = await newFullCustomer()
  const before = await storedCustomerData(merchant)
  const response = await putCustomer(id, body)
  expect([response.status, listErrors(response), response.json.customers]).toEqual([400, errors, null])
  expect(await storedCustomerData(merchant)).toEqual(before)
})
