import { describe, expect, test } from 'vitest'
import { isolateAccountKeys, keysPerRootVersion } from '../../domain/accountKeys/rotation.fixture.ts'
import { bindings } from '../../testing/bindings.ts'
import { findOutdatedKeys, getOrInsertAccountKey, replaceWrappings } from './vaultKeys.ts'
import { Database } from '../sql/database.ts'

await isolateAccountKeys()

const database = new Database(bindings.DB_01, { trips: 0, databaseMs: 0 })
const getOrInsert = (account: string, wrappedKey: string, rootVersion: number) =>
  getOrInsertAccountKey({ database, owner: { account, mode: 'test' } }, { wrappedKey, rootVersion })
const wrapped = (account: string) =>
  database.row({ sql: 'SELECT wrappedKey FROM accountKeys WHERE account = ?', values: [account] })

/** The accounts of outdated keys, sorted. */
const outdated = async (version: number, limit: number) =>
  (await findOutdatedKeys({ database }, version, limit)).map(({ account }) => account).sort()

describe('getOrInsertAccountKey', () => {
  test('concurrent inserts of an account key return the same key', async () => {
    const keys = await Promise.all(['one', 'two', 'three'].map((key) => getOrInsert('a', key, 1)))
    expect(new Set(keys.map(({ wrappedKey }) => wrappedKey)).size).toBe(1)
    expect(await wrapped('a')).toEqual({ wrappedKey: keys[0]!.wrappedKey })
  })

  test('account key wrapped with an older root key than one in use is rejected with unavailable', async () => {
    await getOrInsert('a', 'by 2', 2)
    await expect(getOrInsert('b', 'by 1', 1)).rejects.toMatchObject({ items: [{ type: 'unavailable' }] })
    expect(await keysPerRootVersion()).toEqual([{ rootVersion: 2, keys: 1 }])
    // An account with a key gets its key.
    expect(await getOrInsert('a', 'by 1', 1)).toEqual({ wrappedKey: 'by 2', rootVersion: 2 })
    await getOrInsert('b', 'by 3', 3)
    expect(await keysPerRootVersion()).toEqual([
      { rootVersion: 2, keys: 1 },
      { rootVersion: 3, keys: 1 },
    ])
  })
})

describe('outdated account keys', () => {
  test('findOutdatedKeys returns a limited number of keys that older root keys wrap', async () => {
    for (const [account, version] of [
      ['a', 1],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ] as const)
      await getOrInsert(account, account, version)
    expect(await outdated(1, 9)).toEqual([])
    expect(await outdated(2, 9)).toEqual(['a', 'b'])
    expect(await outdated(3, 9)).toEqual(['a', 'b', 'c'])
    expect(await outdated(3, 2)).toHaveLength(2)
  })

  test('replaceWrappings leaves keys that another sweep has rewrapped', async () => {
    for (const account of ['a', 'b']) await getOrInsert(account, 'old', 1)
    const rewrap = async (wrappedKey: string, rootVersion: number) =>
      (await findOutdatedKeys({ database }, rootVersion, 9)).map((old) => ({ old, fresh: { wrappedKey, rootVersion } }))
    const [slow, quick] = [await rewrap('by 2', 2), await rewrap('by 3', 3)]
    expect(await replaceWrappings({ database }, quick.slice(0, 1))).toBe(1)
    expect(await replaceWrappings({ database }, slow)).toBe(1)
    expect(await replaceWrappings({ database }, slow)).toBe(0)
    expect([await wrapped(quick[0]!.old.account), await wrapped(quick[1]!.old.account)]).toEqual([
      { wrappedKey: 'by 3' },
      { wrappedKey: 'by 2' },
    ])
  })
})
