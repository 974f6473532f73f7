import * as v from 'valibot'
import { envelope, errorItem, requestId } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { extension, amount, amountValue, notFreeText, nullable, patterned } from '../schema/fields.ts'
import { int64, int64OrDigits, responseInteger } from '../schema/numbers.ts'
import { object, strictObject } from '../schema/objects.ts'
import { actor } from '../audit/actor.ts'
import { disputeSummary } from '../disputes/disputeSchema.ts'
import { approved } from './approved.ts'
import { needsAttention, resolution, resolvedOutcomes } from './attention.ts'
import { operationTypes } from './operationTypes.ts'
import type { OperationType } from './operationTypes.ts'
import { order } from './order.ts'
import { payment } from './payment.ts'

const tag = 'Transactions'

/** States of a payment. */
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

/** States of an operation of a payment. */
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

export { operationTypes }
export type { OperationType }

const verificationResult = () => v.nullable(v.object({ code: v.string(), text: v.string() }))

const outcome = {
  transactionId: v.string(),
  authCode: v.nullable(v.string()),
  approved: approved(),
  responseCode: v.nullable(v.string()),
  responseText: v.nullable(v.string()),
  latency: responseInteger(),
  avs: verificationResult(),
  cvv: verificationResult(),
  amount: v.number(),
  metadata: v.nullable(v.record(v.string(), v.unknown())),
}

/** Response of authorize, capture, void and credit. */
export const transactionResponse = () => envelope({ ...outcome, approved: extension(outcome.approved) })

/** An operation of a payment that the bank returned. */
export const returnSummary = () =>
  v.object({
    transactionId: v.string(),
    type: v.picklist(operationTypes),
    amount: v.number(),
    code: v.nullable(v.string()),
    at: v.string(),
  })

/** A transaction, a superset of the response above, so that one parser can read both. */
export const transaction = () =>
  v.object({
    requestId: requestId(),
    originalTransactionId: v.string(),
    type: v.picklist(operationTypes),
    status: v.picklist(transactionStates),
    method: v.string(),
    ...outcome,
    currency: responseInteger(),
    amountAuthorized: v.number(),
    amountCaptured: v.number(),
    amountCapturable: v.number(),
    amountCredited: v.number(),
    amountSettled: v.number(),
    tip: v.number(),
    payment: v.object({
      network: v.nullable(v.string()),
      /** The shopper's choice of network for a co-badged card. */
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
    referenceTransactionId: v.nullable(responseInteger('int64')),
    initiatedByUserId: v.nullable(responseInteger('int64')),
    operations: v.array(
      v.object({
        transactionId: v.string(),
        type: v.picklist(operationTypes),
        status: v.picklist(operationStates),
        amount: v.number(),
        approved: approved(),
        responseCode: v.nullable(v.string()),
        referenceTransactionId: v.nullable(responseInteger('int64')),
        initiatedByUserId: v.nullable(responseInteger('int64')),
        created: v.string(),
        actor: v.optional(extension(v.nullable(actor()))),
      }),
    ),
    disputes: v.array(disputeSummary()),
    returns: v.array(returnSummary()),
    batchId: v.nullable(v.string()),
    checkout: v.optional(extension(v.nullable(v.string()))),
    resolutions: v.optional(extension(v.array(resolution()))),
    connection: extension(v.string()),
    created: v.string(),
    updated: v.string(),
    expires: v.nullable(v.string()),
    needsAttention: extension(needsAttention()),
    errors: v.nullable(v.array(errorItem())),
  })

const links = {
  initiatedByUserId: nullable(int64()),
  referenceTransactionId: nullable(int64OrDigits()),
}

/** Transaction id in a body: digits only. */
const transactionId = () => notFreeText(patterned(/^[0-9]*$/, 1, 19))

export const authorizeTransaction = endpoint({
  name: 'authorizeTransaction',
  method: 'POST',
  path: '/v1/transactions/authorize',
  tag,
  scope: 'transactions:write',
  quotas: ['payments', 'events', 'bytes'],
  errorFormat: 'bodyless',
  body: strictObject({ payment: payment(), amount: amount(), order: v.optional(order()), ...links }),
  response: transactionResponse(),
  reachesProcessor: true,
})
export type Authorize = v.InferOutput<NonNullable<typeof authorizeTransaction.body>>

export const saleTransaction = endpoint({
  name: 'saleTransaction',
  method: 'POST',
  path: '/v1/transactions/sale',
  tag,
  scope: 'transactions:write',
  quotas: ['payments', 'events', 'bytes'],
  errorFormat: 'envelope',
  body: strictObject({ payment: payment(), amount: amount(), order: v.optional(order()), ...links }),
  response: transactionResponse(),
  reachesProcessor: true,
  extension: true,
})

export const captureTransaction = endpoint({
  name: 'captureTransaction',
  method: 'POST',
  path: '/v1/transactions/capture',
  tag,
  scope: 'transactions:write',
  quotas: [],
  errorFormat: 'envelope',
  body: object({
    transactionId: transactionId(),
    amount: nullable(amountValue()),
    final: v.optional(extension(v.boolean())),
    ...links,
  }),
  response: transactionResponse(),
  reachesProcessor: true,
})

export type Capture = v.InferOutput<NonNullable<typeof captureTransaction.body>>

export const voidTransaction = endpoint({
  name: 'voidTransaction',
  method: 'POST',
  path: '/v1/transactions/void',
  tag,
  scope: 'transactions:write',
  quotas: [],
  errorFormat: 'envelope',
  body: object({ transactionId: transactionId(), ...links }),
  response: transactionResponse(),
  reachesProcessor: true,
})

export type Void = v.InferOutput<NonNullable<typeof voidTransaction.body>>

export const creditTransaction = endpoint({
  name: 'creditTransaction',
  method: 'POST',
  path: '/v1/transactions/credit',
  tag,
  scope: 'transactions:credit',
  quotas: ['payments', 'events', 'bytes'],
  errorFormat: 'envelope',
  body: object({
    payment: v.optional(payment()),
    amount: v.optional(amount()),
    order: v.optional(order()),
    ...links,
  }),
  response: transactionResponse(),
  reachesProcessor: true,
})

export type Credit = v.InferOutput<NonNullable<typeof creditTransaction.body>>

export const getTransaction = endpoint({
  name: 'getTransaction',
  method: 'GET',
  path: '/v1/transactions/{id}',
  tag,
  scope: 'transactions:read',
  errorFormat: 'problem',
  params: v.object({ id: patterned(/^[0-9]*$/, 1, 19) }),
  response: transaction(),
})

const resolvedTransaction = () => {
  const { requestId: _requestId, errors: _errors, ...members } = transaction().entries
  return envelope(members)
}

export const resolveTransaction = endpoint({
  name: 'resolveTransaction',
  method: 'POST',
  path: '/v1/transactions/{id}/resolve',
  tag,
  scope: 'transactions:write',
  quotas: [],
  errorFormat: 'envelope',
  params: v.object({ id: patterned(/^[0-9]*$/, 1, 19) }),
  body: object({
    operation: transactionId(),
    outcome: v.picklist(resolvedOutcomes),
    note: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  }),
  response: resolvedTransaction(),
  extension: true,
})

export type Resolve = v.InferOutput<NonNullable<typeof resolveTransaction.body>>

export const transactionEndpoints = [
  authorizeTransaction,
  saleTransaction,
  captureTransaction,
  voidTransaction,
  creditTransaction,
  getTransaction,
  resolveTransaction,
] as const

export const transactionDocumentation = (): Documentation => ({
  authorizeTransaction: {
    summary: 'Authorize a payment',
    description:
      'Sends a payment to the processor for approval, and reserves the amount until it is captured, voided or expired. A declined payment returns status 200 with `approved` false, the `responseCode` of the decline and `errors`.',
  },
  saleTransaction: {
    summary: 'Authorize and capture a payment',
    description:
      'Authorizes and captures a payment in one step. The request and the response are those of authorize. Use it if you deliver immediately. Use authorize if you ship later: an authorization that is not captured expires.\n\nA partial approval (`responseCode` `10`) is captured for the approved `amount`. Void it if you need the whole amount. The money moves with the next batch. Until then, a void of `transactionId` cancels the sale. If the processor does not respond, the sale is reversed and returns `68`, as authorize does.',
  },
  captureTransaction: {
    summary: 'Capture an authorization',
    description:
      'Captures the given amount, or the remaining authorized amount if `amount` is absent. An authorization can be captured several times, up to the authorized amount.',
  },
  voidTransaction: {
    summary: 'Void a transaction',
    description: 'Cancels an authorization, a capture or a credit before settlement.',
  },
  creditTransaction: {
    summary: 'Credit a payment',
    description:
      'With `referenceTransactionId`, refunds the given amount of that payment, or all of the captured amount that is left. `payment` and `amount` are optional then. Without it, pays out to the payment source, if the account allows unreferenced credits.\n\nA credit keeps its own `order` and `metadata`. A refund without an `order` shows those of the payment.',
  },
  getTransaction: {
    summary: 'Retrieve a transaction',
    description:
      'Returns the payment with all its operations. The `id` can be that of any of them.\n\nThe members `initiatedByUserId` and `referenceTransactionId` are those of the operation with this id; each entry of `operations` has its own. The `order` and its `metadata` are those of a credit that sent an `order`, otherwise those of the payment.',
  },
  resolveTransaction: {
    summary: 'Resolve an operation that needs attention',
    description:
      'Records the outcome of an operation that the gateway cannot determine, after you have looked it up at the processor. `needsAttention` of the payment names the operation. The gateway sends nothing to the processor.\n\nFor a capture, void or credit, `happened` records it as approved for its full amount. `did_not_happen` records it as failed and releases the amount that it reserved.\n\nFor a reversal, `happened` means that no money is held or moved at the processor: the payment becomes `reversed`. `did_not_happen` means that the payment is still approved at the processor. It becomes `authorized`, or captured if it was a sale, as if its approval had just arrived. A payment that was declined stays declined. For the release of the rest of a hold, both values end the release and change no amount.\n\nThe payment’s events are sent as usual, and the audit log and `resolutions` of the payment have the result with the `note`. An operation that does not need attention, or no longer does, returns 409 `attention_not_needed`. While an attempt is running, the request returns 409 `operation_in_progress`: read the payment again after a minute.',
  },
})
