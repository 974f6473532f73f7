import { mayCharge, openBill } from '../subscriptions/bills.ts'
import type { BillAttempt } from '../subscriptions/bills.ts'
import { earlierPayments } from './velocity.ts'
import type { EarlierPayment } from './velocity.ts'
import { mayTry, openTry } from '../checkouts/attempts.ts'
import type { CheckoutTry } from '../checkouts/attempts.ts'
import type { SqlValue } from '../sql/database.ts'
import { all, sql } from '../sql/database.ts'
import type { ClaimedKey, IdempotentRequest } from '../sql/idempotency.ts'
import { claimForOperation, keyIsFree, lookUpKey } from '../sql/idempotency.ts'
import { referenceHolds } from './references.ts'
import { selectTerminal, terminalRow, theTerminal } from '../terminals/terminals.ts'
import type { TerminalRow } from '../terminals/terminals.ts'
import type { InstrumentColumns } from './transactions.ts'
import { lookUpWallet, walletSource, missingWalletReason } from '../customers/storedMethods.ts'
import type { StoredReference } from '../customers/storedMethods.ts'
import { isTakenBy, lookUpWalletMessage, takeWalletMessage } from '../tokens/walletMessages.ts'
import type { TakenMessage } from '../tokens/walletMessages.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** What an authorize, or a credit that refers to no payment, writes before anything is sent. */
export interface NewTransaction {
  readonly id: number
  readonly type: 'payment' | 'credit'
  readonly currency: number
  readonly requested: number
  readonly initiatedBy: string
  readonly initial: string
  readonly orderData: string | null
  readonly orderReference: string | null
  readonly referenceTransactionId: string | null
  readonly initiatedByUserId: string | null
  readonly processorRef: string
  readonly requestId: string
  readonly created: number
  /** When the sweep may take an unfinished operation for abandoned. */
  readonly due: number
}

/** The token as its holder presents it. */
export interface PresentedToken {
  readonly id: string
  readonly secretHash: string
  /** The keys of what it may hold: only its row knows which kind that is. */
  readonly wrappedPanKey: string
  readonly wrappedCheckKey: string
}

/** Where the columns come from: the request itself, a wallet's message in it, a token that is spent with it, or a wallet entry. */
export type InstrumentFrom =
  | { readonly kind: 'given'; readonly columns: InstrumentColumns }
  | { readonly kind: 'message'; readonly message: TakenMessage; readonly columns: InstrumentColumns }
  | { readonly kind: 'token'; readonly token: PresentedToken }
  | { readonly kind: 'stored'; readonly stored: StoredReference }
  /** A card that is presented later, at a reader. */
  | { readonly kind: 'terminal'; readonly terminal: string }

/** What is written down and can be asked for now. */
export interface OpenedInstrument extends InstrumentColumns {
  /** Of a token, for this once: the CVV, or what a bank account's holder proves identity with. */
  readonly sealedCvv: string | null
  /** Of a wallet entry: the network's id of its first payment, and the address that goes with it. */
  readonly networkTransactionId: string | null
  readonly address: string | null
  /** The reader that its card is presented at. */
  readonly terminal: TerminalRow | null
}

export type WhyNotOpened =
  | 'token_not_found'
  | 'token_expired'
  | 'token_used'
  | 'customer_not_found'
  | 'wallet_not_found'
  | 'wallet_not_of_customer'
  | 'terminal_not_found'
  | 'message_replayed'
  | 'reference_not_found'
  | 'overtaken'

export type Opening =
  | {
      readonly result: 'opened'
      readonly instrument: OpenedInstrument
      /** An equal payment inside the duplicate window. */
      readonly duplicateOf: number | null
      /** Of a payment with a card from a browser: those before it that have something in common with it. */
      readonly earlier: readonly EarlierPayment[]
      /** The transaction of ours that the client named as the first of its series, with the network's id of it. */
      readonly first: { readonly networkTransactionId: string | null } | null
    }
  | { readonly result: 'claimed'; readonly claimed: ClaimedKey }
  | { readonly result: WhyNotOpened }

export interface OpeningOptions {
  readonly idempotent: IdempotentRequest | null
  /** An equal payment made after this time is a duplicate, milliseconds since 1970; null for no such rule. */
  readonly duplicateSince: number | null
  /** Our id of the transaction that began the series, if the client named one. */
  readonly initialTransactionId: number | null
  /** The bill of a subscription that is paid: only where that may be charged now. */
  readonly bill: BillAttempt | null
  /** The try to pay a checkout that it is: only while that may be made. */
  readonly checkout: CheckoutTry | null
}

const instrumentColumns = [
  'method',
  'cardId',
  'sealedPan',
  'wrappedPanKey',
  'network',
  'last4',
  'digits',
  'expiry',
  'fingerprint',
  'cardRange',
  'source',
  'customer',
  'wallet',
  'preferredNetwork',
] as const satisfies readonly (keyof InstrumentColumns)[]

/** One way of getting at the instrument, as parts of the one batch. */
interface Steps {
  /** Rows that say why nothing was opened. */
  readonly found: Statement | null
  /** Takes the instrument for this payment, where only one may. Its row holds what is cleared afterwards. */
  readonly taken: Statement | null
  /** Selects the instrument's columns, in their order: one row, or none. */
  readonly columns: Statement
  readonly clear: Statement | null
  readonly whyNot: (found: Row | undefined) => WhyNotOpened | null
}

const steps = (owner: Owner, row: NewTransaction, from: InstrumentFrom, may: Statement): Steps => {
  switch (from.kind) {
    case 'given':
      return givenSteps(from.columns, may)
    case 'message':
      return messageSteps(owner, row, from, may)
    case 'token':
      return tokenSteps(owner, row, from.token, may)
    case 'stored':
      return storedSteps(owner, from.stored, may)
    case 'terminal':
      return terminalSteps(owner, from.terminal, may)
  }
}

const givenSteps = (columns: InstrumentColumns, may: Statement): Steps => ({
  found: null,
  taken: null,
  columns: sql(
    `${instrumentColumns.map(() => '?').join(', ')} WHERE ${may.sql}`,
    ...instrumentColumns.map((column) => columns[column]),
    ...may.values,
  ),
  clear: null,
  whyNot: () => null,
})

/** A wallet's message pays once: whoever takes it first. */
const messageSteps = (
  owner: Owner,
  row: NewTransaction,
  { message, columns }: Extract<InstrumentFrom, { kind: 'message' }>,
  may: Statement,
): Steps => {
  const taker = String(row.id)
  return {
    ...givenSteps(columns, isTakenBy(owner, message, taker)),
    found: lookUpWalletMessage(owner, message),
    taken: takeWalletMessage(owner, message, taker, may),
    whyNot: (found) => (found === undefined ? null : 'message_replayed'),
  }
}

const tokenSteps = ({ account, mode }: Owner, row: NewTransaction, token: PresentedToken, may: Statement): Steps => ({
  found: sql(
    'SELECT spentBy, expires FROM tokens WHERE id = ? AND account = ? AND mode = ? AND secretHash = ?',
    token.id,
    account,
    mode,
    token.secretHash,
  ),
  // At most one of any number of rivals gets it.
  taken: sql(
    `UPDATE tokens SET spentBy = ?
     WHERE id = ? AND account = ? AND mode = ? AND secretHash = ? AND spentBy IS NULL AND expires > ? AND ${may.sql}
     RETURNING sealedCvv`,
    row.id,
    token.id,
    account,
    mode,
    token.secretHash,
    row.created,
    ...may.values,
  ),
  columns: sql(
    `method, id, sealedPan, CASE method WHEN 'check' THEN ? ELSE ? END, network, last4, digits, expiry, fingerprint, cardRange, source, NULL, NULL,
     preferredNetwork
     FROM tokens WHERE id = ? AND spentBy = ?`,
    token.wrappedCheckKey,
    token.wrappedPanKey,
    token.id,
    row.id,
  ),
  clear: sql('UPDATE tokens SET sealedPan = NULL, sealedCvv = NULL WHERE id = ? AND spentBy = ?', token.id, row.id),
  whyNot: (found) => {
    if (found === undefined) return 'token_not_found'
    if (found['spentBy'] !== null) return 'token_used'
    return (found['expires'] as number) <= row.created ? 'token_expired' : null
  },
})

const storedSteps = (owner: Owner, stored: StoredReference, may: Statement): Steps => {
  const entry = walletSource(owner, stored)
  const select = (columns: string) =>
    sql(`${columns} FROM (${entry.sql}) WHERE ${may.sql}`, ...entry.values, ...may.values)
  return {
    found: lookUpWallet(owner, stored),
    taken: select('SELECT sealedPan, wrappedPanKey, networkTransactionId, address'),
    // The card and its key stay with the entry alone, so that who deletes that destroys them.
    columns: select(
      'method, cardId, NULL, NULL, network, last4, digits, expiry, fingerprint, cardRange, NULL, customer, wallet, preferredNetwork',
    ),
    clear: null,
    whyNot: (found) => missingWalletReason(stored, found),
  }
}

/** Nothing but the method, until the card comes. */
const terminalSteps = (owner: Owner, terminal: string, may: Statement): Steps => {
  const own = theTerminal(owner, terminal)
  return {
    found: selectTerminal(owner, terminal),
    taken: null,
    columns: sql(
      `${instrumentColumns.map((column) => (column === 'method' ? "'terminal'" : 'NULL')).join(', ')}
       FROM terminals WHERE ${own.sql} AND ${may.sql}`,
      ...own.values,
      ...may.values,
    ),
    clear: null,
    whyNot: (found) => (found === undefined ? 'terminal_not_found' : null),
  }
}

/** INSERT of the pending transaction. Where no instrument is selected, nothing is inserted. */
const insertTransaction = (owner: Owner, row: NewTransaction, from: InstrumentFrom, columns: Statement): Statement => {
  const own: Readonly<Record<string, SqlValue>> = {
    id: row.id,
    account: owner.account,
    mode: owner.mode,
    type: row.type,
    status: 'pending',
    currency: row.currency,
    requested: row.requested,
    initiatedBy: row.initiatedBy,
    initial: row.initial,
    orderData: row.orderData,
    orderReference: row.orderReference,
    referenceTransactionId: row.referenceTransactionId,
    initiatedByUserId: row.initiatedByUserId,
    terminal: from.kind === 'terminal' ? from.terminal : null,
    created: row.created,
    updated: row.created,
  }
  const names = Object.keys(own)
  return sql(
    `INSERT INTO transactions (${[...names, ...instrumentColumns].join(', ')})
     SELECT ${names.map(() => '?').join(', ')}, ${columns.sql}`,
    ...Object.values(own),
    ...columns.values,
  )
}

/** INSERT of the first operation, where the statement before has written its transaction. */
const insertFirst = (owner: Owner, row: NewTransaction): Statement =>
  sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, processorRef, due, requestId, initiatedByUserId,
        referenceTransactionId, created, updated)
     SELECT id, id, account, mode, ?, 'pending', requested, ?, ?, ?, initiatedByUserId, referenceTransactionId, created, created
     FROM transactions WHERE id = ? AND account = ? AND mode = ?`,
    row.type === 'payment' ? 'authorize' : 'credit',
    row.processorRef,
    row.due,
    row.requestId,
    row.id,
    owner.account,
    owner.mode,
  )

/** Whether a browser may have sent it: of a token its row alone knows. */
const isFromBrowser = (from: InstrumentFrom): boolean =>
  from.kind === 'token' || (from.kind === 'given' && from.columns.source !== null)

/** States of a payment that a second, equal one does not double. */
const undone = "('declined', 'failed', 'reversed', 'voided', 'expired')"

/** An earlier payment like this one: its card, amount and order. */
export const equalPayment = (row: Pick<NewTransaction, 'id'>, since: number): Statement =>
  sql(
    `SELECT earlier.id FROM transactions AS mine, transactions AS earlier
     WHERE mine.id = ? AND earlier.account = mine.account AND earlier.mode = mine.mode
       AND earlier.fingerprint = mine.fingerprint AND earlier.id <> mine.id AND earlier.created > ?
       AND earlier.type = mine.type AND earlier.currency = mine.currency AND earlier.requested = mine.requested
       AND earlier.orderReference IS mine.orderReference AND earlier.status NOT IN ${undone}
     ORDER BY earlier.id DESC LIMIT 1`,
    row.id,
    since,
  )

const networkIdOf = ({ account, mode }: Owner, id: number): Statement =>
  sql(
    `SELECT networkTransactionId FROM transactions
     WHERE id = (SELECT transactionId FROM operations WHERE id = ? AND account = ? AND mode = ?)`,
    id,
    account,
    mode,
  )

/**
 * Writes a transaction and its first operation down as pending: one round trip, in which a token is spent, a payment envelope is used up
 * and an Idempotency-Key is claimed, or nothing happens at all.
 */
export const insertPendingTransaction = async (
  { database, owner }: OwnerScope,
  row: NewTransaction,
  from: InstrumentFrom,
  { idempotent, duplicateSince, initialTransactionId, bill, checkout }: OpeningOptions,
): Promise<Opening> => {
  const reference = referenceHolds(owner, row.referenceTransactionId)
  const may = all(
    reference,
    keyIsFree(owner, idempotent),
    ...(bill === null ? [] : [mayCharge(owner, bill)]),
    ...(checkout === null ? [] : [mayTry(checkout)]),
  )
  const way = steps(owner, row, from, may)
  const [billAsked, billTaken] = bill === null ? [null, null] : openBill(owner, bill, row.id, row.requestId)
  const [tried, watched] = checkout === null ? [null, null] : openTry(checkout, row.id, row.requestId)
  const [forget, claimed] = idempotent === null ? [null, null] : lookUpKey(owner, idempotent)
  const rows = await database.named({
    forget,
    claimed,
    found: way.found,
    taken: way.taken,
    transaction: insertTransaction(owner, row, from, way.columns),
    operation: insertFirst(owner, row),
    clear: way.clear,
    bill: billAsked,
    subscription: billTaken,
    tried,
    watched,
    claim: idempotent === null ? null : claimForOperation(owner, idempotent, row.id),
    duplicate: duplicateSince === null ? null : equalPayment(row, duplicateSince),
    earlier: row.type === 'payment' && isFromBrowser(from) ? earlierPayments(row.id) : null,
    initial: initialTransactionId === null ? null : networkIdOf(owner, initialTransactionId),
    // By this request, since where nothing was written the id may be that of somebody else's payment.
    opened: sql(
      `SELECT ${instrumentColumns.join(', ')} FROM transactions
       WHERE id = ? AND EXISTS (SELECT 1 FROM operations WHERE operations.id = transactions.id AND requestId = ?)`,
      row.id,
      row.requestId,
    ),
  })
  const [key] = rows.claimed
  if (key !== undefined) return { result: 'claimed', claimed: key as unknown as ClaimedKey }
  const [opened] = rows.opened
  if (opened === undefined)
    return {
      result: way.whyNot(rows.found[0]) ?? (bill === null && checkout === null ? 'reference_not_found' : 'overtaken'),
    }
  const [taken] = rows.taken
  return {
    result: 'opened',
    instrument: {
      ...(opened as unknown as InstrumentColumns),
      ...(from.kind === 'stored' && (taken as Pick<InstrumentColumns, 'sealedPan' | 'wrappedPanKey'>)),
      sealedCvv: (taken?.['sealedCvv'] ?? null) as string | null,
      networkTransactionId: (taken?.['networkTransactionId'] ?? null) as string | null,
      address: (taken?.['address'] ?? null) as string | null,
      terminal: from.kind === 'terminal' ? terminalRow(rows.found[0]!) : null,
    },
    duplicateOf: (rows.duplicate[0]?.['id'] ?? null) as number | null,
    earlier: rows.earlier as unknown as readonly EarlierPayment[],
    first: (rows.initial[0] ?? null) as { networkTransactionId: string | null } | null,
  }
}
