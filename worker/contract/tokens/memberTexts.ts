import type { MemberTexts } from '../schema/memberTexts.ts'
import { encryptedCardText, walletPayloadText } from '../transactions/paymentTexts.ts'

/** Texts of tokens. */
export const tokenTexts: MemberTexts = {
  CreateTokenRequest: {
    creditCard: 'Card data.',
    check: 'A bank account.',
    creditCardEncrypted: encryptedCardText,
    digitalPayPayment: walletPayloadText,
    preferredNetwork:
      'The shopper’s choice of network for a co-badged card: the network of the number, or `cartesBancaires` with Visa, Mastercard and Maestro; others return 400 `enum_invalid`. Null or absent means no choice.',
  },
  createToken: {
    token:
      'Send it as `payment.token`, or store it as a payment method: usable once, in the account and mode of the key. Null in an error response.',
    network: 'Card network of the number, such as `visa`, or `unknown`; `ach` for a bank account.',
    accountNumber: 'Card or account number, masked except for the last four digits.',
    expiry: 'Expiry date of the card, MMYY. Empty for a bank account.',
    expiresAt: 'Time when the token expires, 15 minutes after its creation. RFC 3339 in UTC.',
  },
  listEncryptionKeys: {
    keys: 'RSA public keys as JSON Web Keys (RFC 7517), with `kid`, `alg`, `n` and `e`. Use any of them.',
  },
}
