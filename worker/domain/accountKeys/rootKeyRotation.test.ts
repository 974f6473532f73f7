import { describe, expect, test, vi } from 'vitest'
import { card } from '../../testing/merchant.ts'
import { generateAccountKey } from '../../vault/keys/accountKeys.ts'
import { rootKeysText } from '../../vault/fixtures.ts'
import { parseRootKeys } from '../../vault/keys/rootKeys.ts'
import {
  allSucceeded,
  requestsOf,
  beginAll,
  endAll,
  insertKeys,
  isolateAccountKeys,
  newMerchant,
  decryptAllCards,
  run,
  cardsSealedByFlows,
  sweepIgnoringErrors,
  keysPerRootVersion,
  startWorkerWithRootKeys,
} from './rotation.fixture.ts'
import type { Worker } from './rotation.fixture.ts'

/** Root keys are rotated during payments, by isolates with the new root key next to isolates without it. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

await isolateAccountKeys()

describe('root key rotation', () => {
  test('root key rotation during payments causes no decryption error, rewraps all account keys, and isolates without the new root key return 503 for new accounts', async () => {
    const [old, both] = [startWorkerWithRootKeys(1), startWorkerWithRootKeys(1, 2)]
    const prepared = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const merchant = await newMerchant()
        // One after the other: each of several concurrent requests would create the account's first key, and only one is stored.
        await requestsOf(old, merchant).tokenize()
        const begin = () => beginAll(old, merchant)
        return { merchant, begun: [await begin(), await begin(), await begin()] as const }
      }),
    )
    expect(await keysPerRootVersion()).toEqual([{ rootVersion: 1, keys: 2 }])

    const [during] = await Promise.all([
      Promise.all(
        prepared.flatMap(({ merchant, begun }) => [
          endAll(old, merchant, begun[0]),
          endAll(both, merchant, begun[1]),
          beginAll(both, merchant).then((fresh) => endAll(old, merchant, fresh)),
        ]),
      ),
      // A concurrent sweep of an old isolate must not rewrap anything with the old root key.
      sweepIgnoringErrors(both),
      sweepIgnoringErrors(old),
    ])
    expect(await keysPerRootVersion()).toEqual([{ rootVersion: 2, keys: 2 }])
    await sweepIgnoringErrors(old)
    expect(await keysPerRootVersion()).toEqual([{ rootVersion: 2, keys: 2 }])
    // All keys are now wrapped with a root key that the old isolates do not have.
    const after = await Promise.all(prepared.map(({ merchant, begun }) => endAll(old, merchant, begun[2])))
    for (const results of [...during, ...after]) expect(results).toEqual(allSucceeded)
    const only = startWorkerWithRootKeys(2)
    for (const { merchant } of prepared) {
      expect(await decryptAllCards(merchant, 2)).toBeGreaterThanOrEqual(4 * cardsSealedByFlows)
      expect(await endAll(only, merchant, await beginAll(only, merchant))).toEqual(allSucceeded)
    }

    const newAccount = await newMerchant()
    const sealed = (worker: Worker) => requestsOf(worker, newAccount).post('/v1/tokens', { creditCard: card() })
    const expectUnavailable = async () => {
      const { status, json, headers } = await sealed(old)
      expect([status, json.errors[0].type, headers.has('retry-after')]).toEqual([503, 'unavailable', true])
    }
    await expectUnavailable()
    expect(await keysPerRootVersion()).toEqual([{ rootVersion: 2, keys: 2 }])
    expect((await sealed(both)).status).toBe(200)
    expect(await keysPerRootVersion()).toEqual([{ rootVersion: 2, keys: 3 }])
    await expectUnavailable()
  })

  test('a sweep rewraps more account keys than one statement does', async () => {
    const roots = await parseRootKeys(rootKeysText(1))
    const keys = await Promise.all(
      Array.from({ length: 401 }, async (_, index) => ({
        account: `account-${index}`,
        mode: 'live',
        ...(await generateAccountKey(roots, `account-${index}/live`)),
      })),
    )
    await insertKeys(JSON.stringify(keys))
    await sweepIgnoringErrors(startWorkerWithRootKeys(1, 2))
    expect(await keysPerRootVersion()).toEqual([{ rootVersion: 2, keys: 401 }])
  })

  test('an account key that cannot be unwrapped fails the sweep, and the others are rewrapped', async () => {
    const roots = await parseRootKeys(rootKeysText(1))
    const foreignKey = await generateAccountKey(await parseRootKeys(rootKeysText(3)), 'b/live')
    await insertKeys(
      JSON.stringify([
        { account: 'a', mode: 'live', ...(await generateAccountKey(roots, 'a/live')) },
        { account: 'b', mode: 'live', ...foreignKey, rootVersion: 1 },
        { account: 'c', mode: 'test', ...(await generateAccountKey(roots, 'c/test')) },
      ]),
    )
    await expect(startWorkerWithRootKeys(1, 2).sweep()).rejects.toThrow('shards failed')
    expect(await run('SELECT account, rootVersion FROM accountKeys ORDER BY account')).toEqual([
      { account: 'a', rootVersion: 2 },
      { account: 'b', rootVersion: 1 },
      { account: 'c', rootVersion: 2 },
    ])
  })
})
