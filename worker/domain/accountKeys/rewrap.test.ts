import { describe, expect, test } from 'vitest'
import type { OutdatedKey, Rewrapped } from '../../store/accounts/vaultKeys.ts'
import { rewrapAccountKeys } from './rewrap.ts'

const key = (account: string): OutdatedKey => ({ account, mode: 'test', wrappedKey: `old ${account}`, rootVersion: 1 })

const fixture = (keys: OutdatedKey[]) => {
  const replaced: Rewrapped[][] = []
  const asked: [version: number, limit: number][] = []
  return {
    replaced,
    asked,
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
          asked.push([version, limit])
          return Promise.resolve(keys)
        },
        replace: (rewrapped: readonly Rewrapped[]) => {
          replaced.push([...rewrapped])
          return Promise.resolve(rewrapped.length)
        },
      },
    },
  }
}

describe('wrapping account keys by the newest root key', () => {
  test('outdated keys are replaced in one round trip', async () => {
    const { needs, replaced, asked } = fixture([key('a'), key('b')])
    expect(await rewrapAccountKeys(needs)).toEqual({ accountKeysRewrapped: 2 })
    expect(asked).toEqual([[2, 200]])
    expect(replaced).toEqual([
      ['a', 'b'].map((account) => ({
        old: key(account),
        fresh: { wrappedKey: `new ${account}`, rootVersion: 2 },
      })),
    ])
  })

  test('no outdated key means no write', async () => {
    const { needs, replaced } = fixture([])
    expect(await rewrapAccountKeys(needs)).toEqual({ accountKeysRewrapped: 0 })
    expect(replaced).toEqual([])
  })

  test('a key that does not open fails the job after the others were replaced', async () => {
    const { needs, replaced } = fixture([key('a'), key('broken'), key('c')])
    await expect(rewrapAccountKeys(needs)).rejects.toThrow('cannot open')
    expect(replaced[0]!.map(({ old }) => old.account)).toEqual(['a', 'c'])
  })
})
