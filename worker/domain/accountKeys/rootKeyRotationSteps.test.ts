import { describe, expect, test, vi } from 'vitest'
import type { Merchant } from '../../testing/merchant.ts'
import {
  allSucceeded,
  requestsOf,
  beginAll,
  endAll,
  isolateAccountKeys,
  newMerchant,
  decryptAllCards,
  cardsSealedByFlows,
  sweepIgnoringErrors,
  keysPerRootVersion,
  startWorkerWithRootKeys,
} from './rotation.fixture.ts'
import type { Worker } from './rotation.fixture.ts'

/** A root key is rotated between the two steps of every flow. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

await isolateAccountKeys()

type Isolate = 'old' | 'both' | 'new'

/** Isolates by their root keys. They cache unwrapped account keys between requests. */
const isolates = (): Record<Isolate, Worker> => ({
  old: startWorkerWithRootKeys(1),
  both: startWorkerWithRootKeys(1, 2),
  new: startWorkerWithRootKeys(2),
})

describe('flows during a root key rotation', () => {
  // An isolate with only the new root key starts after the sweep, since --retire runs after it.
  test.each<['before' | 'between' | 'after', Isolate, Isolate]>([
    ['before', 'old', 'both'],
    ['before', 'old', 'new'],
    ['before', 'both', 'old'],
    ['between', 'old', 'both'],
    ['between', 'old', 'new'],
    ['between', 'both', 'old'],
    ['after', 'old', 'both'],
    ['after', 'both', 'old'],
  ])(
    'flows with a rewrap %s the steps, begun by an isolate with %s root keys, are finished by one with %s',
    async (when, begins, ends) => {
      const workers = isolates()
      const merchant: Merchant = await newMerchant()
      // The account has a key from before the rotation, and the old isolate has cached it.
      await requestsOf(workers.old, merchant).tokenize()
      expect(await keysPerRootVersion()).toEqual([{ rootVersion: 1, keys: 1 }])

      const swept = async (now: typeof when) => {
        if (when !== now) return
        await sweepIgnoringErrors(workers.both)
        expect(await keysPerRootVersion()).toEqual([{ rootVersion: 2, keys: 1 }])
      }
      await swept('before')
      const begun = await beginAll(workers[begins], merchant)
      await swept('between')
      expect(await endAll(workers[ends], merchant, begun)).toEqual(allSucceeded)
      await swept('after')

      expect(await keysPerRootVersion()).toEqual([{ rootVersion: 2, keys: 1 }])
      expect(await decryptAllCards(merchant, 2)).toBeGreaterThanOrEqual(cardsSealedByFlows)
    },
  )
})
