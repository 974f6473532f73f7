import type { OperationState, TransactionState } from '#contract/transactions'
import type { Database, Row, SqlValue, Statement } from './database.ts'
import { sql } from './database.ts'
import { insertReversal } from './operations.ts'
import type { NewReversal, OperationRow } from './operations.ts'
import type { Owner } from './owner.ts'

/** Columns of `transactions`, as the database has them. Amounts are minor units, times are milliseconds since 1970. */
export interface TransactionRow {
  readonly id: number
  readonly account: string
  readonly mode: 'test' | 'live'
  readonly status: TransactionState
  readonly method: string
  readonly currency: number
  readonly requested: number
  readonly approved: number
  readonly captured: number
  readonly credited: number
  readonly settled: number
  readonly tip: number
  readonly cardId: string | null
  readonly sealedPan: string | null
  readonly wrappedPanKey: string | null
  readonly network: string | null
  readonly last4: string | null
  readonly digits: number | null
  readonly expiry: string | null
  readonly fingerprint: string | null
  readonly customer: string | null
  readonly wallet: string | null
  readonly terminal: string | null
  readonly initiatedBy: string
  readonly initial: string
  readonly networkTransactionId: string | null
  readonly orderData: string | null
  readonly referenceTransactionId: string | null
  readonly initiatedByUserId: string | null
  readonly batchId: string | null
  readonly created: number
  readonly updated: number
  readonly expires: number | null
}

/** What an authorize writes before anything is sent. */
export interface NewTransaction {
  readonly id: number
  readonly method: string
  readonly currency: number
  readonly requested: number
  readonly initiatedBy: string
  readonly initial: string
  readonly orderData: string | null
  readonly referenceTransactionId: string | null
  readonly initiatedByUserId: string | null
  readonly processorRef: string
  readonly requestId: string
  readonly created: number
  /** When the sweep may take an unfinished operation for abandoned. */
  readonly due: number
}

/** A card's columns, sealed and shown. */
export interface CardColumns {
  readonly cardId: string
  readonly sealedPan: string
  readonly wrappedPanKey: string
  readonly network: string
  readonly last4: string
  readonly digits: number
  readonly expiry: string
  readonly fingerprint: string
}

/** The token as its holder presents it. */
export interface PresentedToken {
  readonly id: string
  readonly secretHash: string
  readonly wrappedPanKey: string
}

/** What a spent token gives: the card's columns and, for this once, the sealed verification value. */
export type SpentToken = CardColumns & { readonly sealedCvv: string | null }

export type TokenOpening =
  | { readonly result: 'opened'; readonly card: SpentToken }
  | { readonly result: 'token_not_found' | 'token_expired' | 'token_used' | 'other_method' | 'reference_not_found' }

const cardColumns = [
  'cardId',
  'sealedPan',
  'wrappedPanKey',
  'network',
  'last4',
  'digits',
  'expiry',
  'fingerprint',
] as const

/** A piece of SQL with its values: true where the client's reference is absent or one of its own. */
const referenceHolds = ({ account, mode }: Owner, reference: string | null): Statement => {
  if (reference === null) return sql('TRUE')
  // Our ids stay below 2^53, so a larger int64 is no id of ours, and a double could not hold it.
  const id = Number.isSafeInteger(Number(reference)) ? Number(reference) : -1
  return sql('EXISTS (SELECT 1 FROM operations WHERE id = ? AND account = ? AND mode = ?)', id, account, mode)
}

/** INSERT of the pending transaction. `card` selects the card's columns; where it selects nothing, nothing is inserted. */
const insertTransaction = (owner: Owner, row: NewTransaction, card: Statement): Statement => {
  const own: Readonly<Record<string, SqlValue>> = {
    id: row.id,
    account: owner.account,
    mode: owner.mode,
    status: 'pending',
    method: row.method,
    currency: row.currency,
    requested: row.requested,
    initiatedBy: row.initiatedBy,
    initial: row.initial,
    orderData: row.orderData,
    referenceTransactionId: row.referenceTransactionId,
    initiatedByUserId: row.initiatedByUserId,
    created: row.created,
    updated: row.created,
  }
  const names = Object.keys(own)
  return sql(
    `INSERT INTO transactions (${[...names, ...cardColumns].join(', ')})
     SELECT ${names.map(() => '?').join(', ')}, ${card.sql}`,
    ...Object.values(own),
    ...card.values,
  )
}

/** INSERT of the first operation, where the statement before has written its transaction. */
const insertAuthorize = (owner: Owner, row: NewTransaction): Statement =>
  sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, processorRef, due, requestId, created, updated)
     SELECT id, id, account, mode, 'authorize', 'pending', requested, ?, ?, ?, created, created
     FROM transactions WHERE id = ? AND account = ? AND mode = ?`,
    row.processorRef,
    row.due,
    row.requestId,
    row.id,
    owner.account,
    owner.mode,
  )

/** Opens a transaction with a card that came in the request: one round trip. */
export const openWithCard = async (
  database: Database,
  owner: Owner,
  row: NewTransaction,
  card: CardColumns,
): Promise<'opened' | 'reference_not_found'> => {
  const reference = referenceHolds(owner, row.referenceTransactionId)
  const [[found] = []] = await database.batch([
    sql(`SELECT ${reference.sql} AS holds`, ...reference.values),
    insertTransaction(
      owner,
      row,
      sql(
        `${cardColumns.map(() => '?').join(', ')} WHERE ${reference.sql}`,
        ...cardColumns.map((column) => card[column]),
        ...reference.values,
      ),
    ),
    insertAuthorize(owner, row),
  ])
  return found?.['holds'] === 1 ? 'opened' : 'reference_not_found'
}

/**
 * Opens a transaction by spending a token: one round trip, in which at most one of any number of rivals gets the card. The sealed values
 * leave the token's row with it: the PAN for the transaction's row, the verification value for nowhere.
 */
export const openWithToken = async (
  database: Database,
  owner: Owner,
  row: NewTransaction,
  token: PresentedToken,
): Promise<TokenOpening> => {
  const { account, mode } = owner
  const reference = referenceHolds(owner, row.referenceTransactionId)
  const [[found] = [], [spent] = []] = await database.batch([
    sql(
      `SELECT spentBy, expires, method, ${reference.sql} AS holds FROM tokens
       WHERE id = ? AND account = ? AND mode = ? AND secretHash = ?`,
      ...reference.values,
      token.id,
      account,
      mode,
      token.secretHash,
    ),
    sql(
      `UPDATE tokens SET spentBy = ?
       WHERE id = ? AND account = ? AND mode = ? AND secretHash = ? AND method = ?
         AND spentBy IS NULL AND expires > ? AND ${reference.sql}
       RETURNING id AS cardId, sealedPan, sealedCvv, network, last4, digits, expiry, fingerprint`,
      row.id,
      token.id,
      account,
      mode,
      token.secretHash,
      row.method,
      row.created,
      ...reference.values,
    ),
    insertTransaction(
      owner,
      row,
      sql(
        `id, sealedPan, ?, network, last4, digits, expiry, fingerprint FROM tokens WHERE id = ? AND spentBy = ?`,
        token.wrappedPanKey,
        token.id,
        row.id,
      ),
    ),
    insertAuthorize(owner, row),
    sql('UPDATE tokens SET sealedPan = NULL, sealedCvv = NULL WHERE id = ? AND spentBy = ?', token.id, row.id),
  ])
  if (spent !== undefined)
    return { result: 'opened', card: { ...spent, wrappedPanKey: token.wrappedPanKey } as unknown as SpentToken }
  return { result: whyNotSpent(found, row) }
}

const whyNotSpent = (found: Row | undefined, row: NewTransaction): Exclude<TokenOpening['result'], 'opened'> => {
  if (found === undefined) return 'token_not_found'
  if (found['spentBy'] !== null) return 'token_used'
  if ((found['expires'] as number) <= row.created) return 'token_expired'
  return found['method'] === row.method ? 'reference_not_found' : 'other_method'
}

/** What is known once the processor has answered, or the gateway has decided without asking. */
export interface Settlement {
  readonly id: number
  readonly transactionStatus: TransactionState
  readonly operationStatus: OperationState
  readonly amount: number
  readonly approved: number
  readonly responseCode: string | null
  readonly authCode: string | null
  readonly latency: number
  readonly avs: string | null
  readonly cvv: string | null
  readonly processorRef: string
  readonly networkTransactionId: string | null
  readonly expires: number | null
  readonly at: number
  /** An approval that must be undone, or an operation that may have happened: the reversal begins with this batch. */
  readonly reversal: NewReversal | null
}

/**
 * Writes the outcome of an authorize that is still pending: one round trip, safe to repeat. Answers false where the operation is no
 * longer pending, because the sweep has taken it for abandoned and undoes it: the outcome then came too late.
 */
export const settleAuthorize = async (database: Database, owner: Owner, outcome: Settlement): Promise<boolean> => {
  const results = await database.repeatable([
    sql(
      `UPDATE operations SET status = ?, amount = ?, responseCode = ?, authCode = ?, latency = ?, avs = ?, cvv = ?,
                             processorRef = ?, due = NULL, updated = ?
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending' AND due IS NOT NULL`,
      outcome.operationStatus,
      outcome.amount,
      outcome.responseCode,
      outcome.authCode,
      outcome.latency,
      outcome.avs,
      outcome.cvv,
      outcome.processorRef,
      outcome.at,
      outcome.id,
      owner.account,
      owner.mode,
    ),
    sql(
      `UPDATE transactions SET status = ?, approved = ?, networkTransactionId = ?, expires = ?, updated = ?
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending'
         AND EXISTS (SELECT 1 FROM operations
                     WHERE operations.id = transactions.id AND operations.status = ? AND operations.updated = ? AND due IS NULL)`,
      outcome.transactionStatus,
      outcome.approved,
      outcome.networkTransactionId,
      outcome.expires,
      outcome.at,
      outcome.id,
      owner.account,
      owner.mode,
      outcome.operationStatus,
      outcome.at,
    ),
    ...(outcome.reversal === null
      ? []
      : [insertReversal(outcome.id, outcome.operationStatus, outcome.reversal, outcome.at)]),
    sql('SELECT status, updated, due FROM operations WHERE id = ?', outcome.id),
  ])
  const now = results.at(-1)?.[0]
  return now?.['status'] === outcome.operationStatus && now['updated'] === outcome.at && now['due'] === null
}

/**
 * A transaction with all its operations, by the id of any of them; null where the account has none such. One round trip.
 *
 * The first operation comes first, which its id alone does not say: two ids of one millisecond are in no order.
 */
export const findTransaction = async (
  database: Database,
  { account, mode }: Owner,
  id: number,
): Promise<{ transaction: TransactionRow; operations: OperationRow[] } | null> => {
  const root = 'SELECT transactionId FROM operations WHERE id = ? AND account = ? AND mode = ?'
  const [[transaction] = [], operations = []] = await database.batch([
    sql(`SELECT * FROM transactions WHERE id = (${root})`, id, account, mode),
    sql(`SELECT * FROM operations WHERE transactionId = (${root}) ORDER BY id <> transactionId, id`, id, account, mode),
  ])
  if (transaction === undefined) return null
  return {
    transaction: transaction as unknown as TransactionRow,
    operations: operations as unknown as OperationRow[],
  }
}
