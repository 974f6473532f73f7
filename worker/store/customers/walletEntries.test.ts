import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { insertCustomer } from './customers.ts'
import { Database, sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import { storeScope } from '../../testing/fixtures/storeScope.ts'
import type { Owner } from '../sql/owner.ts'
import { lookUpWallet, missingWalletReason, setNetworkTransactionId, walletSource } from './storedMethods.ts'
import { insertCardEntry, makeDefault } from './walletEntries.ts'

/** What payments by a stored method ask of the vault's rows, and what they leave there. */

const counter = { trips: 0, databaseMs: 0 }
const database = new Database(bindings.DB_00, counter)
const { id: account } = await createMerchant()
const own: Owner = { account, mode: 'test' }
const otherMode: Owner = { account, mode: 'live' }
const otherAccount: Owner = { account: (await createMerchant()).id, mode: 'test' }

const customerOf = async (owner: Owner): Promise<string> => {
  const id = crypto.randomUUID()
  const said = { firstName: '', lastName: '', company: '', phoneNumber: '', emailAddress: '', shippingAddress: {} }
  const customer = { id, ...said, merchantIdentifier: null, metadata: {}, created: Date.now() }
  await insertCustomer(storeScope(database, owner), customer)
  return id
}

/** An entry whose sealed values are its own id, to tell it by. */
const entryOf = async (customer: string, owner: Owner = own): Promise<string> => {
  const id = crypto.randomUUID()
  await insertCardEntry(
    storeScope(database, owner),
    { id, customer, makeDefault: false, address: { postalCode: '46201' }, created: Date.now() },
    {
      cardId: id,
      sealedPan: `pan ${id}`,
      wrappedPanKey: `key ${id}`,
      network: 'visa',
      last4: '4242',
      digits: 16,
      expiry: '1230',
      fingerprint: 'fingerprint',
      cardRange: 'range',
    },
    { at: Date.now(), action: 'wallet.default', detail: {} },
  )
  return id
}

const run = (...statements: Statement[]) => database.batch(statements)
const first = async (statement: Statement): Promise<Row | undefined> => (await run(statement))[0]?.[0]

const ada = await customerOf(own)
const [adasDefault, adasOther] = [await entryOf(ada), await entryOf(ada)]
const bob = await customerOf(own)
const bobs = await entryOf(bob)
const empty = await customerOf(own)
const gone = await customerOf(own)
const gones = await entryOf(gone)
await run(sql('UPDATE customers SET deleted = 1 WHERE id = ?', gone))
const erased = await entryOf(ada)
await run(sql('UPDATE walletEntries SET deleted = 1, sealedPan = NULL, wrappedPanKey = NULL WHERE id = ?', erased))
const liveCustomer = await customerOf(otherMode)
const liveEntry = await entryOf(liveCustomer, otherMode)
const foreign = await customerOf(otherAccount)
const foreigns = await entryOf(foreign, otherAccount)
const nobody = crypto.randomUUID()

describe('the stored method of a payment', () => {
  test.each<[string, string | null, string | null, string]>([
    ['a customer: the default', ada, null, adasDefault],
    ['an entry: that one', null, adasOther, adasOther],
    ['both: the entry', ada, adasOther, adasOther],
    ['a customer with one entry: that one', bob, null, bobs],
  ])('by %s', async (_what, customer, wallet, found) => {
    const reference = { customer, wallet }
    expect(await first(walletSource(own, reference))).toEqual({
      method: 'creditCard',
      cardId: found,
      sealedPan: `pan ${found}`,
      wrappedPanKey: `key ${found}`,
      network: 'visa',
      last4: '4242',
      digits: 16,
      expiry: '1230',
      fingerprint: 'fingerprint',
      cardRange: 'range',
      preferredNetwork: null,
      customer: found === bobs ? bob : ada,
      wallet: found,
      networkTransactionId: null,
      address: '{"postalCode":"46201"}',
    })
    expect(missingWalletReason(reference, await first(lookUpWallet(own, reference)))).toBeNull()
  })

  const strangers = { 'nobody made': nobody, 'was deleted': gone, 'is live': liveCustomer, 'is another’s': foreign }
  const strange = {
    'nobody made': nobody,
    'was erased': erased,
    'belongs to a customer that was deleted': gones,
    'is live': liveEntry,
    'is another’s': foreigns,
  }
  test.each<[string, string | null, string | null, string]>([
    ...Object.entries(strangers).flatMap(([what, customer]): [string, string, string | null, string][] => [
      [`a customer that ${what}`, customer, null, 'customer_not_found'],
      [`a customer that ${what}, with an entry of ours`, customer, adasOther, 'customer_not_found'],
    ]),
    ...Object.entries(strange).flatMap(([what, wallet]): [string, string | null, string, string][] => [
      [`an entry that ${what}`, null, wallet, 'wallet_not_found'],
      [`an entry that ${what}, of a customer of ours`, ada, wallet, 'wallet_not_found'],
    ]),
    ['a customer without a default', empty, null, 'wallet_not_found'],
    ['an entry of another customer', ada, bobs, 'wallet_not_of_customer'],
    ['an entry of another customer, where it has none', empty, adasDefault, 'wallet_not_of_customer'],
  ])('is not found by %s', async (_what, customer, wallet, why) => {
    const reference = { customer, wallet }
    expect(await run(walletSource(own, reference))).toEqual([[]])
    expect(missingWalletReason(reference, await first(lookUpWallet(own, reference)))).toBe(why)
  })

  test.each<[string | null, string | null]>([
    [ada, null],
    [null, adasOther],
    [ada, adasOther],
  ])('is searched by an index, however many are stored (%#)', async (customer, wallet) => {
    for (const { sql: text, values } of [
      walletSource(own, { customer, wallet }),
      lookUpWallet(own, { customer, wallet }),
    ]) {
      const [plan = []] = await run(sql(`EXPLAIN QUERY PLAN ${text}`, ...values))
      const steps = plan.map(({ detail }) => String(detail))
      expect(steps.some((step) => step.startsWith('SEARCH walletEntries'))).toBe(true)
      expect(steps.filter((step) => /^SCAN (?!CONSTANT ROW)/.test(step))).toEqual([])
    }
  })
})

const defaults = async (customer: string) =>
  (await run(sql('SELECT id FROM walletEntries WHERE customer = ? AND isDefault = 1', customer)))[0]?.map(
    ({ id }) => id,
  )

describe('another default', () => {
  test('takes the place of the one before', async () => {
    const customer = await customerOf(own)
    const [, second] = [await entryOf(customer), await entryOf(customer)]
    for (let times = 0; times < 2; times++) {
      await run(...makeDefault(own, customer, second))
      expect(await defaults(customer)).toEqual([second])
    }
  })

  test('is one of ten that are asked for at once', async () => {
    const customer = await customerOf(own)
    const entries: string[] = []
    for (let count = 0; count < 5; count++) entries.push(await entryOf(customer))
    await Promise.all([...entries, ...entries].map((id) => run(...makeDefault(own, customer, id))))
    expect(await defaults(customer)).toHaveLength(1)
  })

  test.each([
    ['an entry of another customer', own, () => bobs],
    ['an entry that was erased', own, () => erased],
    ['one that nobody made', own, () => nobody],
    ['its own, by the other mode', otherMode, () => adasOther],
    ['its own, by another account', otherAccount, () => adasOther],
  ])('is not %s', async (_what, owner, entry) => {
    await run(...makeDefault(owner, ada, entry()))
    expect(await defaults(ada)).toEqual([adasDefault])
    expect(await defaults(bob)).toEqual([bobs])
  })

  test('beside the one before is more than the table bears, and so is an erased one', async () => {
    await expect(run(sql('UPDATE walletEntries SET isDefault = 1 WHERE id = ?', adasOther))).rejects.toThrow('UNIQUE')
    await expect(run(sql('UPDATE walletEntries SET isDefault = 1 WHERE id = ?', erased))).rejects.toThrow('CHECK')
  })
})

test('an entry is not deleted without its sealed values and their key', async () => {
  for (const left of ['sealedPan', 'wrappedPanKey']) {
    const other = left === 'sealedPan' ? 'wrappedPanKey' : 'sealedPan'
    await expect(
      database.batch([sql(`UPDATE walletEntries SET deleted = 1, ${other} = NULL WHERE id = ?`, adasOther)]),
    ).rejects.toThrow('CHECK')
  }
})

const kept = async (wallet: string) =>
  (await first(sql('SELECT networkTransactionId FROM walletEntries WHERE id = ?', wallet)))?.['networkTransactionId']

describe('the network’s id of the first payment', () => {
  let lastId = Date.now()
  const paid = async (wallet: string, networkTransactionId: string | null, { account, mode }: Owner = own) => {
    const id = lastId++
    await run(
      sql(
        `INSERT INTO transactions (id, account, mode, status, method, currency, requested, wallet, initiatedBy, initial,
                                   networkTransactionId, created, updated)
         VALUES (?, ?, ?, 'authorized', 'creditCard', 840, 100, ?, 'customer', 'first', ?, 0, 0)`,
        id,
        account,
        mode,
        wallet,
        networkTransactionId,
      ),
      setNetworkTransactionId({ account, mode }, id),
    )
    return id
  }
  test('is kept from the first that has one, and stays', async () => {
    const entry = await entryOf(await customerOf(own))
    for (const [said, stays] of [
      [null, null],
      ['NET1', 'NET1'],
      [null, 'NET1'],
      ['NET2', 'NET1'],
    ] as const) {
      await paid(entry, said)
      expect(await kept(entry)).toBe(stays)
    }
    expect(await first(walletSource(own, { customer: null, wallet: entry }))).toMatchObject({
      networkTransactionId: 'NET1',
    })
  })

  test('is kept with its own entry alone, and never from a payment of another account or mode', async () => {
    const customer = await customerOf(own)
    const [one, other] = [await entryOf(customer), await entryOf(customer)]
    for (const owner of [otherMode, otherAccount]) await paid(one, 'NET3', owner)
    expect(await kept(one)).toBeNull()
    const id = await paid(one, null)
    await run(sql("UPDATE transactions SET networkTransactionId = 'NET4' WHERE id = ?", id))
    for (const owner of [otherMode, otherAccount]) await run(setNetworkTransactionId(owner, id))
    expect(await kept(one)).toBeNull()
    await run(setNetworkTransactionId(own, id))
    expect([await kept(one), await kept(other)]).toEqual(['NET4', null])
  })
})
