import { describe, expect, test } from 'vitest'
import type { OutdatedKey, RewrappedKey } from '../../store/accounts/vaultKeys.ts'
import { rewrapAccountKeys } from './rewrap.ts'

const key = (account: string): OutdatedKey => ({ account, mode: 'test', wrappedKey: `old ${account}`, rootVersion: 1 })

const fixture = (keys: OutdatedKey[]) => {
  const replaced: RewrappedKey[][] = []
  const queries: [version: number, limit: number][] = []
  return {
    replaced,
    queries,
    needs: {
      rootKeys: {
        newestVersion: () => Promise.resolve(2),
        rewrap: (old: OutdatedKey) =>
          old.account === 'broken'
            ? Promise.reject(new Error('cannot open'))
            : Promise.resolve({ old, fresh: { wrappedKey: `new ${old.account}`, rootVersion: 2 } }),
      },
      vaultKeys: {
        findOutdated: (version: number, limit: number) => {
          queries.push([version, limit])
          return Promise.resolve(keys)
        },
        replace: (rewrapped: readonly RewrappedKey[]) => {
          replaced.push([...rewrapped])
          return Promise.resolve(rewrapped.length)
        },
      },
    },
  }
}

describe('rewrapAccountKeys', () => {
  test('rewrapAccountKeys replaces outdated keys in one round trip', async () => {
    const { needs, replaced, queries } = fixture([key('a'), key('b')])
    expect(await rewrapAccountKeys(needs)).toEqual({ accountKeysRewrapped: 2 })
    expect(queries).toEqual([[2, 200]])
    expect(replaced).toEqual([
      ['a', 'b'].map((account) => ({
        old: key(account),
        fresh: { wrappedKey: `new ${account}`, rootVersion: 2 },
      })),
    ])
  })

  test('rewrapAccountKeys without outdated keys writes nothing', async () => {
    const { needs, replaced } = fixture([])
    expect(await rewrapAccountKeys(needs)).toEqual({ accountKeysRewrapped: 0 })
    expect(replaced).toEqual([])
  })

  test('rewrapAccountKeys throws for a key that cannot be unwrapped after replacing the others', async () => {
    const { needs, replaced } = fixture([key('a'), key('broken'), key('c')])
    await expect(rewrapAccountKeys(needs)).rejects.toThrow('cannot open')
    expect(replaced[0]!.map(({ old }) => old.account)).toEqual(['a', 'c'])
  })
})
