import { afterAll, describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import type { Answered } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { errorsOf, keeping, vaultOf } from '../../testing/vault.ts'

/** A customer's payment methods after they were stored: another one becomes the default, and one is deleted. */

const worker = startWorker()
const merchant = await createMerchant()
const shop = keeping(merchant, worker.as(merchant.secretKey))
const { newWallet, newEntry, putEntry, deleteEntry, listWallet, theDefault, notes, entryRow, pay, subscribe } = shop
const otherMerchant = await createMerchant()
const otherShop = keeping(otherMerchant, worker.as(otherMerchant.secretKey))
const liveShop = keeping(merchant, worker.as((await merchant.issue('sk', { mode: 'live' })).key))

const unknown = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'
const shownOf = async (customer: string, id: string) =>
  (await listWallet(customer)).json.wallet.find((entry: { id: string }) => entry.id === id)

// What is due here is nobody else's to charge.
afterAll(() => merchant.run("UPDATE subscriptions SET status = 'canceled', due = NULL WHERE account = ?", merchant.id))

describe('a default', () => {
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
})

describe('an entry that is deleted', () => {
  test('loses what was sealed and the key to it, is listed no more, and nothing is charged to it', async () => {
    const { customer, entries } = await newWallet(2)
    const [first = '', second = ''] = entries
    expect((await pay({ wallet: second })).status).toBe(200)
    const answer = await deleteEntry(customer, second)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ requestId: answer.headers.get('x-request-id'), errors: null })
    expect(await entryRow(second)).toMatchObject({ sealedPan: null, wrappedPanKey: null, isDefault: 0 })
    expect((await entryRow(second))['deleted']).toEqual(expect.any(Number))
    const list = await listWallet(customer)
    expect(list.json.wallet).toMatchObject([{ id: first, default: true }])
    expect(list.headers.get('x-total-count')).toBe('1')
    for (const stored of [{ wallet: second }, { wallet: second, customer }]) {
      const refused = await pay(stored)
      expect(refused.status).toBe(400)
      expect(errorsOf(refused)).toEqual([['wallet_not_found', 'payment.stored.wallet']])
    }
    for (const again of [await deleteEntry(customer, second), await putEntry(customer, second, { default: true })])
      expect([again.status, errorsOf(again)]).toEqual([404, [['not_found', null]]])
    expect(await notes(customer)).toEqual([
      ['wallet.default', first],
      ['wallet.deleted', second],
    ])
  })

  test('hands the default on to the newest other one, until none is left', async () => {
    const { customer, entries } = await newWallet(4)
    const [first = '', second = '', third = '', fourth = ''] = entries
    await putEntry(customer, third, { default: true })
    expect((await deleteEntry(customer, third)).status).toBe(200)
    expect(await theDefault(customer)).toBe(fourth)
    await deleteEntry(customer, second)
    expect(await theDefault(customer)).toBe(fourth)
    await deleteEntry(customer, fourth)
    expect(await theDefault(customer)).toBe(first)
    expect((await pay({ customer })).status).toBe(200)
    await deleteEntry(customer, first)
    expect(await theDefault(customer)).toBeNull()
    expect(errorsOf(await pay({ customer }))).toEqual([['wallet_not_found', 'payment.stored.wallet']])
    expect((await notes(customer)).slice(2)).toEqual([
      ['wallet.deleted', third],
      ['wallet.default', fourth],
      ['wallet.deleted', second],
      ['wallet.deleted', fourth],
      ['wallet.default', first],
      ['wallet.deleted', first],
    ])
    expect(await theDefault(customer)).toBeNull()
    const fresh = await newEntry(customer)
    expect(await theDefault(customer)).toBe(fresh)
  })

  test.each<[Fate, number, number]>([
    ['fails before', 2, 200],
    ['fails after', 1, 404],
  ])('goes wholly or not at all, where the database %s it', async (fate, left, again) => {
    const { customer, entries } = await newWallet(2)
    const { d1 } = brokenDatabase(bindings.DB_00, (batch) => (batch > 1 ? fate : 'runs'))
    const broken = keeping(merchant, startWorker({}, { DB_00: d1 }).as(merchant.secretKey))
    expect((await broken.deleteEntry(customer, entries[0]!)).status).toBe(503)
    expect((await listWallet(customer)).json.wallet).toHaveLength(left)
    expect(await theDefault(customer)).toBe(entries[2 - left])
    expect((await deleteEntry(customer, entries[0]!)).status).toBe(again)
  })
})

describe('a subscription', () => {
  /** What it is charged to: the first entry is the default, the second one is deleted. */
  const charged = { first: 0, second: 1 } as const

  test.each([
    ['active', 'second'],
    ['past_due', 'second'],
    ['paused', 'second'],
    ['active', null],
    ['past_due', null],
    ['paused', null],
  ] as const)('that is %s and names %s keeps the entry that it is charged to', async (status, names) => {
    const { customer, entries } = await newWallet(2)
    const wallet = names === null ? null : entries[charged[names]]!
    const id = await subscribe(customer, { wallet, status })
    if (names === null) await putEntry(customer, entries[1]!, { default: true })
    const before = await vaultOf(merchant)
    const answer = await deleteEntry(customer, entries[1]!)
    expect(answer.status).toBe(409)
    expect(answer.json.errors).toMatchObject([
      {
        type: 'invalid_state',
        message: { field: null, details: { state: expect.any(String), subscription: id, allowed: ['cancel'] } },
      },
    ])
    expect(await vaultOf(merchant)).toEqual(before)
    expect((await pay({ wallet: entries[1] })).status).toBe(200)
  })

  test.each([
    ['active', 'first', 'first'],
    ['active', null, null],
    ['unpaid', 'second', null],
    ['unpaid', 'first', 'first'],
    ['canceled', 'second', 'second'],
    ['completed', 'second', 'second'],
  ] as const)('that is %s and names %s lets the other go, and names %s then', async (status, names, then) => {
    const { customer, entries } = await newWallet(2)
    const wallet = names === null ? null : entries[charged[names]]!
    const id = await subscribe(customer, { wallet, status, ...(status !== 'active' && { due: null }) })
    expect((await deleteEntry(customer, entries[1]!)).status).toBe(200)
    expect(await shop.subscriptionRow(id)).toMatchObject({
      wallet: then === null ? null : entries[charged[then]],
      status,
      newMethod: 0,
    })
  })

  const changes: Readonly<Record<string, (customer: string, entries: readonly string[]) => Promise<Answered>>> = {
    'is made the default': (customer, [, second]) => putEntry(customer, second!, { default: true }),
    'is stored as the default': (customer) => shop.addEntry(customer, 'test-visa-4242', true),
    'becomes it by a deletion': (customer, [first]) => deleteEntry(customer, first!),
  }
  test.each(
    Object.keys(changes).flatMap((how) => (['unpaid', 'past_due'] as const).map((status) => [status, how] as const)),
  )('that is %s is tried at once where another entry %s', async (status, how) => {
    const { customer, entries } = await newWallet(3)
    const later = Date.now() + 3_600_000
    const id = await subscribe(customer, { wallet: entries[2]!, status, due: later })
    const { version } = await shop.subscriptionRow(id)
    expect((await changes[how]!(customer, entries)).status).toBe(200)
    const row = await shop.subscriptionRow(id)
    expect(row).toMatchObject({ wallet: null, newMethod: 1, status })
    expect(row['due']).toBeLessThanOrEqual(Date.now())
    expect(row['version']).toBeGreaterThan(version)
  })

  test('that is unpaid is tried with the first entry of a customer who has none any more', async () => {
    const { customer, entries } = await newWallet(1)
    const id = await subscribe(customer, { wallet: entries[0]!, status: 'unpaid', due: null })
    await deleteEntry(customer, entries[0]!)
    expect(await shop.subscriptionRow(id)).toMatchObject({ wallet: null, newMethod: 0, due: null })
    await newEntry(customer)
    expect(await shop.subscriptionRow(id)).toMatchObject({ wallet: null, newMethod: 1, due: expect.any(Number) })
  })

  test.each<[string, (customer: string, entries: readonly string[]) => Promise<Answered>]>([
    ['the default is made the default', (customer, [first]) => putEntry(customer, first!, { default: true })],
    ['another is not', (customer, [, second]) => putEntry(customer, second!, { default: false })],
    ['one more is stored', (customer) => shop.addEntry(customer, 'test-visa-4242')],
    ['another is deleted', (customer, [, second]) => deleteEntry(customer, second!)],
  ])('waits on where %s', async (_what, change) => {
    const { customer, entries } = await newWallet(3)
    const id = await subscribe(customer, { wallet: entries[2]!, status: 'unpaid', due: null })
    expect((await change(customer, entries)).status).toBe(200)
    expect(await shop.subscriptionRow(id)).toMatchObject({ wallet: entries[2], newMethod: 0, due: null })
  })

  test('of another customer is none of it', async () => {
    const [one, other] = [await newWallet(2), await newWallet(1)]
    const id = await subscribe(other.customer, { status: 'unpaid', due: null })
    await putEntry(one.customer, one.entries[1]!, { default: true })
    await deleteEntry(one.customer, one.entries[1]!)
    expect(await shop.subscriptionRow(id)).toMatchObject({ newMethod: 0, due: null })
  })
})

describe('whose entry it is', () => {
  const attempts: Readonly<Record<string, (customer: string, wallet: string) => Promise<Answered>>> = {
    changes: (customer, wallet) => putEntry(customer, wallet, { default: true }),
    reads: (customer, wallet) => putEntry(customer, wallet, {}),
    deletes: deleteEntry,
  }

  test.each(Object.entries(attempts))('is not told to who %s it', async (_what, attempt) => {
    const [own, other] = [await newWallet(2), await newWallet(1)]
    const [foreign, live] = [await otherShop.newWallet(1), await liveShop.newCustomer()]
    const before = [await vaultOf(merchant), await vaultOf(otherMerchant)]
    const bytes = async (paths: readonly (readonly [customer: string, wallet: string])[]) => {
      const seen = new Set<string>()
      for (const path of paths) {
        const answer = await attempt(...path)
        expect(answer.status).toBe(404)
        seen.add(answer.text.replace(answer.json.requestId, ''))
      }
      return [...seen].map((text) => JSON.parse(text).errors[0].message.details)
    }
    expect(
      await bytes([unknown, foreign.customer, live].map((customer) => [customer, foreign.entries[0]!] as const)),
    ).toEqual([{ resource: 'customer' }])
    expect(
      await bytes([unknown, foreign.entries[0]!, other.entries[0]!].map((wallet) => [own.customer, wallet] as const)),
    ).toEqual([{ resource: 'wallet entry' }])
    expect([await vaultOf(merchant), await vaultOf(otherMerchant)]).toEqual(before)
  })

  test.each(['abcdefg', 'a'.repeat(65), 'abcd_efgh'])('%s is no id', async (id) => {
    const { customer, entries } = await newWallet(1)
    for (const [path, field] of [
      [[id, entries[0]!], 'Customer'],
      [[customer, id], 'Wallet'],
    ] as const)
      for (const attempt of Object.values(attempts)) {
        const answer = await attempt(...path)
        expect([answer.status, errorsOf(answer)]).toEqual([400, [['id_invalid', field]]])
      }
  })
})

test('each change is one round trip beside that of the key', async () => {
  const { customer, entries } = await newWallet(3)
  const answers = [
    await putEntry(customer, entries[1]!, { default: true }),
    await putEntry(customer, entries[1]!, {}),
    await deleteEntry(customer, entries[1]!),
  ]
  expect(answers.map(({ status, d1 }) => [status, d1])).toEqual(answers.map(() => [200, 2]))
})
