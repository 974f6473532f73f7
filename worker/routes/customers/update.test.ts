import { expect, test } from 'vitest'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { errorsOf, keeping, vaultOf } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const shop = keeping(merchant, worker.as(merchant.secretKey))
const { newCustomer, readCustomer, putCustomer, deleteCustomer } = shop
const otherShop = keeping(merchant, worker.as((await createMerchant()).secretKey))
const liveShop = keeping(merchant, worker.as((await merchant.issue('sk', { mode: 'live' })).key))

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

/** A customer of whom everything is known; merchantIdentifiers are unique. */
const newFullCustomer = async () => {
  const merchantIdentifier = crypto.randomUUID()
  return {
    id: await newCustomer({ ...fullCustomer, merchantIdentifier }),
    was: { ...fullCustomer, merchantIdentifier },
  }
}

test.each<[string, object, object]>([
  ['nothing is said', {}, {}],
  ['one name is', { firstName: 'Ada' }, { firstName: 'Ada' }],
  ['null is said of a text', { company: null }, { company: '' }],
  ['an empty text is', { phoneNumber: '' }, { phoneNumber: '' }],
  ['no merchantIdentifier is left', { merchantIdentifier: null }, { merchantIdentifier: '' }],
  ['an empty merchantIdentifier is said', { merchantIdentifier: '' }, { merchantIdentifier: '' }],
  [
    'part of an address is',
    { shippingAddress: { city: 'Bonn' } },
    { shippingAddress: { ...emptyAddress, city: 'Bonn' } },
  ],
  ['no address is left', { shippingAddress: null }, { shippingAddress: emptyAddress }],
  ['other metadata is', { metadata: { tier: 'silver' } }, { metadata: { tier: 'silver' } }],
  ['no metadata is left', { metadata: null }, { metadata: {} }],
  [
    'null is said of everything',
    Object.fromEntries(Object.keys(emptyCustomer).map((name) => [name, null])),
    emptyCustomer,
  ],
  ['what was read of nobody is', emptyCustomer, emptyCustomer],
  ['members are said that it has not', { id: unknownId, created: 5, stored: 9, account: 'x' }, {}],
])('changes where %s, and nothing else of it', async (_what, said, change) => {
  const { id, was } = await newFullCustomer()
  const answer = await putCustomer(id, said)
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({
    requestId: answer.headers.get('x-request-id'),
    customers: [{ id, ...was, ...change }],
    errors: null,
  })
  const again = await readCustomer(id)
  expect(again.json).toEqual({ ...answer.json, requestId: again.json.requestId })
})

test('can be sent back as it was read', async () => {
  const { id } = await newFullCustomer()
  const [read] = (await readCustomer(id)).json.customers
  expect((await putCustomer(id, read)).json.customers).toEqual([read])
})

test('takes no merchantIdentifier that another customer has, but its own, and one that is free again', async () => {
  const [one, other] = [await newFullCustomer(), await newFullCustomer()]
  const { merchantIdentifier } = one.was
  const before = await vaultOf(merchant)
  const answer = await putCustomer(other.id, { merchantIdentifier, firstName: 'Ada' })
  expect(answer.status).toBe(409)
  expect(answer.json).toMatchObject({
    customers: null,
    errors: [{ type: 'already_exists', message: { field: 'merchantIdentifier', details: { id: one.id } } }],
  })
  expect(await vaultOf(merchant)).toEqual(before)
  expect((await putCustomer(one.id, { merchantIdentifier })).status).toBe(200)
  for (const elsewhere of [otherShop, liveShop])
    expect((await elsewhere.putCustomer(await elsewhere.newCustomer(), { merchantIdentifier })).status).toBe(200)
  await deleteCustomer(one.id)
  expect((await putCustomer(other.id, { merchantIdentifier })).status).toBe(200)
})

test('takes a merchantIdentifier for one of ten customers at once', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => newCustomer()))
  const merchantIdentifier = crypto.randomUUID()
  const answers = await Promise.all(ids.map((id) => putCustomer(id, { merchantIdentifier })))
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(1)
  const by = taken[0]!.json.customers[0].id
  for (const answer of answers.filter((one) => one !== taken[0]))
    expect([answer.status, answer.json.errors[0].message.details.id]).toEqual([409, by])
})

test.each<[unknown, ...(readonly [string, string | null])[]]>([
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
])('stays as it is where the request is wrong (%#)', async (body, ...wrong) => {
  const { id } = await newFullCustomer()
  const before = await vaultOf(merchant)
  const answer = await putCustomer(id, body)
  expect([answer.status, errorsOf(answer), answer.json.customers]).toEqual([400, wrong, null])
  expect(await vaultOf(merchant)).toEqual(before)
})
