import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { insertCustomer } from './customers.ts'
import { Database, sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import { storeScope } from '../../testing/fixtures/storeScope.ts'
import type { Owner } from '../sql/owner.ts'
import { lookUpWallet, missingWalletReason, setInitialPayment, walletSource } from './storedMethods.ts'
import { insertCardEntry, makeDefault } from './walletEntries.ts'

/** Reads and writes of wallet entries by payments. */

const counter = { trips: 0, databaseMs: 0 }
const database = new Database(bindings.DB_00, counter)
const { id: account } = await createMerchant()
const own: Owner = { account, mode: 'test' }
const otherMode: Owner = { account, mode: 'live' }
const otherAccount: Owner = { account: (await createMerchant()).id, mode: 'test' }

const createCustomer = async (owner: Owner): Promise<string> => {
  const id = crypto.randomUUID()
  const members = { firstName: '', lastName: '', company: '', phoneNumber: '', emailAddress: '', shippingAddress: {} }
  const customer = { id, ...members, merchantIdentifier: null, metadata: {}, created: Date.now() }
  await insertCustomer(storeScope(database, owner), customer)
  return id
}

/** Creates an entry whose sealed values contain its id. */
const createEntry = async (customer: string, owner: Owner = own): Promise<string> => {
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

const ada = await createCustomer(own)
const [adasDefault, adasOther] = [await createEntry(ada), await createEntry(ada)]
const bob = await createCustomer(own)
const bobs = await createEntry(bob)
const empty = await createCustomer(own)
const gone = await createCustomer(own)
const gones = await createEntry(gone)
await run(sql('UPDATE customers SET deleted = 1 WHERE id = ?', gone))
const erased = await createEntry(ada)
await run(sql('UPDATE walletEntries SET deleted = 1, sealedPan = NULL, wrappedPanKey = NULL WHERE id = ?', erased))
const liveCustomer = await createCustomer(otherMode)
const liveEntry = await createEntry(liveCustomer, otherMode)
const foreign = await createCustomer(otherAccount)
const foreigns = await createEntry(foreign, otherAccount)
const missing = crypto.randomUUID()

describe('walletSource', () => {
  test.each<[string, string | null, string | null, string]>([
    ['customer', ada, null, adasDefault],
    ['entry', null, adasOther, adasOther],
    ['customer and entry', ada, adasOther, adasOther],
    ['customer with one entry', bob, null, bobs],
  ])('reference by %s selects the expected entry', async (_case, customer, wallet, found) => {
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
      source: null,
      customer: found === bobs ? bob : ada,
      wallet: found,
      networkTransactionId: null,
      initialReferences: null,
      address: '{"postalCode":"46201"}',
    })
    expect(missingWalletReason(reference, await first(lookUpWallet(own, reference)))).toBeNull()
  })

  const unavailableCustomers = { missing, deleted: gone, live: liveCustomer, foreign }
  const unavailableEntries = {
    missing,
    erased,
    'customer-deleted': gones,
    live: liveEntry,
    foreign: foreigns,
  }
  test.each<[string, string | null, string | null, string]>([
    ...Object.entries(unavailableCustomers).flatMap(([what, customer]): [string, string, string | null, string][] => [
      [`${what} customer`, customer, null, 'customer_not_found'],
      [`${what} customer and existing entry`, customer, adasOther, 'customer_not_found'],
    ]),
    ...Object.entries(unavailableEntries).flatMap(([what, wallet]): [string, string | null, string, string][] => [
      [`${what} entry`, null, wallet, 'wallet_not_found'],
      [`${what} entry and existing customer`, ada, wallet, 'wallet_not_found'],
    ]),
    ['customer without a default', empty, null, 'wallet_not_found'],
    ['entry of another customer', ada, bobs, 'wallet_not_of_customer'],
    ['entry of another customer and customer without entries', empty, adasDefault, 'wallet_not_of_customer'],
  ])('reference by %s selects no row', async (_case, customer, wallet, reason) => {
    const reference = { customer, wallet }
    expect(await run(walletSource(own, reference))).toEqual([[]])
    expect(missingWalletReason(reference, await first(lookUpWallet(own, reference)))).toBe(reason)
  })

  test.each<[string | null, string | null]>([
    [ada, null],
    [null, adasOther],
    [ada, adasOther],
  ])('reference by customer %s and wallet %s uses an index', async (customer, wallet) => {
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

describe('makeDefault', () => {
  test('new default replaces the previous one', async () => {
    const customer = await createCustomer(own)
    const [, second] = [await createEntry(customer), await createEntry(customer)]
    for (let times = 0; times < 2; times++) {
      await run(...makeDefault(own, customer, second))
      expect(await defaults(customer)).toEqual([second])
    }
  })

  test('concurrent defaults leave one default', async () => {
    const customer = await createCustomer(own)
    const entries: string[] = []
    for (let count = 0; count < 5; count++) entries.push(await createEntry(customer))
    await Promise.all([...entries, ...entries].map((id) => run(...makeDefault(own, customer, id))))
    expect(await defaults(customer)).toHaveLength(1)
  })

  test.each([
    ['entry of another customer', own, () => bobs],
    ['deleted entry', own, () => erased],
    ['missing entry', own, () => missing],
    ['entry of the other mode', otherMode, () => adasOther],
    ['entry of another account', otherAccount, () => adasOther],
  ])('default is not changed to %s', async (_case, owner, entry) => {
    await run(...makeDefault(owner, ada, entry()))
    expect(await defaults(ada)).toEqual([adasDefault])
    expect(await defaults(bob)).toEqual([bobs])
  })

  test('second default and deleted default violate constraints of the table', async () => {
    await expect(run(sql('UPDATE walletEntries SET isDefault = 1 WHERE id = ?', adasOther))).rejects.toThrow('UNIQUE')
    await expect(run(sql('UPDATE walletEntries SET isDefault = 1 WHERE id = ?', erased))).rejects.toThrow('CHECK')
  })
})

test('deletion of an entry without its sealed values and key violates a constraint', async () => {
  for (const left of ['sealedPan', 'wrappedPanKey']) {
    const other = left === 'sealedPan' ? 'wrappedPanKey' : 'sealedPan'
    await expect(
      database.batch([sql(`UPDATE walletEntries SET deleted = 1, ${other} = NULL WHERE id = ?`, adasOther)]),
    ).rejects.toThrow('CHECK')
  }
})

const storedNetworkId = async (wallet: string) =>
  (await first(sql('SELECT networkTransactionId FROM walletEntries WHERE id = ?', wallet)))?.['networkTransactionId']

describe('setInitialPayment', () => {
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
      setInitialPayment({ account, mode }, id),
    )
    return id
  }
  test('network id of the first payment is stored and not overwritten', async () => {
    const entry = await createEntry(await createCustomer(own))
    for (const [networkId, stored] of [
      [null, null],
      ['NET1', 'NET1'],
      [null, 'NET1'],
      ['NET2', 'NET1'],
    ] as const) {
      await paid(entry, networkId)
      expect(await storedNetworkId(entry)).toBe(stored)
    }
    expect(await first(walletSource(own, { customer: null, wallet: entry }))).toMatchObject({
      networkTransactionId: 'NET1',
    })
  })

  test('the reference of the first payment over each connection is stored and not overwritten', async () => {
    const entry = await createEntry(await createCustomer(own))
    const paidOver = async (connection: string, raw: string | null) => {
      const id = await paid(entry, null)
      await run(
        sql('UPDATE transactions SET connection = ? WHERE id = ?', connection, id),
        sql(
          `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRef, storedRequestId, created, updated)
           VALUES (?, ?, ?, ?, 'authorize', 'approved', 100, ?, 'request', 0, 0)`,
          id,
          id,
          own.account,
          own.mode,
          JSON.stringify({ ...(raw !== null && { raw }) }),
        ),
        setInitialPayment(own, id),
      )
    }
    const stored = async () =>
      (await first(walletSource(own, { customer: null, wallet: entry })))?.['initialReferences']
    await paidOver('one', null)
    expect(await stored()).toBeNull()
    await paidOver('one', '11')
    await paidOver('two', '21')
    await paidOver('one', '12')
    expect(JSON.parse(String(await stored()))).toEqual({ one: '11', two: '21' })
  })

  test('network id is stored for its own entry only, and never from another account or mode', async () => {
    const customer = await createCustomer(own)
    const [one, other] = [await createEntry(customer), await createEntry(customer)]
    for (const owner of [otherMode, otherAccount]) await paid(one, 'NET3', owner)
    expect(await storedNetworkId(one)).toBeNull()
    const id = await paid(one, null)
    await run(sql("UPDATE transactions SET networkTransactionId = 'NET4' WHERE id = ?", id))
    for (const owner of [otherMode, otherAccount]) await run(setInitialPayment(owner, id))
    expect(await storedNetworkId(one)).toBeNull()
    await run(setInitialPayment(own, id))
    expect([await storedNetworkId(one), await storedNetworkId(other)]).toEqual(['NET4', null])
  })
})
