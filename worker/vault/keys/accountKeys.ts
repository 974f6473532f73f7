import { randomBytes } from '#contract/encoding/bytes'
import { deriveCipherKey, deriveMacKey, keyMaterial, label } from './derive.ts'
import type { RootKeys } from './rootKeys.ts'
import { openBytes, sealBytes, sealingKeyVersion } from '../sealing/seal.ts'
import type { SealContext, SealingKey } from '../sealing/seal.ts'

/**
 * An account's key: 32 random bytes, generated once for the account's lifetime and wrapped by a root key. All other keys of the account depend
 * on it, so a root key rotation rewraps one row per account, and deleting that row destroys all of the account's sealed data.
 */
export interface AccountKey {
  readonly accountId: string
  /** Derives the keys of tokens. */
  readonly material: CryptoKey
  /** Wraps data keys. */
  readonly sealing: SealingKey
  /** HMAC key for card numbers. */
  readonly fingerprint: CryptoKey
}

/** The columns of an account key. `rootVersion` repeats the version inside `wrappedKey` for SQL queries. */
export interface WrappedAccountKey {
  readonly wrappedKey: string
  readonly rootVersion: number
}

const ACCOUNT_KEY_BYTES = 32

/** Keys below the account's key are never rotated on their own, so their version does not change. */
export const FIRST_VERSION = 1

const contextOf = (accountId: string): SealContext => ({
  account: accountId,
  record: accountId,
  purpose: 'account-key',
})

/** A new account key. Store it with INSERT OR IGNORE and read it back: concurrent requests may each generate one. */
export const generateAccountKey = async (roots: RootKeys, accountId: string): Promise<WrappedAccountKey> => ({
  wrappedKey: await sealBytes(roots.newest, contextOf(accountId), randomBytes(ACCOUNT_KEY_BYTES)),
  rootVersion: roots.newest.version,
})

const unwrapBytes = (roots: RootKeys, accountId: string, wrappedKey: string) =>
  openBytes(roots.of(sealingKeyVersion(wrappedKey)), contextOf(accountId), wrappedKey)

/**
 * The account's key as CryptoKeys, not extractable.
 *
 * @throws CannotOpen, or Error if ROOT_KEYS lacks the version that wrapped it
 */
export const unwrapAccountKey = async (roots: RootKeys, accountId: string, wrappedKey: string): Promise<AccountKey> => {
  const material = await keyMaterial(await unwrapBytes(roots, accountId, wrappedKey))
  const [key, fingerprint] = await Promise.all([
    deriveCipherKey(material, label('account/seal')),
    deriveMacKey(material, label('account/fingerprint')),
  ])
  return { accountId, material, sealing: { key, version: FIRST_VERSION }, fingerprint }
}

/**
 * The same key wrapped by the newest root key. Returned unchanged if it already is, so a sweep may run twice.
 *
 * @throws CannotOpen, or Error if ROOT_KEYS lacks the version that wrapped it
 */
export const rewrapAccountKey = async (
  roots: RootKeys,
  accountId: string,
  wrappedKey: string,
): Promise<WrappedAccountKey> => {
  const rootVersion = roots.newest.version
  if (sealingKeyVersion(wrappedKey) === rootVersion) return { wrappedKey, rootVersion }
  const raw = await unwrapBytes(roots, accountId, wrappedKey)
  return { wrappedKey: await sealBytes(roots.newest, contextOf(accountId), raw), rootVersion }
}
