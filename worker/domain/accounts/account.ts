import type { AccountSettings } from '#contract/accounts/accounts'
import type { Scope } from '#contract/scopes'

/** The merchant that a verb acts for, in one of two modes, with the settings of that mode. */
export interface Account {
  readonly id: string
  readonly mode: 'test' | 'live'
  readonly settings: AccountSettings
}

/** The API key of a request and the request's origin. */
export interface Caller {
  readonly keyId: string
  readonly scopes: readonly Scope[]
  /** The shard of the account, which all its keys contain. */
  readonly shard: string
  /** The address of a browser, as rate limits count it. */
  readonly address: string | null
  /** Scheme, host and port of the request. */
  readonly origin: string
}
