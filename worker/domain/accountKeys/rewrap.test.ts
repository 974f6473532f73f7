import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/brokenDatabase.ts'
import { byCard, byToken, card, createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { mintAccountKey } from '../../vault/accountKeys.ts'
import { rootKeysText } from '../../vault/fixtures.ts'
import { parseRootKeys } from '../../vault/rootKeys.ts'

/** Root keys are replaced while payments go on: by isolates that know the new one, beside some that do not yet. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

const database = bindings.DB_01
const run = async (text: string, ...values: (string | number)[]) =>
  (
    await database
      .prepare(text)
      .bind(...values)
      .all()
  ).results

// A root key that other tests do not know must not wrap their keys: this file begins with none, and leaves what it found.
const [{ found } = { found: '[]' }] = (await run(
  `SELECT json_group_array(json_object('account', account, 'mode', mode, 'wrappedKey', wrappedKey, 'rootVersion', rootVersion)) AS found
   FROM accountKeys`,
)) as { found: string }[]
const forget = () => run('DELETE FROM accountKeys')
const insert = (keys: string) =>
  run(
    `INSERT INTO accountKeys (account, mode, wrappedKey, rootVersion)
     SELECT value ->> 'account', value ->> 'mode', value ->> 'wrappedKey', value ->> 'rootVersion' FROM json_each(?)`,
    keys,
  )
beforeEach(forget)
afterAll(async () => {
  await forget()
  await insert(found)
})

/** The worker with these root keys, on one shard, which it takes for two: it is swept twice at once. */
const withRoots = (...versions: number[]) => startWorker({}, { DB_00: database, ROOT_KEYS: rootKeysText(...versions) })

/** A sweep has the whole shard, and other tests leave behind what makes it fail. */
const othersFail = () => undefined

const versions = () =>
  run('SELECT rootVersion, count(*) AS keys FROM accountKeys GROUP BY rootVersion ORDER BY rootVersion')

const paid = (answer: { status: number; json: any }) => [answer.status, answer.json.responseCode]

/** What `charges` answers. */
const allPaid = Array.from({ length: 3 }, () => [200, '00'])

type Worker = ReturnType<typeof withRoots>

const tokenize = async (worker: Worker, merchant: Merchant): Promise<string> =>
  (await worker.as(merchant.secretKey)('POST', '/v1/tokens', { body: { creditCard: card() } })).json.token

/** One payment of each kind that opens something sealed, and one that seals. */
const charges = (worker: Worker, merchant: Merchant, token: string, keySet: any) => {
  const authorize = async (body: object) =>
    paid(await worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body }))
  return Promise.all([
    authorize(byToken(token)),
    authorize(byCard()),
    encryptCard(card(), keySet).then((creditCardEncrypted) =>
      authorize({ payment: { creditCardEncrypted }, amount: { value: 10.5 } }),
    ),
  ])
}

describe('a root key is replaced', () => {
  test('KEK rotation while charges run: no decrypt error, all records on the new kid at the end, old kid refuses new writes', async () => {
    const [old, both] = [withRoots(1), withRoots(1, 2)]
    const merchants = await Promise.all(Array.from({ length: 6 }, () => createMerchant({ shard: '01' })))
    const prepared = await Promise.all(
      merchants.map(async (merchant) => ({
        merchant,
        tokens: [await tokenize(old, merchant), await tokenize(old, merchant), await tokenize(old, merchant)] as const,
        keySet: (await old.as(merchant.secretKey)('GET', '/v1/encryptionkeys')).json,
      })),
    )
    expect(await versions()).toEqual([{ rootVersion: 1, keys: 6 }])

    const during = await Promise.all([
      ...prepared.flatMap(({ merchant, tokens, keySet }) => [
        charges(old, merchant, tokens[0], keySet),
        charges(both, merchant, tokens[1], keySet),
      ]),
      both.sweep().catch(othersFail),
    ])
    expect(await versions()).toEqual([{ rootVersion: 2, keys: 6 }])
    // By now every record is wrapped by a key that the old isolates were never given.
    const after = await Promise.all(
      prepared.map(({ merchant, tokens, keySet }) => charges(old, merchant, tokens[2], keySet)),
    )
    for (const answers of [...during.slice(0, -1), ...after]) expect(answers).toEqual(allPaid)

    const newcomer = await createMerchant({ shard: '01' })
    const sealed = (worker: Worker) =>
      worker.as(newcomer.secretKey)('POST', '/v1/tokens', { body: { creditCard: card() } })
    const expectRefused = async () => {
      const { status, json, headers } = await sealed(old)
      expect([status, json.errors[0].type, headers.has('retry-after')]).toEqual([503, 'unavailable', true])
    }
    await expectRefused()
    expect(await versions()).toEqual([{ rootVersion: 2, keys: 6 }])
    expect((await sealed(both)).status).toBe(200)
    expect(await versions()).toEqual([{ rootVersion: 2, keys: 7 }])
    await expectRefused()
  })

  test('and can be removed when no key is left on it: what it sealed opens', async () => {
    const merchant = await createMerchant({ shard: '01' })
    const token = await tokenize(withRoots(1), merchant)
    const keySet = (await withRoots(1).as(merchant.secretKey)('GET', '/v1/encryptionkeys')).json
    await withRoots(1, 2).sweep().catch(othersFail)
    expect(await charges(withRoots(2), merchant, token, keySet)).toEqual(allPaid)
  })

  test('for 200 accounts at a time, and the sweep goes on where it stopped', async () => {
    const roots = await parseRootKeys(rootKeysText(1))
    const keys = await Promise.all(
      Array.from({ length: 401 }, async (_, index) => ({
        account: `account-${index}`,
        mode: 'live',
        ...(await mintAccountKey(roots, `account-${index}/live`)),
      })),
    )
    await insert(JSON.stringify(keys))
    // Of its two shards one is away, so that this one is swept once.
    const away = brokenDatabase(database, () => 'fails before').d1
    await expect(startWorker({}, { DB_00: away, ROOT_KEYS: rootKeysText(1, 2) }).sweep()).rejects.toThrow(
      '1 of 2 shards',
    )
    expect(await versions()).toEqual([
      { rootVersion: 1, keys: 201 },
      { rootVersion: 2, keys: 200 },
    ])
    await withRoots(1, 2).sweep().catch(othersFail)
    await withRoots(1, 2).sweep().catch(othersFail)
    expect(await versions()).toEqual([{ rootVersion: 2, keys: 401 }])
  })

  test('for all keys but one that does not open, which is heard of', async () => {
    const roots = await parseRootKeys(rootKeysText(1))
    const stranger = await mintAccountKey(await parseRootKeys(rootKeysText(3)), 'b/live')
    await insert(
      JSON.stringify([
        { account: 'a', mode: 'live', ...(await mintAccountKey(roots, 'a/live')) },
        { account: 'b', mode: 'live', ...stranger, rootVersion: 1 },
        { account: 'c', mode: 'test', ...(await mintAccountKey(roots, 'c/test')) },
      ]),
    )
    await expect(withRoots(1, 2).sweep()).rejects.toThrow('shards failed')
    expect(await run('SELECT account, rootVersion FROM accountKeys ORDER BY account')).toEqual([
      { account: 'a', rootVersion: 2 },
      { account: 'b', rootVersion: 1 },
      { account: 'c', rootVersion: 2 },
    ])
  })
})
