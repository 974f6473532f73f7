import { builtInConnection } from '#contract/connections/builtInConnection'
import { currencies } from '#contract/money/currencies'
import { statesAllowing } from '#contract/transactions/transitions'
import type { ModificationRequest } from '#contract/transactions/transitions'
import type { Ref } from '../../processors/processor.ts'
import { all, toSqlList, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { claimedKeyColumns, claimForOperation, isKeyFree, selectClaimedKey } from '../sql/idempotency.ts'
import type { ClaimedKey, IdempotentRequest } from '../sql/idempotency.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, flag, nullable } from '../sql/row.ts'
import type { ActorScope } from '../sql/scope.ts'
import { toStoredRequestId } from '../sql/requestIds.ts'
import { willBeScanned } from '../sql/sweepPositions.ts'
import { recountPaymentOf } from './amounts.ts'
import {
  compactRef,
  modifiedPaymentColumns,
  namedOperationColumns,
  operationColumns,
  orderColumn,
  refColumn,
} from './columns.ts'
import type { ModifiedPayment, NamedOperation, OperationRow, StoredOrder } from './columns.ts'
import { isUsableToken, spendToken } from '../tokens/presentedTokens.ts'
import { isMessageUnused, takeMessage } from '../tokens/usedMessages.ts'
import type { TakenMessage } from '../tokens/usedMessages.ts'
import { withoutPerson } from './orderRedaction.ts'
import { referenceHolds } from './references.ts'

/**
 * Captures, voids and credits of a payment. Each begins with one conditional write that reserves the amount or the whole payment, so
 * concurrent requests never exceed the available amount. No read precedes it.
 */

/** An amount in the payment's currency, which is not read yet: its minor units by exponent. Null if the amount has too many decimals. */
export type MinorByExponent = Readonly<Record<0 | 2 | 3 | 4, number | null>>

/** A requested capture, void or credit. */
export type Modification =
  | { readonly type: 'capture'; readonly amount: MinorByExponent | null; readonly final: boolean }
  | { readonly type: 'void' }
  | {
      readonly type: 'credit'
      readonly amount: MinorByExponent | null
      readonly currency: number | null
      readonly instrument: SameInstrument | null
    }

/** The instrument in a credit request, which must equal that of the payment. */
export type SameInstrument =
  /** A card in the request. `message` is the single-use message that contained it, which the credit uses up. */
  | { readonly kind: 'fingerprint'; readonly fingerprint: string; readonly message: TakenMessage | null }
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'wallet'; readonly customer: string | null; readonly wallet: string | null }
  | { readonly kind: 'token'; readonly id: string; readonly secretHash: string }
  /** The terminal at which the card was presented. */
  | { readonly kind: 'terminal'; readonly terminal: string }

export interface NewModification {
  readonly id: number
  /** The id of any operation of the payment. For a void, the operation to void. */
  readonly named: number
  readonly request: Modification
  readonly processorRef: Ref
  readonly requestId: string
  readonly initiatedByUserId: string | null
  readonly referenceTransactionId: string | null
  /** Of a credit: its own order, and the text that the list's `reference` filter matches. */
  readonly order: { readonly data: StoredOrder; readonly reference: string | null } | null
  /** Of a member with a refund limit: the most that may be given back of the payment in all, and that one void may undo. */
  readonly refundLimit: MinorByExponent | null
  readonly created: number
  readonly due: number
  /** Whether the account has no test clock, so that a sweep finds the operation by its id. */
  readonly isOnRealTime: boolean
}

/** A payment before the modification, and the operation in the request. */
export interface FoundPayment {
  readonly payment: ModifiedPayment
  readonly named: NamedOperation
  /** Whether the reference transaction is absent or belongs to the account. */
  readonly referenceHolds: boolean
  /** Whether the instrument in the request is absent or equals that of the payment. */
  readonly instrumentHolds: boolean
  /** Whether a void of the named operation undoes it alone, and not the whole payment. */
  readonly isSingle: boolean
}

export type ModificationInsertion =
  | {
      readonly result: 'inserted'
      readonly operation: OperationRow
      readonly found: FoundPayment
      /** The processor's reference of the payment's first operation. */
      readonly rootRef: Ref | null
    }
  | { readonly result: 'claimed'; readonly claimed: ClaimedKey }
  | { readonly result: 'refused'; readonly found: FoundPayment | null }

const exponents = Map.groupBy(currencies.values(), ({ exponent }) => exponent)

/** The minor units of an amount in the payment's currency. NULL if it has more decimals than the currency. */
const inCurrency = (amount: MinorByExponent): Statement => {
  const others = ([0, 3, 4] as const).map((exponent) => ({
    numbers: (exponents.get(exponent) ?? []).map(({ number }) => number).join(', '),
    minor: amount[exponent],
  }))
  return sql(
    `CASE ${others.map(({ numbers }) => `WHEN payment.currency IN (${numbers}) THEN ?`).join(' ')} ELSE ? END`,
    ...others.map(({ minor }) => minor),
    amount[2],
  )
}

const capturable = 'payment.approved - payment.captured - payment.capturing - payment.released'
const creditable = 'payment.captured - payment.credited - payment.crediting'

/** A condition: the payment's state allows the request. */
const stateAllows = (request: ModificationRequest): string =>
  `payment.status IN (${toSqlList(statesAllowing(request))})`

/** The operation to insert, as SQL. */
interface Draft {
  readonly amount: Statement
  /** The operation that a void undoes. */
  readonly target: string
  readonly final: Statement
  /** A condition: the operation may begin. */
  readonly allowed: Statement
}

/** Connections that lack a capability, by their ids. */
export interface ConnectionLimits {
  /** The connections whose capabilities are known. A payment of another one is not modified. Null: all that exist. */
  readonly known: readonly string[] | null
  /** A capture ends the hold. */
  readonly captureOnce: readonly string[]
  /** One capture cannot be voided. */
  readonly voidWhole: readonly string[]
  /** The rest of a hold cannot be released while its captures stand. */
  readonly keepRest: readonly string[]
  /** A payment is refunded once all its captures have settled. */
  readonly creditSettled: readonly string[]
}

/** A condition: the payment's connection is one of these. */
const usesOneOf = (connections: readonly string[]): Statement =>
  connections.length === 0
    ? sql('FALSE')
    : sql(
        `coalesce(payment.connection, '${builtInConnection}') IN (SELECT value FROM json_each(?))`,
        JSON.stringify(connections),
      )

/** A condition: the capabilities of the payment's connection are known. */
const isKnown = ({ known }: ConnectionLimits): Statement =>
  known === null
    ? sql('TRUE')
    : sql(
        '(payment.connection IS NULL OR payment.connection IN (SELECT value FROM json_each(?)))',
        JSON.stringify(known),
      )

const not = (condition: Statement): Statement => sql(`NOT (${condition.sql})`, ...condition.values)

const captureDraft = (
  { amount, final }: Extract<Modification, { type: 'capture' }>,
  { captureOnce, keepRest }: ConnectionLimits,
  now: number,
): Draft => {
  const draft = amount === null ? sql(capturable) : inCurrency(amount)
  const isFinal = final ? sql('TRUE') : usesOneOf(captureOnce)
  return {
    amount: draft,
    target: 'NULL',
    final: sql(`iif(${isFinal.sql}, 1, 0)`, ...isFinal.values),
    allowed: all(
      sql(stateAllows(amount === null ? 'captureRest' : 'capturePart')),
      sql("payment.type = 'payment' AND payment.held = 0 AND payment.crediting = 0"),
      sql('payment.expires IS NULL OR payment.expires > ?', now),
      sql(`payment.capturing = 0 OR NOT (${isFinal.sql})`, ...isFinal.values),
      ...(final && keepRest.length > 0
        ? [
            sql(
              `${draft.sql} = ${capturable} OR NOT (${usesOneOf(keepRest).sql})`,
              ...draft.values,
              ...usesOneOf(keepRest).values,
            ),
          ]
        : []),
    ),
  }
}

/**
 * Whether a void undoes only the named operation. A capture that came with the approval, by the same message, is the whole payment and
 * cannot be repeated: it has the processor's reference of the first operation.
 */
const isSingle = `(named.type = 'credit' OR (named.type = 'capture'
  AND named.processorRef IS NOT (SELECT first.processorRef FROM operations AS first WHERE first.id = payment.id)))`

/** A void of the first operation, of a void or of a reversal undoes the whole payment. */
const voidDraft = ({ voidWhole, keepRest }: ConnectionLimits): Draft => ({
  amount: sql(
    `CASE WHEN ${isSingle} THEN named.amount
          WHEN payment.settled = 0 THEN payment.approved - payment.released
          ELSE payment.approved - payment.captured - payment.released END`,
  ),
  target: `CASE WHEN ${isSingle} THEN named.id ELSE payment.id END`,
  final: sql('0'),
  allowed: all(
    sql('payment.held = 0 AND payment.capturing = 0 AND payment.crediting = 0'),
    sql(
      `CASE WHEN named.type = 'capture' THEN ${stateAllows('voidCapture')} AND named.status = 'approved' AND named.batchId IS NULL
            WHEN named.type = 'credit' THEN ${stateAllows('voidCredit')} AND named.status = 'approved' AND named.batchId IS NULL
            ELSE ${stateAllows('voidPayment')} END`,
    ),
    ...(voidWhole.length > 0 ? [not(all(sql(`named.type = 'capture' AND ${isSingle}`), usesOneOf(voidWhole)))] : []),
    ...(keepRest.length > 0 ? [not(all(sql(`payment.settled > 0 AND NOT ${isSingle}`), usesOneOf(keepRest)))] : []),
  ),
})

const creditDraft = (
  owner: Owner,
  { amount, currency, instrument }: Extract<Modification, { type: 'credit' }>,
  { creditSettled }: ConnectionLimits,
  now: number,
): Draft => ({
  amount: amount === null ? sql(creditable) : inCurrency(amount),
  target: 'NULL',
  final: sql('0'),
  allowed: all(
    sql(stateAllows(amount === null ? 'creditRest' : 'creditPart')),
    sql("payment.type = 'payment' AND payment.held = 0 AND payment.capturing = 0"),
    currency === null ? sql('TRUE') : sql('payment.currency = ?', currency),
    sameInstrument(owner, instrument, now),
    ...(creditSettled.length > 0
      ? [not(all(sql('payment.settled < payment.captured'), usesOneOf(creditSettled)))]
      : []),
  ),
})

const sameInstrument = (owner: Owner, instrument: SameInstrument | null, now: number): Statement => {
  switch (instrument?.kind) {
    case undefined:
      return sql('TRUE')
    case 'fingerprint':
      return all(
        sql('payment.fingerprint = ?', instrument.fingerprint),
        ...(instrument.message === null ? [] : [isMessageUnused(owner, instrument.message)]),
      )
    case 'method':
      return sql('payment.method = ?', instrument.method)
    case 'terminal':
      return sql('payment.terminal = ?', instrument.terminal)
    case 'wallet':
      return sql(
        'coalesce(payment.wallet = ?, TRUE) AND coalesce(payment.customer = ?, TRUE) AND payment.customer IS NOT NULL',
        instrument.wallet,
        instrument.customer,
      )
    case 'token': {
      const usable = isUsableToken(owner, instrument, now)
      return sql(`payment.fingerprint = (SELECT tokens.fingerprint FROM tokens WHERE ${usable.sql})`, ...usable.values)
    }
  }
}

const draft = (owner: Owner, { request, created }: NewModification, limits: ConnectionLimits): Draft => {
  switch (request.type) {
    case 'capture':
      return captureDraft(request, limits, created)
    case 'void':
      return voidDraft(limits)
    case 'credit':
      return creditDraft(owner, request, limits, created)
  }
}

/** The payment and the named operation. */
const inPayment = `
  FROM operations AS named JOIN transactions AS payment ON payment.id = named.transactionId
  WHERE named.id = ? AND named.account = ? AND named.mode = ?`

/** The largest amount that an operation may move. A void moves the amount that it undoes. */
const largest = { capture: capturable, credit: creditable, void: 'payment.approved + payment.credited' } as const

const fits = ({ request }: NewModification, amount: Statement): Statement =>
  sql(`${amount.sql} BETWEEN 1 AND ${largest[request.type]}`, ...amount.values)

/** A condition: the refunds of the payment, with this one, or the void are within the caller's limit. A void of a refund gives nothing back. */
const isWithinRefundLimit = ({ request, refundLimit }: NewModification, amount: Statement): Statement => {
  if (refundLimit === null || request.type === 'capture') return sql('TRUE')
  const limit = inCurrency(refundLimit)
  const given = request.type === 'credit' ? `${amount.sql} + payment.credited + payment.crediting` : amount.sql
  return sql(
    `${request.type === 'void' ? "named.type = 'credit' OR " : ''}${given} <= ${limit.sql}`,
    ...amount.values,
    ...limit.values,
  )
}

/** The order of a credit, without the person if the payment's customer is erased: nothing would erase it later. */
const keptOrder = `(SELECT iif(EXISTS (SELECT 1 FROM erasures WHERE customer = payment.customer), ${withoutPerson('data')}, data)
                    FROM (SELECT ? AS data))`

const storedRef = compactRef(
  "json_patch(?, json_object('root', CAST(payment.id AS TEXT), 'connection', payment.connection))",
  { id: '?', transactionId: 'payment.id', account: 'payment.account', created: '?' },
)

/** The column `paymentCreated` as SQL: of credits, and of captures on a later day than their payment (0024_operations.sql). */
const paymentCreated = {
  credit: 'payment.created',
  capture: 'iif(payment.created / 86400000 <> CAST(? AS INTEGER) / 86400000, payment.created, NULL)',
  void: 'NULL',
} as const

export const insertModification = (
  owner: Owner,
  row: NewModification,
  limits: ConnectionLimits,
  condition: Statement,
  actor: string | null = null,
): Statement => {
  const { amount, target, final, allowed } = draft(owner, row, limits)
  const insertable = all(allowed, isKnown(limits), fits(row, amount), isWithinRefundLimit(row, amount), condition)
  return sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, storedRef, target, final, due, storedRequestId, initiatedByUserId,
        referenceTransactionId, creditOrder, creditReference, paymentCreated, awaitsScan, created, updated, actor)
     SELECT ?, payment.id, payment.account, payment.mode, ?, 'pending', ${amount.sql},
            ${storedRef}, ${target}, ${final.sql}, ?, ${toStoredRequestId('?')}, ?, ?, ${keptOrder}, ?, ${paymentCreated[row.request.type]}, ${willBeScanned('operations', '?', row.isOnRealTime)}, ?, ?, ?
     ${inPayment} AND ${insertable.sql}`,
    row.id,
    row.request.type,
    ...amount.values,
    refColumn.write(row.processorRef),
    row.id,
    row.created,
    ...final.values,
    row.due,
    row.requestId,
    row.initiatedByUserId,
    row.referenceTransactionId,
    row.order === null ? null : orderColumn.write(row.order.data),
    row.order?.reference ?? null,
    ...(row.request.type === 'capture' ? [row.created] : []),
    ...(row.isOnRealTime ? [row.id] : []),
    row.created,
    row.created,
    actor,
    row.named,
    owner.account,
    owner.mode,
    ...insertable.values,
  )
}

/** Uses up the token or message that presents the payment's instrument, if the previous statements have inserted the credit. */
const spendInstrument = (owner: Owner, row: NewModification): Statement | null => {
  const instrument = row.request.type === 'credit' ? row.request.instrument : null
  const inserted = sql('EXISTS (SELECT 1 FROM operations WHERE id = ? AND requestId = ?)', row.id, row.requestId)
  if (instrument?.kind === 'token') return spendToken(isUsableToken(owner, instrument, row.created), inserted)
  if (instrument?.kind !== 'fingerprint' || instrument.message === null) return null
  return takeMessage(owner, instrument.message, String(row.id), inserted)
}

const insertedColumns = operationColumns.list()
const namedColumns = namedOperationColumns.prefixed('named', 'named_')

const foundColumns = defineColumns({
  referenceHolds: flag,
  /** Null if the payment has no such instrument. */
  instrumentHolds: nullable(flag),
  isSingle: flag,
  rootRef: nullable(refColumn),
})

/** One round trip, all or nothing: inserts a pending capture, void or credit and reserves its amount. */
export const insertPendingModification = async (
  { database, owner, key = null }: ActorScope,
  row: NewModification,
  limits: ConnectionLimits,
  idempotent: IdempotentRequest | null,
): Promise<ModificationInsertion> => {
  const reference = referenceHolds(owner, row.referenceTransactionId)
  const [deleteExpired, claimed] = idempotent === null ? [null, null] : selectClaimedKey(owner, idempotent)
  const instrument = sameInstrument(owner, row.request.type === 'credit' ? row.request.instrument : null, row.created)
  const statements = {
    deleteExpired,
    claimed,
    payment: sql(
      `SELECT ${modifiedPaymentColumns.list('payment')}, ${namedColumns.list}, ${reference.sql} AS referenceHolds, ${instrument.sql} AS instrumentHolds, ${isSingle} AS isSingle,
              (SELECT processorRef FROM operations WHERE id = payment.id) AS rootRef ${inPayment}`,
      ...reference.values,
      ...instrument.values,
      row.named,
      owner.account,
      owner.mode,
    ),
    operation: insertModification(owner, row, limits, all(reference, isKeyFree(owner, idempotent)), key),
    reserve: recountPaymentOf(row.id, row.created),
    instrument: spendInstrument(owner, row),
    claim: idempotent === null ? null : claimForOperation(owner, idempotent, row.id),
    // By request id: if no row was inserted, the id may belong to another account's operation.
    inserted: sql(`SELECT ${insertedColumns} FROM operations WHERE id = ? AND requestId = ?`, row.id, row.requestId),
  }
  const rows = await database.namedOnce(statements, 'inserted')
  const claim = claimedKeyColumns.decodeFirst(rows.claimed)
  if (claim !== null && claim.requestId !== row.requestId) return { result: 'claimed', claimed: claim }
  const [payment] = rows.payment
  if (payment === undefined) return { result: 'refused', found: null }
  const { rootRef, instrumentHolds, ...holds } = foundColumns.decode(payment)
  const found: FoundPayment = {
    payment: modifiedPaymentColumns.decode(payment),
    named: namedColumns.decode(payment),
    ...holds,
    instrumentHolds: instrumentHolds === true,
  }
  const operation = operationColumns.decodeFirst(rows.inserted)
  return operation === null ? { result: 'refused', found } : { result: 'inserted', operation, found, rootRef }
}
