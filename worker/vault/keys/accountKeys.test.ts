import { expect, it } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { generateAccountKey, rewrapAccountKey, unwrapAccountKey } from './accountKeys.ts'
import { cardFingerprint } from '../cards/fingerprint.ts'
import { rootKeysText } from '../fixtures.ts'
import { parseRootKeys } from './rootKeys.ts'
import { CannotOpen, sealingKeyVersion } from '../sealing/seal.ts'

const first = await parseRootKeys(rootKeysText(1))
const both = await parseRootKeys(rootKeysText(1, 2))
const second = await parseRootKeys(rootKeysText(2))
const number = new Secret('4242424242424242')

it('mintAccountKey generates a new key each time', async () => {
  const keys = await Promise.all(
    [1, 2].map(async () =>
      unwrapAccountKey(first, 'account-1', (await generateAccountKey(first, 'account-1')).wrappedKey),
    ),
  )
  const [one, other] = await Promise.all(keys.map((key) => cardFingerprint(key, number)))
  expect(one).not.toBe(other)
})

it('mintAccountKey wraps with the newest root key and returns its version', async () => {
  const minted = await generateAccountKey(both, 'account-1')
  expect(minted.rootVersion).toBe(2)
  expect(sealingKeyVersion(minted.wrappedKey)).toBe(2)
})

it('unwrapAccountKey returns keys that are not extractable', async () => {
  const { wrappedKey } = await generateAccountKey(first, 'account-1')
  const account = await unwrapAccountKey(first, 'account-1', wrappedKey)
  for (const key of [account.material, account.sealing.key, account.fingerprint]) {
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  }
})

it('unwrapAccountKey and rewrapAccountKey throw CannotOpen for the key of another account', async () => {
  const { wrappedKey } = await generateAccountKey(first, 'account-1')
  await expect(unwrapAccountKey(first, 'account-2', wrappedKey)).rejects.toThrow(CannotOpen)
  await expect(rewrapAccountKey(both, 'account-2', wrappedKey)).rejects.toThrow(CannotOpen)
})

it('unwrapAccountKey throws CannotOpen for another root key of the same version', async () => {
  const { wrappedKey } = await generateAccountKey(first, 'account-1')
  const imposter = await parseRootKeys(rootKeysText(2).replace('2:', '1:'))
  await expect(unwrapAccountKey(imposter, 'account-1', wrappedKey)).rejects.toThrow(CannotOpen)
})

it('unwrapAccountKey throws an error that contains the missing root key version', async () => {
  const { wrappedKey } = await generateAccountKey(first, 'account-1')
  await expect(unwrapAccountKey(second, 'account-1', wrappedKey)).rejects.toThrow('version 1 is missing')
})

it('rewrapAccountKey wraps the same key with the newest root key, so the old one can be removed', async () => {
  const original = await generateAccountKey(first, 'account-1')
  const rewrapped = await rewrapAccountKey(both, 'account-1', original.wrappedKey)
  expect(rewrapped.rootVersion).toBe(2)
  expect(sealingKeyVersion(rewrapped.wrappedKey)).toBe(2)

  const before = await unwrapAccountKey(first, 'account-1', original.wrappedKey)
  const after = await unwrapAccountKey(second, 'account-1', rewrapped.wrappedKey)
  expect(await cardFingerprint(after, number)).toBe(await cardFingerprint(before, number))
})

it('rewrapAccountKey returns a key wrapped by the newest root key unchanged', async () => {
  const minted = await generateAccountKey(both, 'account-1')
  expect(await rewrapAccountKey(both, 'account-1', minted.wrappedKey)).toEqual(minted)
})
