import type { CreditCard } from '#contract/transactions/payment'
import type { AccountKey } from '../keys/accountKeys.ts'
import { openDeviceCard, openEncryptedCard } from './encryptedCards.ts'
import type { DeviceCard } from './encryptedCards.ts'
import { mintEncryptionKey, openEncryptionKey } from '../keys/encryptionKeys.ts'
import type { EncryptionKey, PublicKey, SealedEncryptionKey } from '../keys/encryptionKeys.ts'

/** What the business may do with encrypted cards, for one account in one mode. */
export interface EncryptedCardVault {
  publicKeys(): Promise<PublicKey[]>
  /** Null whatever is wrong with it. */
  open(token: string): Promise<CreditCard | null>
  /** Of a reader, for this payment. Null whatever is wrong with it. */
  openFromDevice(token: string, session: string): Promise<DeviceCard | null>
}

/** Where one account's key pair is kept. */
export interface EncryptionKeyRow {
  find(): Promise<SealedEncryptionKey | null>
  keepFirst(fresh: SealedEncryptionKey): Promise<SealedEncryptionKey>
}

/** Whose key pair it is, and how to come by it. */
export interface KeyHolder {
  /** Of the account and mode. */
  readonly name: string
  readonly accountKey: () => Promise<AccountKey>
  readonly row: EncryptionKeyRow
  /** Whether a pair that was seen once need not be read again. It never changes, so nothing is missed. */
  readonly remembers: boolean
}

interface Known {
  readonly sealedKey: string
  readonly key: EncryptionKey
}

const mostKnown = 1000

/** Key pairs of accounts, opened once for each isolate. */
export class EncryptionKeyring {
  readonly #known = new Map<string, Known>()

  /** The pair of an account, made where it has none yet: that once costs a round trip more than reading it. */
  async of({ name, accountKey, row, remembers }: KeyHolder): Promise<EncryptionKey> {
    const known = this.#known.get(name)
    if (known !== undefined && remembers) return known.key
    const stored = (await row.find()) ?? (await row.keepFirst(await mintEncryptionKey(await accountKey())))
    if (known?.sealedKey === stored.sealedKey) return known.key
    const key = await openEncryptionKey(await accountKey(), stored)
    if (this.#known.size >= mostKnown) this.#known.clear()
    this.#known.set(name, { sealedKey: stored.sealedKey, key })
    return key
  }
}

export const createEncryptedCardVault = (keyring: EncryptionKeyring, holder: KeyHolder): EncryptedCardVault => ({
  publicKeys: async () => [(await keyring.of(holder)).publicKey],
  open: async (token) => openEncryptedCard(await keyring.of(holder), token),
  openFromDevice: async (token, session) => openDeviceCard(await keyring.of(holder), token, session),
})
