import type { AccountKey } from '../keys/accountKeys.ts'
import { keysFreshMs } from './cardKeyring.ts'
import type { CardKeyOwner, CardKeyring } from './cardKeyring.ts'
import { openDeviceCard, openEncryptedCard, parseEncryptedCardHeader } from './encryptedCards.ts'
import type { DeviceCard, OpenedCard } from './encryptedCards.ts'
import { generateEncryptionKey, openEncryptionKey } from '../keys/encryptionKeys.ts'
import type { EncryptionKey, PublicKey, SealedEncryptionKey } from '../keys/encryptionKeys.ts'

/** Encryption keys and encrypted cards of one account in one mode. */
export interface EncryptedCardVault {
  /** The public keys for clients. They rotate. */
  publicKeys(): Promise<PublicKey[]>
  /** The public key for terminals. It does not change, since a device keeps it for the length of its connection. */
  deviceKey(): Promise<PublicKey>
  /** Opens a card that a client encrypted, with the time until which its key decrypts. Null for any fault. */
  open(token: string): Promise<(OpenedCard & { readonly retires: number }) | null>
  /** Opens a card that a device encrypted for this session. Null for any fault. */
  openFromDevice(token: string, session: string): Promise<DeviceCard | null>
}

/** The row of the account's key pair for terminals. */
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
  /** Whether to cache the pair. It never changes, but a restore of the database can remove it. */
  readonly isCached: boolean
  /** Real time, milliseconds since 1970. */
  readonly now: () => number
}

interface CachedKey {
  readonly sealedKey: string
  readonly key: EncryptionKey
  readonly readAt: number
}

const maxCachedKeys = 1000

/** The key pairs of accounts for terminals, opened once per isolate. */
export class EncryptionKeyring {
  readonly #cache = new Map<string, CachedKey>()

  /** The key pair of an account, generated if it has none yet, which costs one more round trip. */
  async of({ name, accountKey, row, isCached, now }: EncryptionKeyOwner): Promise<EncryptionKey> {
    const cached = this.#cache.get(name)
    if (cached !== undefined && isCached && now() < cached.readAt + keysFreshMs) return cached.key
    const readAt = now()
    const stored = (await row.find()) ?? (await row.insertIfAbsent(await generateEncryptionKey(await accountKey())))
    const isSame = cached?.sealedKey === stored.sealedKey
    const key = isSame ? cached.key : await openEncryptionKey(await accountKey(), stored)
    if (this.#cache.size >= maxCachedKeys) this.#cache.clear()
    this.#cache.set(name, { sealedKey: stored.sealedKey, key, readAt })
    return key
  }
}

interface Keyrings {
  readonly cards: CardKeyring
  readonly devices: EncryptionKeyring
}

export const createEncryptedCardVault = (
  { cards, devices }: Keyrings,
  owner: { readonly cards: CardKeyOwner; readonly devices: EncryptionKeyOwner },
): EncryptedCardVault => ({
  publicKeys: async () => [await cards.newest(owner.cards)],
  deviceKey: async () => (await devices.of(owner.devices)).publicKey,
  open: async (token) => {
    const header = parseEncryptedCardHeader(token)
    const found = header === null ? null : await cards.find(owner.cards, header.kid)
    const opened = found === null ? null : await openEncryptedCard(found.key, token)
    return opened === null ? null : { ...opened, retires: found!.retires }
  },
  openFromDevice: async (token, session) => openDeviceCard(await devices.of(owner.devices), token, session),
})
