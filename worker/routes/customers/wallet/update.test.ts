import { expect, test } from 'vitest'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import { listErrors, walletFixture, storedCustomerData } from '../../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const shop = walletFixture(merchant, worker.as(merchant.secretKey))
const { newWallet, putEntry, deleteEntry, listWallet, defaultEntry: theDefault, auditEntries: notes, entryRow } = shop
const readEntry = async (customer: string, id: string) =>
  (await listWallet(customer)).json.wallet.find((entry: { id: string }) => entry.id === id)

test.each([
  ['default true makes another entry the default', 1, { default: true }, 1],
  ['default true of the default changes nothing', 0, { default: true }, 0],
  ['default false of another entry changes nothing', 1, { default: false }, 0],
  ['default null of another entry changes nothing', 1, { default: null }, 0],
  ['an empty body changes nothing', 1, {}, 0],
  ['default null of the default changes nothing', 0, { default: null }, 0],
])('wallet entry update: %s', async (_title, at, body, expected) => {
  const { customer, entries } = await newWallet(3)
  const response = await putEntry(customer, entries[at]!, body)
  expect(response.status).toBe(200)
  expect(response.json).toEqual({
    requestId: response.headers.get('x-request-id'),
    wallet: [await readEntry(customer, entries[at]!)],
    errors: null,
  })
  expect(response.json.wallet[0]).toMatchObject({ id: entries[at], default: at === expected })
  expect(await theDefault(customer)).toBe(entries[expected])
  expect(await notes(customer)).toEqual([
    ['wallet.default', entries[0]],
    ...(expected === 0 ? [] : [['wallet.default', entries[expected]]]),
  ])
})

test('a change of the default adds an audit entry with the API key', async () => {
  const { customer, entries } = await newWallet(2)
  const { requestId } = (await putEntry(customer, entries[1]!, { default: true })).json
  expect(await merchant.rows('SELECT action, key FROM audit WHERE requestId = ?', requestId)).toEqual([
    { action: 'wallet.default', key: merchant.secretKeyId },
  ])
})

test.each<[string, number, [type: string, field: string | null], unknown]>([
  ['default false of the default', 409, ['default_wallet_required', 'default'], { default: false }],
  ['a text as default', 400, ['type_invalid', 'default'], { default: 'yes' }],
  ['a number as default', 400, ['type_invalid', 'default'], { default: 1 }],
  ['no body', 400, ['body_required', null], undefined],
  ['a list as body', 400, ['json_invalid', null], []],
])('updating a wallet entry with %s returns %i %j and changes nothing', async (_input, status, error, body) => {
  const { customer, entries } = await newWallet(2)
  const before = await storedCustomerData(merchant)
  const response = await putEntry(customer, entries[0]!, body)
  expect(response.status).toBe(status)
  expect(response.json.wallet).toBeNull()
  expect(listErrors(response)).toEqual([error])
  expect(await storedCustomerData(merchant)).toEqual(before)
})

test('a wallet has exactly one default during and after 100 concurrent changes of it', async () => {
  const { customer, entries } = await newWallet(5)
  const requested = Array.from({ length: 100 }, (_, index) => entries[index % 5]!)
  const [responses, lists] = await Promise.all([
    Promise.all(requested.map((id) => putEntry(customer, id, { default: true }))),
    Promise.all(Array.from({ length: 20 }, () => listWallet(customer))),
  ])
  for (const [index, { status, json }] of responses.entries())
    expect([status, json.wallet[0].id, json.wallet[0].default]).toEqual([200, requested[index], true])
  for (const { json } of lists)
    expect(json.wallet.filter((entry: { default: boolean }) => entry.default)).toHaveLength(1)
  const changes = (await notes(customer)).map(([, wallet]) => wallet)
  expect(await theDefault(customer)).toBe(changes.at(-1))
  // Only changes are in the audit: no entry follows one of the same default.
  expect(changes.filter((wallet, index) => wallet === changes[index - 1])).toEqual([])
  expect(changes.length).toBeGreaterThan(5)
})

test('a wallet has exactly one default while entries are changed, added and deleted; deleted entries lose their sealed cards', async () => {
  const { customer, entries } = await newWallet(8)
  const responses = await Promise.all([
    ...Array.from({ length: 40 }, (_, index) => putEntry(customer, entries[index % 8]!, { default: true })),
    ...entries.slice(0, 6).flatMap((id) => [deleteEntry(customer, id), deleteEntry(customer, id)]),
    ...Array.from({ length: 10 }, (_, index) => shop.addEntry(customer, 'test-visa-4242', index % 2 === 0)),
    ...Array.from({ length: 10 }, () => listWallet(customer)),
  ])
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 404]))
  const lists = responses.filter(({ json }) => json.wallet?.length > 1)
  for (const { json } of lists)
    expect(json.wallet.filter((entry: { default: boolean }) => entry.default)).toHaveLength(1)
  expect(lists.length).toBe(10)
  const remaining = (await listWallet(customer)).json.wallet.map(({ id }: { id: string }) => id)
  expect(remaining).toHaveLength(12)
  expect(remaining).toContain(await theDefault(customer))
  for (const id of entries.slice(0, 6)) {
    expect(await entryRow(id)).toMatchObject({ sealedPan: null, wrappedPanKey: null, isDefault: 0 })
    expect(
      (await notes(customer)).filter(([action, wallet]) => action === 'wallet.deleted' && wallet === id),
    ).toHaveLength(1)
  }
})
