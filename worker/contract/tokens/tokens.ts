import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { NETWORK_NAMES } from '../card/networks.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { nullable } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { check, digitalPayPayment, shopperCard } from '../transactions/payment.ts'

const kinds = ['creditCard', 'check', 'digitalPayPayment'] as const

export const createToken = endpoint({
  name: 'createToken',
  method: 'POST',
  path: '/v1/tokens',
  tag: 'Tokens',
  scope: 'tokens:write',
  publishable: true,
  ipRateLimit: 'tokens',
  idempotent: false,
  errorFormat: 'envelope',
  body: v.pipe(
    object({
      creditCard: v.optional(shopperCard()),
      check: v.optional(check()),
      digitalPayPayment: v.optional(digitalPayPayment()),
      /** The shopper's choice of network for a co-badged card. */
      preferredNetwork: nullable(v.picklist(NETWORK_NAMES)),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (typeof dataset.value !== 'object' || dataset.value === null) return
      const value = dataset.value as Record<string, unknown>
      const present = kinds.filter((kind) => value[kind] != null)
      if (present.length === 0 && dataset.typed) addIssue({ message: fault('payment_method_required') })
      if (present.length > 1) addIssue({ message: fault('payment_method_ambiguous', { given: present }) })
    }),
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
  response: envelope({ keys: v.array(v.record(v.string(), v.unknown())) }),
  extension: true,
})

export const tokenEndpoints = [createToken, listEncryptionKeys] as const

export const tokenDocumentation = (): Documentation => ({
  createToken: {
    summary: 'Create a token',
    description:
      'Exchanges card or bank account data for a token. This is the only operation that accepts card data from a browser. A token can be used once, within 15 minutes, in the account of the key. `preferredNetwork` is the shopper’s choice for a co-badged card: the network of the number, or `cartesBancaires` with Visa, Mastercard and Maestro; other values are rejected with `enum_invalid`. It applies to the payment with the token, or to all payments with the payment method that the token is stored as.',
  },
  listEncryptionKeys: {
    summary: 'List encryption keys',
    description:
      'Returns a JWK Set of RSA public keys. To create `creditCardEncrypted`, serialize a credit card object as JSON and encrypt it as a compact JWE with alg RSA-OAEP-256, enc A256GCM and the kid of one of these keys. Only the header parameters alg, enc, kid, typ and cty are allowed.',
  },
})
