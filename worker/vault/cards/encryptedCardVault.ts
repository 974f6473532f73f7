import type { CreditCard } from '#contract/transactions/payment'
import type { AccountKey } from '../keys/accountKeys.ts'
import { openDeviceCard, openEncryptedCard } from './encryptedCards.ts'
import type { DeviceCard } from './encryptedCards.ts'
import { generateEncryptionKey, openEncryptionKey } from '../keys/encryptionKeys.ts'
import type { EncryptionKey, PublicKey, SealedEncryptionKey } from '../keys/encryptionKeys.ts'

/** Encryption keys and encrypted cards of one account in one mode. */
export interface EncryptedCardVault {
  publicKeys(): Promise<PublicKey[]>
  /** Null for any fault. */
  open(token: string): Promise<CreditCard | null>
  /** Opens a card that a device encrypted for this session. Null for any fault. */
  openFromDevice(token: string, session: string): Promise<DeviceCard | null>
}

/** The row of an account's key pair. */
export interface EncryptionKeyRow {
  find(): Promise<SealedEncryptionKey | null>
  /** Inserts the pair unless one exists. Returns the stored pair. */
  insertIfAbsent(pair: SealedEncryptionKey): Promise<SealedEncryptionKey>
}

/** The account of a key pair, and its row. */
export interface EncryptionKeyOwner {
  /** Identifies account and mode. */
  readonly name: string
  readonly accountKey: () => Promise<AccountKey>
  readonly row: EncryptionKeyRow
  /** Whether to cache the pair, which never changes. */
  readonly isCached: boolean
}

interface CachedKey {
  readonly sealedKey: string
  readonly key: EncryptionKey
}

const maxCachedKeys = 1000

/** Key pairs of accounts, opened once per isolate. */
export class EncryptionKeyring {
  readonly #cache = new Map<string, CachedKey>()

  /** The key pair of an account, generated if it has none yet, which costs one more round trip. */
  async of({ name, accountKey, row, isCached: remembers }: EncryptionKeyOwner): Promise<EncryptionKey> {
    const cached = this.#cache.get(name)
    if (cached !== undefined && remembers) return cached.key
    const stored = (await row.find()) ?? (await row.insertIfAbsent(await generateEncryptionKey(await accountKey())))
    if (cached?.sealedKey === stored.sealedKey) return cached.key
    const key = await openEncryptionKey(await accountKey(), stored)
    if (this.#cache.size >= maxCachedKeys) this.#cache.clear()
    this.#cache.set(name, { sealedKey: stored.sealedKey, key })
    return key
  }
}

export const createEncryptedCardVault = (
  keyring: EncryptionKeyring,
  holder: EncryptionKeyOwner,
): EncryptedCardVault => ({
  publicKeys: async () => [(await keyring.of(holder)).publicKey],
  open: async (token) => openEncryptedCard(await keyring.of(holder), token),
  openFromDevice: async (token, session) => openDeviceCard(await keyring.of(holder), token, session),
})
