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
  addressLimit: 'tokens',
  idempotent: false,
  regime: 'envelope',
  body: v.pipe(
    object({
      creditCard: v.optional(shopperCard()),
      check: v.optional(check()),
      digitalPayPayment: v.optional(digitalPayPayment()),
      /** For cards of two networks: the one that the shopper chose. */
      preferredNetwork: nullable(v.picklist(NETWORK_NAMES)),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (typeof dataset.value !== 'object' || dataset.value === null) return
      const value = dataset.value as Record<string, unknown>
      const given = kinds.filter((kind) => value[kind] != null)
      if (given.length === 0 && dataset.typed) addIssue({ message: fault('payment_method_required') })
      if (given.length > 1) addIssue({ message: fault('payment_method_ambiguous', { given }) })
    }),
  ),
  nulls: ['token'],
  answer: envelope({
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
  regime: 'envelope',
  answer: envelope({ keys: v.array(v.record(v.string(), v.unknown())) }),
  extension: true,
})

export const tokenEndpoints = [createToken, listEncryptionKeys] as const

export const tokenDocumentation = (): Documentation => ({
  createToken: {
    summary: 'Turn card data into a token',
    description:
      'The one road by which card data enters from a browser. A token pays once, within 15 minutes, for the account whose key made it. preferredNetwork is the choice of a shopper whose card is of two networks: the number’s own, or cartesBancaires with Visa, Mastercard and Maestro; any other is an enum_invalid. It goes along to every payment that is made with the token, or with the payment method that the token is stored as.',
  },
  listEncryptionKeys: {
    summary: 'Public keys for creditCardEncrypted',
    description:
      'A JWK Set of RSA keys. A credit card object, as JSON, in a compact JWE with alg RSA-OAEP-256, enc A256GCM and the kid of one of these keys is a creditCardEncrypted. Other header parameters than these, typ and cty are refused.',
  },
})
