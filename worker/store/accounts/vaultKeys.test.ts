import { describe, expect, test } from 'vitest'
import { keepOthersKeys, keysPerRootVersion } from '../../domain/accountKeys/rotation.fixture.ts'
import { bindings } from '../../testing/bindings.ts'
import { findOutdatedKeys, getOrInsertAccountKey, replaceWrappings } from './vaultKeys.ts'
import { Database } from '../sql/database.ts'

await keepOthersKeys()

const database = new Database(bindings.DB_01, { trips: 0, databaseMs: 0 })
const keep = (account: string, wrappedKey: string, rootVersion: number) =>
  getOrInsertAccountKey({ database, owner: { account, mode: 'test' } }, { wrappedKey, rootVersion })
const wrapped = (account: string) =>
  database.row({ sql: 'SELECT wrappedKey FROM accountKeys WHERE account = ?', values: [account] })

/** Whose keys are found as outdated, in order. */
const outdated = async (version: number, limit: number) =>
  (await findOutdatedKeys({ database }, version, limit)).map(({ account }) => account).sort()

describe('the first key of an account', () => {
  test('is one, however many make it at once, and all are answered it', async () => {
    const kept = await Promise.all(['one', 'two', 'three'].map((key) => keep('a', key, 1)))
    expect(new Set(kept.map(({ wrappedKey }) => wrappedKey)).size).toBe(1)
    expect(await wrapped('a')).toEqual({ wrappedKey: kept[0]!.wrappedKey })
  })

  test('is not wrapped by a root key that is older than one in use: nobody could open it once the old one is gone', async () => {
    await keep('a', 'by 2', 2)
    await expect(keep('b', 'by 1', 1)).rejects.toMatchObject({ faults: [{ type: 'unavailable' }] })
    expect(await keysPerRootVersion()).toEqual([{ rootVersion: 2, keys: 1 }])
    // Whose key is there is answered it, whatever the isolate would have made.
    expect(await keep('a', 'by 1', 1)).toEqual({ wrappedKey: 'by 2', rootVersion: 2 })
    await keep('b', 'by 3', 3)
    expect(await keysPerRootVersion()).toEqual([
      { rootVersion: 2, keys: 1 },
      { rootVersion: 3, keys: 1 },
    ])
  })
})

describe('keys that are wrapped anew', () => {
  test('are those of older root keys alone, so many at a time', async () => {
    for (const [account, version] of [
      ['a', 1],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ] as const)
      await keep(account, account, version)
    expect(await outdated(1, 9)).toEqual([])
    expect(await outdated(2, 9)).toEqual(['a', 'b'])
    expect(await outdated(3, 9)).toEqual(['a', 'b', 'c'])
    expect(await outdated(3, 2)).toHaveLength(2)
  })

  test('stay as they are where another sweep was there first', async () => {
    for (const account of ['a', 'b']) await keep(account, 'old', 1)
    const anew = async (wrappedKey: string, rootVersion: number) =>
      (await findOutdatedKeys({ database }, rootVersion, 9)).map((old) => ({ old, fresh: { wrappedKey, rootVersion } }))
    const [slow, quick] = [await anew('by 2', 2), await anew('by 3', 3)]
    expect(await replaceWrappings({ database }, quick.slice(0, 1))).toBe(1)
    expect(await replaceWrappings({ database }, slow)).toBe(1)
    expect(await replaceWrappings({ database }, slow)).toBe(0)
    expect([await wrapped(quick[0]!.old.account), await wrapped(quick[1]!.old.account)]).toEqual([
      { wrappedKey: 'by 3' },
      { wrappedKey: 'by 2' },
    ])
  })
})
