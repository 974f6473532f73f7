import * as v from 'valibot'
import { envelope, errorItem, requestId } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { addition, amount, amountValue, nullable, patterned } from '../schema/fields.ts'
import { int64 } from '../schema/numbers.ts'
import { object, strictObject } from '../schema/objects.ts'
import { order } from './order.ts'
import { payment } from './payment.ts'

const tag = 'Transactions'

/** Where a payment stands. */
export const transactionStates = [
  'pending',
  'authorized',
  'partially_captured',
  'captured',
  'settled',
  'partially_refunded',
  'refunded',
  'voided',
  'declined',
  'failed',
  'reversed',
  'expired',
  'returned',
] as const
export type TransactionState = (typeof transactionStates)[number]

/** Where one operation of a payment stands. */
export const operationStates = [
  'pending',
  'approved',
  'declined',
  'failed',
  'voided',
  'reversed',
  'settled',
  'returned',
] as const
export type OperationState = (typeof operationStates)[number]

export const operationTypes = ['authorize', 'capture', 'void', 'credit', 'reversal'] as const
export type OperationType = (typeof operationTypes)[number]

const verdict = () => v.nullable(v.object({ code: v.string(), text: v.string() }))

const outcome = {
  transactionId: v.string(),
  authCode: v.nullable(v.string()),
  responseCode: v.nullable(v.string()),
  responseText: v.nullable(v.string()),
  latency: v.number(),
  avs: verdict(),
  cvv: verdict(),
  amount: v.number(),
  metadata: v.nullable(v.record(v.string(), v.unknown())),
}

/** Transaction response of authorize, capture, void and credit. */
export const transactionAnswer = () => envelope(outcome)

/** A whole transaction: a superset of the response above, so that one parser serves both. */
export const transaction = () =>
  v.object({
    requestId: requestId(),
    originalTransactionId: v.string(),
    type: v.picklist(operationTypes),
    status: v.picklist(transactionStates),
    method: v.string(),
    ...outcome,
    currency: v.number(),
    amountAuthorized: v.number(),
    amountCaptured: v.number(),
    amountCapturable: v.number(),
    amountCredited: v.number(),
    amountSettled: v.number(),
    tip: v.number(),
    payment: v.object({
      network: v.nullable(v.string()),
      /** Of a card of two networks: the one that the shopper chose. */
      preferredNetwork: v.nullable(v.string()),
      accountNumber: v.nullable(v.string()),
      expiry: v.nullable(v.string()),
      customer: v.nullable(v.string()),
      wallet: v.nullable(v.string()),
      terminal: v.nullable(v.string()),
      initiatedBy: v.string(),
      initial: v.string(),
      networkTransactionId: v.nullable(v.string()),
    }),
    order: v.nullable(v.record(v.string(), v.unknown())),
    referenceTransactionId: v.nullable(v.number()),
    initiatedByUserId: v.nullable(v.number()),
    operations: v.array(
      v.object({
        transactionId: v.string(),
        type: v.picklist(operationTypes),
        status: v.picklist(operationStates),
        amount: v.number(),
        responseCode: v.nullable(v.string()),
        created: v.string(),
      }),
    ),
    batchId: v.nullable(v.string()),
    created: v.string(),
    updated: v.string(),
    expires: v.nullable(v.string()),
    errors: v.nullable(v.array(errorItem())),
  })

const links = {
  initiatedByUserId: nullable(int64()),
  referenceTransactionId: nullable(int64()),
}

/** Ids of transactions inside a body: digits only. */
const transactionId = () => patterned(/^[0-9]*$/, 1, 19)

export const authorizeTransaction = endpoint({
  name: 'authorizeTransaction',
  method: 'POST',
  path: '/v1/transactions/authorize',
  tag,
  scope: 'transactions:write',
  regime: 'bodyless',
  body: strictObject({ payment: payment(), amount: amount(), order: v.optional(order()), ...links }),
  answer: transactionAnswer(),
  reachesProcessor: true,
})
export type Authorize = v.InferOutput<NonNullable<typeof authorizeTransaction.body>>

export const captureTransaction = endpoint({
  name: 'captureTransaction',
  method: 'POST',
  path: '/v1/transactions/capture',
  tag,
  scope: 'transactions:write',
  regime: 'envelope',
  body: object({
    transactionId: transactionId(),
    amount: nullable(amountValue()),
    final: v.optional(addition(v.boolean())),
    ...links,
  }),
  answer: transactionAnswer(),
  reachesProcessor: true,
})

export type Capture = v.InferOutput<NonNullable<typeof captureTransaction.body>>

export const voidTransaction = endpoint({
  name: 'voidTransaction',
  method: 'POST',
  path: '/v1/transactions/void',
  tag,
  scope: 'transactions:write',
  regime: 'envelope',
  body: object({ transactionId: transactionId(), ...links }),
  answer: transactionAnswer(),
  reachesProcessor: true,
})

export type Void = v.InferOutput<NonNullable<typeof voidTransaction.body>>

export const creditTransaction = endpoint({
  name: 'creditTransaction',
  method: 'POST',
  path: '/v1/transactions/credit',
  tag,
  scope: 'transactions:credit',
  regime: 'envelope',
  body: object({
    payment: v.optional(payment()),
    amount: v.optional(amount()),
    order: v.optional(order()),
    ...links,
  }),
  answer: transactionAnswer(),
  reachesProcessor: true,
})

export type Credit = v.InferOutput<NonNullable<typeof creditTransaction.body>>

export const getTransaction = endpoint({
  name: 'getTransaction',
  method: 'GET',
  path: '/v1/transactions/{id}',
  tag,
  scope: 'transactions:read',
  regime: 'problem',
  params: v.object({ id: patterned(/^[0-9]*$/, 1, 19) }),
  answer: transaction(),
})

export const transactionEndpoints = [
  authorizeTransaction,
  captureTransaction,
  voidTransaction,
  creditTransaction,
  getTransaction,
] as const

export const transactionDocumentation = (): Documentation => ({
  authorizeTransaction: {
    summary: 'Authorize a payment',
    description:
      'Asks the processor to approve a payment and holds the amount until it is captured, voided or expires. A decline is an answer with status 200, a responseCode other than 00 and errors.',
  },
  captureTransaction: {
    summary: 'Capture an authorization',
    description: 'Takes an amount up to what was authorized. Without amount: all that is left. Captures add up.',
  },
  voidTransaction: {
    summary: 'Void a transaction',
    description: 'Undoes an authorization, a capture or a credit that has not settled.',
  },
  creditTransaction: {
    summary: 'Give money back',
    description:
      'With referenceTransactionId: gives back up to what that payment captured; payment and amount may be left out. Without: pays out to the payment source, where the account allows it.',
  },
  getTransaction: { summary: 'Read a transaction', description: 'Takes the id of any operation of the payment.' },
})
