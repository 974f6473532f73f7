import { expect, test } from 'vitest'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import { errorsOf, keeping, vaultOf } from '../../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const shop = keeping(merchant, worker.as(merchant.secretKey))
const { newWallet, putEntry, deleteEntry, listWallet, theDefault, notes, entryRow } = shop
const shownOf = async (customer: string, id: string) =>
  (await listWallet(customer)).json.wallet.find((entry: { id: string }) => entry.id === id)

test.each([
  ['true of another makes that one the default', 1, { default: true }, 1],
  ['true of the default changes nothing', 0, { default: true }, 0],
  ['false of another changes nothing', 1, { default: false }, 0],
  ['null changes nothing', 1, { default: null }, 0],
  ['nothing changes nothing', 1, {}, 0],
  ['null of the default changes nothing', 0, { default: null }, 0],
])('of %s', async (_what, at, body, expected) => {
  const { customer, entries } = await newWallet(3)
  const answer = await putEntry(customer, entries[at]!, body)
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({
    requestId: answer.headers.get('x-request-id'),
    wallet: [await shownOf(customer, entries[at]!)],
    errors: null,
  })
  expect(answer.json.wallet[0]).toMatchObject({ id: entries[at], default: at === expected })
  expect(await theDefault(customer)).toBe(entries[expected])
  expect(await notes(customer)).toEqual([
    ['wallet.default', entries[0]],
    ...(expected === 0 ? [] : [['wallet.default', entries[expected]]]),
  ])
})

test('that changes is noted with the key that changed it', async () => {
  const { customer, entries } = await newWallet(2)
  const { requestId } = (await putEntry(customer, entries[1]!, { default: true })).json
  expect(await merchant.rows('SELECT action, key FROM audit WHERE requestId = ?', requestId)).toEqual([
    { action: 'wallet.default', key: merchant.secretKeyId },
  ])
})

test.each<[string, unknown, number, [string, string | null]]>([
  ['false, of the default', { default: false }, 409, ['default_wallet_required', 'default']],
  ['a text', { default: 'yes' }, 400, ['type_invalid', 'default']],
  ['a number', { default: 1 }, 400, ['type_invalid', 'default']],
  ['nothing at all', undefined, 400, ['body_required', null]],
  ['a list', [], 400, ['json_invalid', null]],
])('is not changed by %s', async (_what, body, status, error) => {
  const { customer, entries } = await newWallet(2)
  const before = await vaultOf(merchant)
  const answer = await putEntry(customer, entries[0]!, body)
  expect(answer.status).toBe(status)
  expect(answer.json.wallet).toBeNull()
  expect(errorsOf(answer)).toEqual([error])
  expect(await vaultOf(merchant)).toEqual(before)
})

test('is exactly one under 100 parallel swaps, and at every moment between', async () => {
  const { customer, entries } = await newWallet(5)
  const asked = Array.from({ length: 100 }, (_none, index) => entries[index % 5]!)
  const [answers, lists] = await Promise.all([
    Promise.all(asked.map((id) => putEntry(customer, id, { default: true }))),
    Promise.all(Array.from({ length: 20 }, () => listWallet(customer))),
  ])
  for (const [index, { status, json }] of answers.entries())
    expect([status, json.wallet[0].id, json.wallet[0].default]).toEqual([200, asked[index], true])
  for (const { json } of lists)
    expect(json.wallet.filter((entry: { default: boolean }) => entry.default)).toHaveLength(1)
  const swaps = (await notes(customer)).map(([, wallet]) => wallet)
  expect(await theDefault(customer)).toBe(swaps.at(-1))
  // A swap is noted where it changed something: no note follows one of the same entry.
  expect(swaps.filter((wallet, index) => wallet === swaps[index - 1])).toEqual([])
  expect(swaps.length).toBeGreaterThan(5)
})

test('is exactly one while entries are swapped, added and deleted at once, and nothing is left of those that went', async () => {
  const { customer, entries } = await newWallet(8)
  const answers = await Promise.all([
    ...Array.from({ length: 40 }, (_none, index) => putEntry(customer, entries[index % 8]!, { default: true })),
    ...entries.slice(0, 6).flatMap((id) => [deleteEntry(customer, id), deleteEntry(customer, id)]),
    ...Array.from({ length: 10 }, (_none, index) => shop.addEntry(customer, 'test-visa-4242', index % 2 === 0)),
    ...Array.from({ length: 10 }, () => listWallet(customer)),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
  const lists = answers.filter(({ json }) => json.wallet?.length > 1)
  for (const { json } of lists)
    expect(json.wallet.filter((entry: { default: boolean }) => entry.default)).toHaveLength(1)
  expect(lists.length).toBe(10)
  const left = (await listWallet(customer)).json.wallet.map(({ id }: { id: string }) => id)
  expect(left).toHaveLength(12)
  expect(left).toContain(await theDefault(customer))
  for (const id of entries.slice(0, 6)) {
    expect(await entryRow(id)).toMatchObject({ sealedPan: null, wrappedPanKey: null, isDefault: 0 })
    expect(
      (await notes(customer)).filter(([action, wallet]) => action === 'wallet.deleted' && wallet === id),
    ).toHaveLength(1)
  }
})
