import type { AccountSettings } from '#contract/accounts/accounts'
import type { Role } from '#contract/team/roles'
import type { Scope } from '#contract/scopes'

/** The merchant that a verb acts for, in one of two modes, with the settings of that mode. */
export interface Account {
  readonly id: string
  readonly mode: 'test' | 'live'
  readonly settings: AccountSettings
}

/** A member of the team who makes a request. */
export interface CallingMember {
  readonly id: string
  readonly role: Role
  /** Hundredths of a currency unit for each refund or void. Null: no limit. */
  readonly refundLimit: number | null
  /** The last signature of a passkey, milliseconds since 1970. */
  readonly confirmed: number
}

/** The API key of a request and the request's origin. */
export interface Caller {
  readonly keyId: string
  /** The member of the team whose session stands in for a key. Null for a key. */
  readonly member: CallingMember | null
  readonly scopes: readonly Scope[]
  /** The shard of the account, which all its keys contain. */
  readonly shard: string
  /** The address of a browser, as rate limits count it. */
  readonly address: string | null
  /** Scheme, host and port of the payment pages: those of the request, unless it is the console's. */
  readonly origin: string
}
