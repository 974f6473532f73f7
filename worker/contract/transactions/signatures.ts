import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { patterned } from '../schema/fields.ts'

export const getSignature = endpoint({
  name: 'getSignature',
  method: 'GET',
  path: '/v1/transactions/{id}/signature',
  tag: 'Transactions',
  scope: 'transactions:read',
  errorFormat: 'envelope',
  nullOnError: ['signature'],
  params: v.object({ id: patterned(/^[0-9]*$/, 1, 19) }),
  response: envelope({
    signature: v.nullable(v.object({ type: v.literal('image/png'), data: v.string(), created: v.string() })),
  }),
  extension: true,
})

export const signatureDocumentation = (): Documentation => ({
  getSignature: {
    summary: 'Retrieve a signature',
    description:
      'Returns the signature that the shopper drew at the terminal for an approved payment, as a PNG image in base64. `id` can be the id of any operation of the payment. Returns 404 if the payment has no signature.',
  },
})
