/** What a sealed value is for. It is authenticated with the value, so that none can stand in for another. */

/**
 * Kept with a transaction (`signature`, what a shopper drew, among it), a wallet entry or a webhook, or for the account as a whole
 * (`encryption`, the private key that cards are encrypted to): the key that opens it is stored beside it, wrapped by the account's key.
 */
export type Kept = 'pan' | 'check' | 'encryption' | 'signature' | 'webhookSecret' | 'webhookHeaders'

/**
 * Good for one authorization (PCI DSS 3.3.1): the key comes from the token alone and is stored nowhere. Everything that
 * wraps a key takes `Kept`, so the compiler refuses to store the key of one of these.
 */
export type Fleeting = 'cvv' | 'identity' | 'deviceProof'

export type Purpose = 'account-key' | Kept | `${Kept}-key` | Fleeting
