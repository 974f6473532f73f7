import { expect, test } from 'vitest'
import type { Call, Merchant } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { errorsOf } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const stranger = worker.as((await createMerchant()).secretKey)

const create = (body: object = {}, by: Call = call) => by('POST', '/v1/customers', { body })
const newCustomer = async (body?: object, by?: Call): Promise<string> => (await create(body, by)).json.customers[0].id
const read = (id: string, by: Call = call) => by('GET', `/v1/customers/${id}`)

/** All that a refused request must leave as it is. */
const accountRows = ({ id, rows }: Merchant = merchant) =>
  Promise.all(
    ['customers', 'walletEntries', 'tokens', 'counters', 'audit'].map((table) =>
      rows(`SELECT * FROM ${table} WHERE account = ?`, id),
    ),
  )

const long = (length: number) => 'x'.repeat(length)
const emptyAddress = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const everything = {
  firstName: 'José',
  lastName: 'Ñandú 王小明',
  company: 'Ñ & Sons',
  merchantIdentifier: 'C-1001',
  phoneNumber: '+49 30 123456',
  emailAddress: 'jose@shop.example',
  shippingAddress: { name: 'José', line1: '1 Main St', city: 'Ulm', postalCode: '89073', country: 'DE' },
  metadata: { tier: 'gold', 'a key': '' },
}
const bare = {
  firstName: '',
  lastName: '',
  company: '',
  merchantIdentifier: '',
  phoneNumber: '',
  emailAddress: '',
  shippingAddress: emptyAddress,
  metadata: {},
}
const nulls = Object.fromEntries(Object.keys(bare).map((name) => [name, null]))

test.each([
  ['nothing', {}, bare],
  ['everything', everything, { ...everything, shippingAddress: { ...emptyAddress, ...everything.shippingAddress } }],
  ['null for everything', nulls, bare],
  ['what was read of another', bare, bare],
])('of whom %s is said is read as it was made', async (_what, said, shown) => {
  const answer = await create(said)
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({
    requestId: answer.headers.get('x-request-id'),
    customers: [{ id: expect.stringMatching(uuid), ...shown }],
    errors: null,
  })
  const again = await read(answer.json.customers[0].id)
  expect(again.status).toBe(200)
  expect(again.json).toEqual({ ...answer.json, requestId: again.headers.get('x-request-id') })
})

test('has a merchantIdentifier that no other customer of the account and mode has', async () => {
  const merchantIdentifier = 'unique'
  const first = await newCustomer({ merchantIdentifier })
  const before = await accountRows()
  const answer = await create({ merchantIdentifier, firstName: 'Other' })
  expect(answer.status).toBe(409)
  expect(answer.json.customers).toBeNull()
  expect(answer.json.errors).toMatchObject([
    { type: 'already_exists', message: { field: 'merchantIdentifier', details: { id: first } } },
  ])
  expect(await accountRows()).toEqual(before)
  for (const by of [live, stranger]) expect((await create({ merchantIdentifier }, by)).status).toBe(200)
  await call('DELETE', `/v1/customers/${first}`)
  expect((await create({ merchantIdentifier })).status).toBe(200)
})

test('is one of ten that are made at once with one merchantIdentifier, and counted once', async () => {
  const own = await createMerchant()
  const by = worker.as(own.secretKey)
  const answers = await Promise.all(Array.from({ length: 10 }, () => create({ merchantIdentifier: 'raced' }, by)))
  const made = answers.filter(({ status }) => status === 200)
  expect(made).toHaveLength(1)
  for (const answer of answers.filter((one) => one !== made[0])) {
    expect(answer.status).toBe(409)
    expect(answer.json.errors[0].message.details.id).toBe(made[0]?.json.customers[0].id)
  }
  await Promise.all(Array.from({ length: 3 }, () => create({}, by)))
  expect(await own.rows('SELECT * FROM counters WHERE account = ?', own.id)).toEqual([
    { account: own.id, mode: 'test', name: 'customers', total: 4 },
  ])
  expect(await own.rows('SELECT id FROM customers WHERE account = ?', own.id)).toHaveLength(4)
})

test.each<[object, ...(readonly [string, string])[]]>([
  [
    { firstName: long(101), lastName: 5, metadata: { key: 5 } },
    ['length_invalid', 'firstName'],
    ['type_invalid', 'lastName'],
    ['type_invalid', 'metadata.key'],
  ],
  [{ company: long(101) }, ['length_invalid', 'company']],
  [{ merchantIdentifier: long(101) }, ['length_invalid', 'merchantIdentifier']],
  [{ phoneNumber: long(51) }, ['length_invalid', 'phoneNumber']],
  [{ emailAddress: long(255) }, ['length_invalid', 'emailAddress']],
  [{ shippingAddress: 'Ulm' }, ['type_invalid', 'shippingAddress']],
  [{ shippingAddress: { country: 'Germany' } }, ['format_invalid', 'shippingAddress.country']],
  [{ metadata: { [long(41)]: '' } }, ['length_invalid', `metadata.${long(40)}`]],
])('is refused by the paths of all that is wrong (%#)', async (body, ...wrong) => {
  const before = await accountRows()
  const answer = await create(body)
  expect(answer.status).toBe(400)
  expect(errorsOf(answer)).toEqual(wrong)
  expect(answer.json.customers).toBeNull()
  expect(await accountRows()).toEqual(before)
})
