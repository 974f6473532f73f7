import type { FreshToken } from '../../vault/cardVault.ts'

/** A card or bank account under a fresh token: what is sealed of it, and what of it may be shown to anybody. */
export interface Tokenized {
  readonly fresh: FreshToken
  readonly method: 'creditCard' | 'check'
  readonly network: string
  readonly last4: string
  readonly digits: number
  /** MMYY, '' for a bank account. */
  readonly expiry: string
  readonly fingerprint: string
}
