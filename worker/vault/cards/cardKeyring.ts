import { cardKeyLifetimeMs, cardKeyPublishedMs } from '#contract/tokens/cardKeyLifetime'
import type { AccountKey } from '../keys/accountKeys.ts'
import { generateEncryptionKey, openEncryptionKey } from '../keys/encryptionKeys.ts'
import type { EncryptionKey, PublicKey, SealedEncryptionKey } from '../keys/encryptionKeys.ts'

/**
 * Key pairs to which clients encrypt cards. They rotate, so that an encrypted card cannot be decrypted for ever.
 *
 * Keys live by real time, since a test clock would delete those that clients still use.
 */

/** The row of a key pair. */
export interface CardKeyRow extends SealedEncryptionKey {
  readonly kid: string
  /** Real time, milliseconds since 1970. */
  readonly created: number
}

export interface CardKeyRows {
  /** The keys created after this time, newest first. */
  list(since: number): Promise<readonly CardKeyRow[]>
  /** Inserts a key unless one was created after `current`. Returns the keys created after `since`, newest first. */
  insertUnlessCurrent(
    key: CardKeyRow,
    times: { readonly current: number; readonly since: number },
  ): Promise<readonly CardKeyRow[]>
}

/** The account of the keys, and their rows. */
export interface CardKeyOwner {
  /** Identifies account and mode. */
  readonly name: string
  readonly accountKey: () => Promise<AccountKey>
  readonly rows: CardKeyRows
  /** Whether to cache the keys. They never change, but a restore of the database can remove the newest. */
  readonly isCached: boolean
  /** Real time, milliseconds since 1970. */
  readonly now: () => number
}

/** A key pair and when it is deleted, milliseconds since 1970. */
export interface CardKey {
  readonly key: EncryptionKey
  readonly retires: number
}

interface CachedKey extends CardKey {
  readonly sealedKey: string
}

interface CachedKeys {
  /** Newest first. */
  readonly keys: readonly CachedKey[]
  readonly readAt: number
}

const maxCachedAccounts = 1000

/**
 * After this time the rows are read again. After a restore an isolate would otherwise publish a key that no other isolate can find, for as
 * long as it runs.
 */
export const keysFreshMs = 60_000

/** The card keys of accounts, opened once per isolate. */
export class CardKeyring {
  readonly #cache = new Map<string, CachedKeys>()

  /** The key to encrypt with, generated if the account has none or its newest is too old, which costs one more round trip. */
  async newest(owner: CardKeyOwner): Promise<PublicKey> {
    const now = owner.now()
    const isCurrent = ({ retires }: CardKey): boolean => now < retires - cardKeyPublishedMs
    const [cached] = this.#cached(owner)
    if (cached !== undefined && isCurrent(cached)) return cached.key.publicKey
    const since = now - cardKeyLifetimeMs
    const [stored] = await this.#open(owner, await owner.rows.list(since))
    if (stored !== undefined && isCurrent(stored)) return stored.key.publicKey
    const pair = await generateEncryptionKey(await owner.accountKey())
    const { kid } = JSON.parse(pair.publicKey) as PublicKey
    const row = { ...pair, kid, created: now }
    const rows = await owner.rows.insertUnlessCurrent(row, { current: now - cardKeyPublishedMs, since })
    const [newest] = await this.#open(owner, rows)
    if (newest === undefined) throw new Error('The card key was neither found nor inserted.')
    return newest.key.publicKey
  }

  /** The key of this kid that still decrypts, or null. Costs one round trip if it is not cached. */
  async find(owner: CardKeyOwner, kid: string): Promise<CardKey | null> {
    const now = owner.now()
    const isIt = ({ key, retires }: CardKey): boolean => key.publicKey.kid === kid && now < retires
    return (
      this.#cached(owner).find(isIt) ??
      (await this.#open(owner, await owner.rows.list(now - cardKeyLifetimeMs))).find(isIt) ??
      null
    )
  }

  #cached({ name, isCached, now }: CardKeyOwner): readonly CachedKey[] {
    const cached = isCached ? this.#cache.get(name) : undefined
    return cached !== undefined && now() < cached.readAt + keysFreshMs ? cached.keys : []
  }

  async #open({ name, accountKey, now }: CardKeyOwner, rows: readonly CardKeyRow[]): Promise<readonly CachedKey[]> {
    const known = this.#cache.get(name)?.keys ?? []
    const opened = await Promise.all(
      rows.map(
        async (row): Promise<CachedKey> =>
          known.find(({ sealedKey }) => sealedKey === row.sealedKey) ?? {
            key: await openEncryptionKey(await accountKey(), row),
            retires: row.created + cardKeyLifetimeMs,
            sealedKey: row.sealedKey,
          },
      ),
    )
    if (this.#cache.size >= maxCachedAccounts) this.#cache.clear()
    this.#cache.set(name, { keys: opened, readAt: now() })
    return opened
  }
}
