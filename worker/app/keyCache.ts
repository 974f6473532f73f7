import { RecentRecords } from '../http/rateLimits/recentRecords.ts'
import type { KeyRecord } from '../store/apiKeys/apiKeys.ts'

const maxRecentKeys = 1000

interface RecentKey {
  readonly key: KeyRecord
  /** The record is used without another look-up until then. Later it only selects the limits to count before that. */
  readonly freshUntil: number
}

/** Keys with their accounts that one isolate has looked up, by the hash of the key. */
export class KeyCache {
  readonly #keys = new RecentRecords<RecentKey>(maxRecentKeys)
  #drops = 0

  get(hash: string): RecentKey | undefined {
    return this.#keys.get(hash)
  }

  delete(hash: string): void {
    this.#keys.delete(hash)
  }

  /** Returns a function that adds what is read from now on. A record may be outdated if keys were dropped meanwhile, and is not fresh then. */
  beginRead(): (hash: string, read: RecentKey) => void {
    const drops = this.#drops
    return (hash, read) => this.#keys.add(hash, drops === this.#drops ? read : { ...read, freshUntil: 0 })
  }

  /** Makes the next request with each key of an account read it again, after a change of what it contains. */
  dropAccount(account: string): void {
    this.#drops++
    this.#keys.replaceAll((recent) => (recent.key.account.id === account ? { ...recent, freshUntil: 0 } : recent))
  }
}
