import { randomBytes } from '#contract/encoding/bytes'
import { deriveCipherKey, deriveMacKey, keyMaterial, label } from './derive.ts'
import type { RootKeys } from './rootKeys.ts'
import { openBytes, sealBytes, sealedVersion } from '../sealing/seal.ts'
import type { Place, SealingKey } from '../sealing/seal.ts'

/**
 * An account's key: 32 random bytes, made once and kept for the account's life, wrapped by a root key. Everything of the
 * account hangs on it, so that a new root key wraps one row an account anew, and destroying that row destroys them all.
 */
export interface AccountKey {
  readonly accountId: string
  /** Derives the keys of tokens. */
  readonly material: CryptoKey
  /** Wraps data keys. */
  readonly sealing: SealingKey
  /** HMAC of card numbers. */
  readonly fingerprint: CryptoKey
}

/** What a row keeps of it. `rootVersion` repeats what stands in `wrappedKey`, so that SQL can count and find it. */
export interface WrappedAccountKey {
  readonly wrappedKey: string
  readonly rootVersion: number
}

const ACCOUNT_KEY_BYTES = 32

/** Keys below the account's are never replaced on their own, so their version stays. */
export const FIRST_VERSION = 1

const place = (accountId: string): Place => ({ account: accountId, record: accountId, purpose: 'account-key' })

/** A new key for an account, to be stored where none is yet (INSERT OR IGNORE, then read: two may be made at once). */
export const mintAccountKey = async (roots: RootKeys, accountId: string): Promise<WrappedAccountKey> => ({
  wrappedKey: await sealBytes(roots.newest, place(accountId), randomBytes(ACCOUNT_KEY_BYTES)),
  rootVersion: roots.newest.version,
})

const unwrapBytes = (roots: RootKeys, accountId: string, wrappedKey: string) =>
  openBytes(roots.of(sealedVersion(wrappedKey)), place(accountId), wrappedKey)

/**
 * The account's key, ready for use; none of its parts can be exported.
 *
 * @throws CannotOpen, or Error where ROOT_KEYS lacks the version that wrapped it
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
 * The same key wrapped by the newest root key; unchanged where it already is, so that a sweep may run twice.
 *
 * @throws CannotOpen, or Error where ROOT_KEYS lacks the version that wrapped it
 */
export const rewrapAccountKey = async (
  roots: RootKeys,
  accountId: string,
  wrappedKey: string,
): Promise<WrappedAccountKey> => {
  const rootVersion = roots.newest.version
  if (sealedVersion(wrappedKey) === rootVersion) return { wrappedKey, rootVersion }
  const raw = await unwrapBytes(roots, accountId, wrappedKey)
  return { wrappedKey: await sealBytes(roots.newest, place(accountId), raw), rootVersion }
}
