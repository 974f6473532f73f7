import { expect, test } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { generateAccountKey } from '../../vault/keys/accountKeys.ts'
import { rootKeysText } from '../../vault/fixtures.ts'
import { parseRootKeys } from '../../vault/keys/rootKeys.ts'
import { readRootKeys } from './rootKeys.ts'
import { keysBefore, newestUsed, requireRootKeysOpen } from './rootKeyUse.ts'
import type { RootKeyUse } from './rootKeyUse.ts'

/** So many keys that the one root key in the text wraps. */
const wraps = async (keys: number, text: string) => {
  const roots = await parseRootKeys(text)
  const { wrappedKey } = await generateAccountKey(roots, 'a/test')
  return { version: roots.newest.version, keys, holder: 'a/test', wrappedKey }
}

const [one, two] = [rootKeysText(1), rootKeysText(2)]
const use: RootKeyUse = [
  { shard: '00', versions: [await wraps(12, one)] },
  { shard: '01', versions: [await wraps(3, one), await wraps(4, two)] },
  { shard: '02', versions: [] },
]

const holds = async (text: string) => requireRootKeysOpen(await readRootKeys(new Secret(text)), use)

test.each([
  ['the same versions', rootKeysText(1, 2)],
  ['more versions', rootKeysText(3, 2, 1)],
])('root keys that unwrap the keys of each shard are accepted: %s', async (_what, text) => {
  await expect(holds(text)).resolves.toBeUndefined()
})

test.each([
  [
    'lack the newest',
    one,
    'Shard 01 has 4 account keys wrapped by version 2 of the root key, but the file has only version 1:',
  ],
  [
    'lack an older one',
    two,
    'Shard 00 has 12 account keys wrapped by version 1 of the root key, but the file has only version 2:',
  ],
  [
    'have a different key of a version',
    `${one},${rootKeysText(9).replace('9:', '2:')}`,
    'does not unwrap the account keys of shard 01',
  ],
])('root keys that %s are rejected', async (_what, text, refusal) => {
  await expect(holds(text)).rejects.toThrow(refusal)
})

test('keysBefore counts keys of older versions over all shards', () => {
  expect([1, 2, 3].map((version) => keysBefore(use, version))).toEqual([0, 15, 19])
  expect([newestUsed(use), newestUsed([{ shard: '00', versions: [] }])]).toEqual([2, 0])
})
