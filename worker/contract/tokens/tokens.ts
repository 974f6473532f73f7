import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { NETWORK_NAMES } from '../card/networks.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { nullable } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { exactlyOneSource } from '../transactions/exactlyOneSource.ts'
import { check, creditCardEncrypted, digitalPayPayment, shopperCard } from '../transactions/payment.ts'
import type { TokenizableSource } from '../transactions/payment.ts'

/** What becomes a token. The type requires each source of a payment with data of a card or bank account, so that none is forgotten. */
const tokenizable = {
  creditCard: v.optional(shopperCard()),
  check: v.optional(check()),
  creditCardEncrypted: nullable(creditCardEncrypted()),
  digitalPayPayment: v.optional(digitalPayPayment()),
} satisfies Readonly<Record<TokenizableSource, v.GenericSchema>>

export const tokenizableSources = Object.keys(tokenizable) as TokenizableSource[]

export const createToken = endpoint({
  name: 'createToken',
  method: 'POST',
  path: '/v1/tokens',
  tag: 'Tokens',
  scope: 'tokens:write',
  publishable: true,
  ipRateLimit: 'tokens',
  idempotent: false,
  quotas: ['tokens'],
  errorFormat: 'envelope',
  body: exactlyOneSource(
    object({
      ...tokenizable,
      /** The shopper's choice of network for a co-badged card. */
      preferredNetwork: nullable(v.picklist(NETWORK_NAMES)),
    }),
    tokenizableSources,
  ),
  nullOnError: ['token'],
  response: envelope({
    token: v.nullable(v.string()),
    network: v.string(),
    accountNumber: v.string(),
    expiry: v.string(),
    expiresAt: v.string(),
  }),
  extension: true,
})
export type CreateToken = v.InferOutput<NonNullable<typeof createToken.body>>

export const listEncryptionKeys = endpoint({
  name: 'listEncryptionKeys',
  method: 'GET',
  path: '/v1/encryptionkeys',
  tag: 'Tokens',
  scope: 'tokens:write',
  publishable: true,
  errorFormat: 'envelope',
  list: { counted: true },
  response: envelope({ keys: v.array(v.record(v.string(), v.unknown())) }),
  extension: true,
})

export const tokenEndpoints = [createToken, listEncryptionKeys] as const

export const tokenDocumentation = (): Documentation => ({
  createToken: {
    summary: 'Create a token',
    description:
      'Exchanges card or bank account data, an encrypted card or a wallet payload for a token. This is the only operation that accepts card data from a browser. A token can be used once, within 15 minutes, in the account of the key.\n\n`preferredNetwork` is the shopper’s choice for a co-badged card: the network of the number, or `cartesBancaires` with Visa, Mastercard and Maestro. Other values return 400 `enum_invalid`. The choice applies to the payment with the token, or to all payments with the payment method that the token is stored as.',
  },
  listEncryptionKeys: {
    summary: 'List encryption keys',
    description:
      'Returns a JWK Set of RSA public keys. To create `creditCardEncrypted`, serialize a credit card object as JSON and encrypt it as a compact JWE. Its header has the alg RSA-OAEP-256, the enc A256GCM, the kid of one of these keys, and `iat`, the current time in seconds since 1970. Only the header parameters alg, enc, kid, iat, typ and cty are allowed. An encrypted card can be used once, within 15 minutes (the account setting `encryptedCardMaxAgeSeconds`); `iat` may be 5 minutes ahead. Keys are replaced after 30 days and decrypt for 30 more, so fetch them at least once a day.',
  },
})
