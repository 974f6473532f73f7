import type { Ref } from '../../processors/processor.ts'
import { isAttemptAllowed, insertAttempt } from '../checkouts/attempts.ts'
import type { NewCheckoutAttempt } from '../checkouts/attempts.ts'
import { all, sql } from '../sql/database.ts'
import type { Row, SqlValue, Statement } from '../sql/database.ts'
import { claimedKeyColumns, claimForOperation, isKeyFree, selectClaimedKey } from '../sql/idempotency.ts'
import type { ClaimedKey, IdempotentRequest } from '../sql/idempotency.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, flag, json, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { ActorScope } from '../sql/scope.ts'
import { toStoredRequestId } from '../sql/requestIds.ts'
import { willBeScanned } from '../sql/sweepPositions.ts'
import { isChargeAllowed, upsertBill } from '../subscriptions/bills.ts'
import { claimForSubscription } from '../subscriptions/claimedSubscriptions.ts'
import { isSubscribable, subscriptionInsertion } from '../subscriptions/insertSubscription.ts'
import type { NewSubscription } from '../subscriptions/insertSubscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptionColumns.ts'
import type { BillAttempt } from '../subscriptions/bills.ts'
import { decodeTerminal } from '../terminals/terminals.ts'
import type { TerminalRow } from '../terminals/terminals.ts'
import { compactRef, instrumentColumns, orderColumn, refColumn } from './columns.ts'
import type { InstrumentColumns, StoredOrder } from './columns.ts'
import { duplicateColumns, selectDuplicate } from './duplicates.ts'
import { instrumentSteps, isFromBrowser } from './instrumentSteps.ts'
import type { InstrumentSource, MissingInstrument } from './instrumentSteps.ts'
import { referenceOfFirst } from '../customers/storedMethods.ts'
import { referenceHolds } from './references.ts'
import { chosenColumns, routeChoice } from './routes.ts'
import type { Route } from './routes.ts'
import { earlierPaymentColumns, selectEarlierPayments } from './velocity.ts'
import type { EarlierPayment } from './velocity.ts'

/** An authorization or unreferenced credit that has not been sent to the processor. */
export interface NewTransaction {
  readonly id: number
  readonly type: 'payment' | 'credit'
  readonly currency: number
  readonly requested: number
  readonly initiatedBy: string
  readonly initial: string
  readonly orderData: StoredOrder | null
  readonly orderReference: string | null
  readonly referenceTransactionId: string | null
  readonly initiatedByUserId: string | null
  readonly processorRef: Ref
  /** Whether the message of the authorization also captures. */
  readonly capturesNow: boolean
  readonly requestId: string
  readonly created: number
  /** When a sweep may abandon the operation. */
  readonly due: number
  /** Whether the account has no test clock, so that a sweep finds the operation by its id. */
  readonly isOnRealTime: boolean
}

/** The instrument of a pending transaction. */
export interface PendingInstrument extends InstrumentColumns {
  /** Of a token, for one use: the CVV, or the identity data of a bank account's holder. */
  readonly sealedCvv: string | null
  /** Of a saved payment method: the network's id of its first payment, and its address. */
  readonly networkTransactionId: string | null
  /** Of a saved payment method: the processor's reference of its first payment over each connection. */
  readonly initialReferences: Readonly<Record<string, string>> | null
  readonly address: InstrumentAddress | null
  /** The terminal at which the card is presented. */
  readonly terminal: TerminalRow | null
}

/** Members of an address as the API names them. */
export type InstrumentAddress = Readonly<Record<string, string>>

/** `overtaken`: the bill or checkout has changed since it was read. */
export type InsertionFailure = MissingInstrument | 'reference_not_found' | 'overtaken'

export type PendingInsertion =
  | {
      readonly result: 'inserted'
      readonly instrument: PendingInstrument
      /** The id of the chosen connection. Null for the built-in one. */
      readonly connection: string | null
      /** An equal payment inside the duplicate window. */
      readonly duplicateOf: number | null
      /** For a card from a browser: earlier payments that share an attribute. */
      readonly earlier: readonly EarlierPayment[]
      /** The first transaction of the series, as given by the client. */
      readonly first: RowOf<typeof firstColumns> | null
    }
  | { readonly result: 'claimed'; readonly claimed: ClaimedKey }
  /** The chosen connection was deleted or disabled after the routes were read. */
  | { readonly result: 'connection_closed' }
  /** The chosen connection does not support the payment. */
  | { readonly result: 'not_supported'; readonly connection: string; readonly lacks: string }
  | { readonly result: InsertionFailure }

const connectionColumn = defineColumns({ connection: nullable(text) })

const firstColumns = defineColumns({
  networkTransactionId: nullable(text),
  connection: nullable(text),
  reference: nullable(text),
})

export interface InsertOptions {
  /** The connections that the payment may use, in the order of preference. The last one takes every payment. */
  readonly routes: readonly Route[]
  readonly idempotent: IdempotentRequest | null
  /** An equal payment made after this time is a duplicate, milliseconds since 1970; null for no such rule. */
  readonly duplicateSince: number | null
  /** The gateway's id of the first transaction of the series, if the client sent one. */
  readonly initialTransactionId: number | null
  /** The bill to pay. The insert requires that it may be charged. */
  readonly bill: BillAttempt | null
  /** The new subscription whose first bill the payment pays: all of them are inserted, or none. Null for a bill of an existing one. */
  readonly subscription: FirstChargedSubscription | null
  /** The attempt to pay a checkout. The insert requires that it may be made. */
  readonly checkout: NewCheckoutAttempt | null
}

/** A subscription that is inserted together with the payment of its first bill. */
export interface FirstChargedSubscription {
  readonly row: SubscriptionRow
  /** The key that the subscription claims. */
  readonly idempotent: IdempotentRequest | null
}

/** A condition: the bill of an existing subscription may be charged, or the new subscription may be inserted. */
const isBillAllowed = (owner: Owner, bill: BillAttempt, subscription: FirstChargedSubscription | null): Statement =>
  subscription === null
    ? isChargeAllowed(owner, bill)
    : all(isSubscribable(owner, subscription.row), isKeyFree(owner, subscription.idempotent))

/** Statements that insert a subscription with its first payment, if the previous statements have inserted that. */
const insertWithSubscription = (
  owner: Owner,
  { id, requestId }: NewTransaction,
  { row, idempotent }: FirstChargedSubscription,
) => {
  const isInserted = sql('EXISTS (SELECT 1 FROM operations WHERE id = ? AND requestId = ?)', id, requestId)
  const created: NewSubscription = { subscription: row, bill: null, events: ['subscription.created'] }
  const [subscription, count, events] = subscriptionInsertion(owner, created, requestId, isInserted)
  return {
    created: subscription,
    enrolled: count,
    announced: events,
    claim:
      idempotent === null ? null : claimForSubscription(owner, idempotent, { subscription: row.id, operation: id }),
  }
}

/** INSERT of the pending transaction, if an instrument is selected. */
const insertTransaction = (
  owner: Owner,
  row: NewTransaction,
  from: InstrumentSource,
  columns: Statement,
  connection: Statement,
): Statement => {
  const values: Readonly<Record<string, SqlValue>> = {
    id: row.id,
    account: owner.account,
    mode: owner.mode,
    type: row.type,
    status: 'pending',
    currency: row.currency,
    requested: row.requested,
    initiatedBy: row.initiatedBy,
    initial: row.initial,
    orderData: row.orderData === null ? null : orderColumn.write(row.orderData),
    orderReference: row.orderReference,
    referenceTransactionId: row.referenceTransactionId,
    initiatedByUserId: row.initiatedByUserId,
    terminal: from.kind === 'terminal' ? from.terminal : null,
    created: row.created,
    updated: row.created,
  }
  const names = Object.keys(values)
  const awaitsScan = willBeScanned('operations', '?', row.isOnRealTime)
  return sql(
    `INSERT INTO transactions (${[...names, 'awaitsScan', 'isCounted', 'connection', ...instrumentColumns.names].join(', ')})
     SELECT ${names.map(() => '?').join(', ')}, ${awaitsScan}, NOT ${awaitsScan}, ${connection.sql}, ${columns.sql}`,
    ...Object.values(values),
    ...(row.isOnRealTime ? [row.id, row.id] : []),
    ...connection.values,
    ...columns.values,
  )
}

const firstRef = compactRef("json_patch(?, json_object('connection', connection))", { transactionId: 'id' })

/** INSERT of the first operation, if the previous statement has inserted its transaction. */
const insertFirst = (owner: Owner, row: NewTransaction, actor: string | null): Statement => {
  return sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, storedRef, due, storedRequestId, initiatedByUserId,
        referenceTransactionId, capturesNow, awaitsScan, created, updated, actor, paymentCreated)
     SELECT id, id, account, mode, ?, 'pending', requested, ${firstRef}, ?, ${toStoredRequestId('?')}, initiatedByUserId,
            referenceTransactionId, ?, ${willBeScanned('operations', 'id', row.isOnRealTime)}, created, created, ?,
            iif(type = 'credit', created, NULL)
     FROM transactions WHERE id = ? AND account = ? AND mode = ?`,
    row.type === 'payment' ? 'authorize' : 'credit',
    refColumn.write(row.processorRef),
    row.due,
    row.requestId,
    flag.write(row.capturesNow),
    actor,
    row.id,
    owner.account,
    owner.mode,
  )
}

/** Marks the connection of a payment as used, so that it is never deleted. */
const markUsed = (owner: Owner, row: NewTransaction): Statement =>
  sql(
    `UPDATE connections SET used = 1
     WHERE id = (SELECT connection FROM transactions WHERE id = ? AND account = ? AND mode = ?) AND used = 0`,
    row.id,
    owner.account,
    owner.mode,
  )

const selectInitial = ({ account, mode }: Owner, id: number): Statement =>
  sql(
    `SELECT networkTransactionId, connection, ${referenceOfFirst} AS reference FROM transactions
     WHERE id = (SELECT transactionId FROM operations WHERE id = ? AND account = ? AND mode = ?)`,
    id,
    account,
    mode,
  )

/** Columns of a token or saved payment method that the transaction does not store. */
const tokenSecretColumns = defineColumns({ sealedCvv: nullable(text) })
const savedMethodColumns = defineColumns({
  sealedPan: nullable(text),
  wrappedPanKey: nullable(text),
  networkTransactionId: nullable(text),
  initialReferences: nullable(json<Readonly<Record<string, string>>>()),
  address: nullable(json<InstrumentAddress>()),
})

const noSecrets = { sealedCvv: null, networkTransactionId: null, initialReferences: null, address: null }

const decodeInstrument = (
  from: InstrumentSource,
  columns: Row,
  taken: Row | undefined,
  found: Row | undefined,
): PendingInstrument => ({
  ...instrumentColumns.decode(columns),
  ...noSecrets,
  ...(from.kind === 'token' && taken !== undefined && tokenSecretColumns.decode(taken)),
  ...(from.kind === 'stored' && taken !== undefined && savedMethodColumns.decode(taken)),
  terminal: from.kind === 'terminal' && found !== undefined ? decodeTerminal(found) : null,
})

/**
 * One round trip, all or nothing: inserts a pending transaction and its first operation, spends a token, marks a wallet message as used and
 * claims an idempotency key. The chosen connection is marked as used in the same batch, so it is never deleted afterwards.
 */
export const insertPendingTransaction = async (
  { database, owner, key = null }: ActorScope,
  row: NewTransaction,
  from: InstrumentSource,
  { routes, idempotent, duplicateSince, initialTransactionId, bill, subscription, checkout }: InsertOptions,
): Promise<PendingInsertion> => {
  const reference = referenceHolds(owner, row.referenceTransactionId)
  const route = routeChoice(owner, from, routes)
  const allowed = all(
    reference,
    isKeyFree(owner, idempotent),
    route.isUsable,
    ...(bill === null ? [] : [isBillAllowed(owner, bill, subscription)]),
    ...(checkout === null ? [] : [isAttemptAllowed(checkout)]),
  )
  const instrument = instrumentSteps(owner, row, from, allowed)
  const [billInserted, subscriptionUpdated] =
    bill === null ? [null, null] : upsertBill(owner, bill, row.id, row.requestId)
  const withSubscription = subscription === null ? null : insertWithSubscription(owner, row, subscription)
  const [attempt, attemptDue] = checkout === null ? [null, null] : insertAttempt(checkout, row.id, row.requestId)
  const [deleteExpired, claimed] = idempotent === null ? [null, null] : selectClaimedKey(owner, idempotent)
  const statements = {
    deleteExpired,
    claimed,
    found: instrument.found,
    taken: instrument.taken,
    route: route.chosen,
    transaction: insertTransaction(owner, row, from, instrument.columns, route.connection),
    operation: insertFirst(owner, row, key),
    used: routes.every(({ used }) => used) ? null : markUsed(owner, row),
    clear: instrument.clear,
    created: withSubscription?.created ?? null,
    enrolled: withSubscription?.enrolled ?? null,
    announced: withSubscription?.announced ?? null,
    bill: billInserted,
    subscription: subscriptionUpdated,
    attempt,
    attemptDue,
    claim: idempotent === null ? (withSubscription?.claim ?? null) : claimForOperation(owner, idempotent, row.id),
    duplicate: duplicateSince === null ? null : selectDuplicate(row.id, duplicateSince),
    earlier: row.type === 'payment' && isFromBrowser(from) ? selectEarlierPayments(row.id) : null,
    initial: initialTransactionId === null ? null : selectInitial(owner, initialTransactionId),
    // By request id: if no row was inserted, the id may belong to another account's payment.
    inserted: sql(
      `SELECT ${instrumentColumns.list()}, ${connectionColumn.list()} FROM transactions
       WHERE id = ? AND EXISTS (SELECT 1 FROM operations WHERE operations.id = transactions.id AND requestId = ?)`,
      row.id,
      row.requestId,
    ),
  }
  const rows = await database.namedOnce(statements, 'inserted', {
    // Its condition is over once the payment is inserted. A token's CVV is deleted by then: the payment goes without it.
    ...(from.kind === 'stored' && { taken: instrumentSteps(owner, row, from, sql('TRUE')).taken }),
  })
  const claim = claimedKeyColumns.decodeFirst(rows.claimed)
  if (claim !== null && claim.requestId !== row.requestId) return { result: 'claimed', claimed: claim }
  const [found] = rows.found
  const [inserted] = rows.inserted
  const chosen = chosenColumns.decodeFirst(rows.route)
  if (inserted === undefined && chosen !== null && instrument.missingReason(found) === null) {
    if (!chosen.isOpen) return { result: 'connection_closed' }
    if (chosen.lacks !== null) return { result: 'not_supported', connection: chosen.connection, lacks: chosen.lacks }
  }
  if (inserted === undefined)
    return {
      result:
        instrument.missingReason(found) ?? (bill === null && checkout === null ? 'reference_not_found' : 'overtaken'),
    }
  return {
    result: 'inserted',
    instrument: decodeInstrument(from, inserted, rows.taken[0], found),
    connection: connectionColumn.decode(inserted).connection,
    duplicateOf: duplicateColumns.decodeFirst(rows.duplicate)?.id ?? null,
    earlier: rows.earlier.map(earlierPaymentColumns.decode),
    first: firstColumns.decodeFirst(rows.initial),
  }
}
