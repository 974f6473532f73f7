import { randomBytes } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import type { Secret } from '#contract/schema/secret'
import { FIRST_VERSION } from '../keys/accountKeys.ts'
import type { AccountKey } from '../keys/accountKeys.ts'
import { cipherKey } from './cipher.ts'
import type { StoredPurpose } from '../keys/purposes.ts'
import { open, openBytes, seal, sealBytes } from './seal.ts'
import type { SealingKey } from './seal.ts'

/**
 * A value of one record, sealed with its own data key, and the data key wrapped by the account's key. Deleting the wrapped key destroys the
 * value, including all its copies.
 */
export interface SealedRecord {
  readonly sealed: string
  readonly wrappedKey: string
}

const DATA_KEY_BYTES = 32

/** @param raw 32 bytes */
export const dataKey = async (raw: Bytes): Promise<SealingKey> => ({
  key: await cipherKey(raw),
  version: FIRST_VERSION,
})

/** @param raw 32 bytes */
export const wrapDataKey = (account: AccountKey, record: string, purpose: StoredPurpose, raw: Bytes): Promise<string> =>
  sealBytes(account.sealing, { account: account.accountId, record, purpose: `${purpose}-key` }, raw)

/**
 * The data key of a record, not extractable.
 *
 * @throws CannotOpen
 */
export const unwrapDataKey = async (
  account: AccountKey,
  record: string,
  purpose: StoredPurpose,
  wrappedKey: string,
): Promise<SealingKey> =>
  dataKey(
    await openBytes(account.sealing, { account: account.accountId, record, purpose: `${purpose}-key` }, wrappedKey),
  )

/** Seals a value with a new data key. */
export const sealRecord = async (
  account: AccountKey,
  record: string,
  purpose: StoredPurpose,
  value: Secret,
): Promise<SealedRecord> => {
  const raw = randomBytes(DATA_KEY_BYTES)
  const [sealed, wrappedKey] = await Promise.all([
    dataKey(raw).then((key) => seal(key, { account: account.accountId, record, purpose }, value)),
    wrapDataKey(account, record, purpose, raw),
  ])
  return { sealed, wrappedKey }
}

/** @throws CannotOpen */
export const openRecord = async (
  account: AccountKey,
  record: string,
  purpose: StoredPurpose,
  { sealed, wrappedKey }: SealedRecord,
): Promise<Secret> =>
  open(
    await unwrapDataKey(account, record, purpose, wrappedKey),
    { account: account.accountId, record, purpose },
    sealed,
  )
