import { builtInConnection } from '#contract/connections/builtInConnection'
import { numberFromText } from '#contract/schema/rawJson'
import { isApproved } from '#contract/transactions/responseCodes'
import type { PaymentAttention } from '../../store/transactions/attentionOf.ts'
import type { ListedOperation, OperationResource, TransactionResource } from '../../store/transactions/columns.ts'
import type { RecordedResolution } from '../../store/transactions/resolutionsOf.ts'
import type { FoundTransaction } from '../../store/transactions/transactions.ts'
import { toActor } from '../audit/actor.ts'
import { toDisputeSummary } from '../disputes/toApi.ts'
import { decimalText, moneyOf } from '../money.ts'
import { capturableAmount } from './responses/capturableAmount.ts'
import { maskedNumber } from './responses/maskedNumber.ts'
import { toOperationResponse } from './responses/operationResponse.ts'

const time = (ms: number): string => new Date(ms).toISOString()
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms))
const integerOrNull = (text: string | null) => (text === null ? null : numberFromText(text))

/** What the client sent with an operation: its user, and the transaction that it refers to. */
const toLinks = ({
  referenceTransactionId,
  initiatedByUserId,
}: Pick<ListedOperation, 'referenceTransactionId' | 'initiatedByUserId'>) => ({
  referenceTransactionId: integerOrNull(referenceTransactionId),
  initiatedByUserId: integerOrNull(initiatedByUserId),
})

/**
 * Converts a transaction to its API resource: the outcome of one operation, and the state and amounts of the payment.
 *
 * @param read members that only a read has, and no event
 */
export const toTransaction = (
  transaction: TransactionResource,
  operation: OperationResource,
  operations: readonly ListedOperation[],
  attention: PaymentAttention | null,
  read?: Pick<FoundTransaction, 'checkout' | 'operations' | 'resolutions'>,
) => {
  const actors = read && new Map(read.operations.map(({ id, actor }) => [id, actor && toActor(actor)]))
  const amount = (minor: number) => numberFromText(decimalText(moneyOf(minor, transaction.currency)))
  return {
    originalTransactionId: String(transaction.id),
    type: operation.type,
    status: transaction.status,
    method: transaction.method,
    ...toOperationResponse(operation, transaction),
    currency: transaction.currency,
    amountAuthorized: amount(transaction.approved),
    amountCaptured: amount(transaction.captured),
    amountCapturable: amount(capturableAmount(transaction)),
    amountCredited: amount(transaction.credited),
    amountSettled: amount(transaction.settled),
    tip: amount(transaction.tip),
    payment: {
      network: transaction.network,
      preferredNetwork: transaction.preferredNetwork,
      accountNumber: maskedOrNull(transaction.last4, transaction.digits),
      expiry: transaction.expiry,
      customer: transaction.customer,
      wallet: transaction.wallet,
      terminal: transaction.terminal,
      initiatedBy: transaction.initiatedBy,
      initial: transaction.initial,
      networkTransactionId: transaction.networkTransactionId,
    },
    order: operation.creditOrder ?? transaction.orderData,
    ...toLinks(operation),
    operations: operations.map((one) => ({
      transactionId: String(one.id),
      type: one.type,
      status: one.status,
      amount: amount(one.amount),
      approved: isApproved(one.responseCode),
      responseCode: one.responseCode,
      ...toLinks(one),
      created: time(one.created),
      ...(actors && { actor: actors.get(one.id) ?? null }),
    })),
    disputes: toDisputes(transaction),
    returns: toReturns(transaction),
    batchId: transaction.batchId,
    ...(read && { checkout: read.checkout, resolutions: read.resolutions.map(toResolution) }),
    connection: transaction.connection ?? builtInConnection,
    created: time(transaction.created),
    updated: time(transaction.updated),
    expires: timeOrNull(transaction.expires),
    needsAttention: toNeedsAttention(attention, transaction.currency),
  }
}

/** What a person recorded about an operation that needed attention. */
const toResolution = ({ operation, outcome, note, at, ...actor }: RecordedResolution) => ({
  operation,
  outcome,
  note,
  at: time(at),
  actor: toActor(actor),
})

type WithDisputes = Pick<TransactionResource, 'currency' | 'disputes'>

/** The disputes of a payment in their short form. */
export const toDisputes = ({ currency, disputes }: WithDisputes) =>
  (disputes ?? []).map((dispute) => toDisputeSummary(dispute, currency))

type WithReturns = Pick<TransactionResource, 'currency' | 'returns'>

/** The operations of a payment that the bank returned. */
export const toReturns = ({ currency, returns }: WithReturns) =>
  (returns ?? []).map(({ id, type, amount, code, at }) => ({
    transactionId: String(id),
    type,
    amount: numberFromText(decimalText(moneyOf(amount, currency))),
    code,
    at: time(at),
  }))

/** Converts the operation of a payment that must be looked up manually at the processor. */
export const toNeedsAttention = (attention: PaymentAttention | null, currency: number) =>
  attention && {
    since: time(attention.since),
    reason: attention.reason,
    operation: {
      transactionId: String(attention.id),
      type: attention.type,
      amount: numberFromText(decimalText(moneyOf(attention.amount, currency))),
      created: time(attention.created),
    },
    attempts: attention.attempts,
    nextAttempt: timeOrNull(attention.due),
  }

const maskedOrNull = (last4: string | null, digits: number | null): string | null =>
  last4 === null || digits === null ? null : maskedNumber(last4, digits)
