/** The purpose of a sealed value. It is authenticated, so one value cannot be substituted for another. */

/**
 * Stored with a transaction (including `signature`, the shopper's), a wallet entry, a webhook, a connection or the account (`encryption`, the private key
 * of encrypted cards, and `webhookDefaults`). The data key is stored with the value, wrapped by the account's key.
 */
export type StoredPurpose =
  | 'pan'
  | 'check'
  | 'encryption'
  | 'signature'
  | 'webhookSecret'
  | 'webhookHeaders'
  | 'webhookDefaults'
  | 'connectionSecrets'

/**
 * Sensitive authentication data for one authorization (PCI DSS 3.3.1). Its key is derived from the token and never stored. Functions that
 * wrap keys take `StoredPurpose`, so storing such a key is a compile error.
 */
export type OneTimePurpose = 'cvv' | 'identity' | 'deviceProof'

export type Purpose = 'account-key' | StoredPurpose | `${StoredPurpose}-key` | OneTimePurpose
