import type { AccountSettings } from '#contract/accounts/accounts'
import type { Scope } from '#contract/endpoint'

/** The merchant that a verb acts for, in one of the two modes, which share nothing. */
export interface Account {
  readonly id: string
  readonly mode: 'test' | 'live'
  readonly settings: AccountSettings
}

/** The API key that a request came with, and where the request came from. */
export interface Caller {
  readonly keyId: string
  readonly scopes: readonly Scope[]
  /** The shard that all keys of the account name. */
  readonly shard: string
  /** Of a browser its address, as rate limits count it. */
  readonly address: string | null
  /** Scheme, host and port of the request. */
  readonly origin: string
}
