import { expect, it } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { mintAccountKey, rewrapAccountKey, unwrapAccountKey } from './accountKeys.ts'
import { cardFingerprint } from '../cards/fingerprint.ts'
import { rootKeysText } from '../fixtures.ts'
import { parseRootKeys } from './rootKeys.ts'
import { CannotOpen, sealedVersion } from '../sealing/seal.ts'

const first = await parseRootKeys(rootKeysText(1))
const both = await parseRootKeys(rootKeysText(1, 2))
const second = await parseRootKeys(rootKeysText(2))
const number = new Secret('4242424242424242')

it('makes another key each time', async () => {
  const keys = await Promise.all(
    [1, 2].map(async () => unwrapAccountKey(first, 'account-1', (await mintAccountKey(first, 'account-1')).wrappedKey)),
  )
  const [one, other] = await Promise.all(keys.map((key) => cardFingerprint(key, number)))
  expect(one).not.toBe(other)
})

it('wraps by the newest root key and records which one that is', async () => {
  const minted = await mintAccountKey(both, 'account-1')
  expect(minted.rootVersion).toBe(2)
  expect(sealedVersion(minted.wrappedKey)).toBe(2)
})

it('unwraps to keys that cannot be exported', async () => {
  const { wrappedKey } = await mintAccountKey(first, 'account-1')
  const account = await unwrapAccountKey(first, 'account-1', wrappedKey)
  for (const key of [account.material, account.sealing.key, account.fingerprint]) {
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  }
})

it('refuses the key of another account', async () => {
  const { wrappedKey } = await mintAccountKey(first, 'account-1')
  await expect(unwrapAccountKey(first, 'account-2', wrappedKey)).rejects.toThrow(CannotOpen)
  await expect(rewrapAccountKey(both, 'account-2', wrappedKey)).rejects.toThrow(CannotOpen)
})

it('refuses a wrong root key of the same version', async () => {
  const { wrappedKey } = await mintAccountKey(first, 'account-1')
  const imposter = await parseRootKeys(rootKeysText(2).replace('2:', '1:'))
  await expect(unwrapAccountKey(imposter, 'account-1', wrappedKey)).rejects.toThrow(CannotOpen)
})

it('says that a root key was removed too early', async () => {
  const { wrappedKey } = await mintAccountKey(first, 'account-1')
  await expect(unwrapAccountKey(second, 'account-1', wrappedKey)).rejects.toThrow('version 1 is missing')
})

it('wraps the same key anew by the newest root key, after which the old one is not needed', async () => {
  const old = await mintAccountKey(first, 'account-1')
  const fresh = await rewrapAccountKey(both, 'account-1', old.wrappedKey)
  expect(fresh.rootVersion).toBe(2)
  expect(sealedVersion(fresh.wrappedKey)).toBe(2)

  const before = await unwrapAccountKey(first, 'account-1', old.wrappedKey)
  const after = await unwrapAccountKey(second, 'account-1', fresh.wrappedKey)
  expect(await cardFingerprint(after, number)).toBe(await cardFingerprint(before, number))
})

it('leaves alone what the newest root key wrapped', async () => {
  const minted = await mintAccountKey(both, 'account-1')
  expect(await rewrapAccountKey(both, 'account-1', minted.wrappedKey)).toEqual(minted)
})
