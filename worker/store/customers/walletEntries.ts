import { appendAuditIf } from '../sql/audit.ts'
import { customerExists, theCustomer } from './customers.ts'
import { all, sql } from '../sql/database.ts'
import { readPage } from '../sql/paging.ts'
import type { PageAsked, PageRead } from '../sql/paging.ts'
import { tryNewDefault } from '../subscriptions/paymentMethods.ts'
import { walletEvent } from './walletEvents.ts'
import type { AuditEntry, AuditNote } from '../sql/audit.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'

/** A payment method that is about to be stored. */
export interface NewWalletEntry {
  /** UUIDv7. */
  readonly id: string
  readonly customer: string
  /** Whether it shall be the default from now on; the first entry of a customer is that anyway. */
  readonly makeDefault: boolean
  /** Members that were said. */
  readonly address: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970. */
  readonly created: number
}

/** What may be shown of an entry. */
export interface WalletEntryRow {
  readonly id: string
  readonly network: string
  readonly last4: string
  /** How many digits the number has, to mask it at its own length. */
  readonly digits: number
  /** MMYY, or '' for a bank account. */
  readonly expiry: string
  readonly isDefault: boolean
  readonly address: Readonly<Record<string, string | undefined>>
  readonly created: number
}

/** A card that comes without a token, sealed. */
export interface SealedEntryCard {
  readonly cardId: string
  readonly sealedPan: string
  readonly wrappedPanKey: string
  readonly network: string
  readonly last4: string
  readonly digits: number
  readonly expiry: string
  readonly fingerprint: string
  readonly cardRange: string
}

/** The token as its holder presents it, with the keys of what it may hold: only its row knows which kind that is. */
export interface PresentedEntryToken {
  readonly id: string
  readonly secretHash: string
  readonly wrappedPanKey: string
  readonly wrappedCheckKey: string
}

export type Adding =
  | { readonly result: 'added'; readonly entry: WalletEntryRow }
  | { readonly result: 'customer_not_found' | 'token_not_found' | 'token_expired' | 'token_used' }

/** What `entryRow` takes. */
export const shownColumns = 'id, network, last4, digits, expiry, isDefault, address, created'

export const entryRow = (row: Row): WalletEntryRow => ({
  ...(row as unknown as WalletEntryRow),
  isDefault: row['isDefault'] === 1,
  address: JSON.parse(row['address'] as string) as WalletEntryRow['address'],
})

/** A piece of SQL for WHERE: the entry of this id, if it is the owner's and was not deleted. */
export const theEntry = ({ account, mode }: Owner, id: string): Statement =>
  sql(
    'walletEntries.id = ? AND walletEntries.account = ? AND walletEntries.mode = ? AND walletEntries.deleted IS NULL',
    id,
    account,
    mode,
  )

const sealedColumns =
  'method, cardId, sealedPan, wrappedPanKey, network, last4, digits, expiry, fingerprint, cardRange, preferredNetwork'

/** INSERT of the entry. `from` selects the sealed columns; where it selects nothing, nothing is inserted. */
const insertEntry = ({ account, mode }: Owner, entry: NewWalletEntry, from: Statement): Statement =>
  sql(
    `INSERT INTO walletEntries (id, account, mode, customer, address, created, isDefault, ${sealedColumns})
     SELECT ?, ?, ?, ?, ?, ?,
            NOT EXISTS (SELECT 1 FROM walletEntries WHERE customer = ? AND account = ? AND mode = ? AND isDefault = 1),
            ${from.sql}`,
    entry.id,
    account,
    mode,
    entry.customer,
    JSON.stringify(entry.address),
    entry.created,
    entry.customer,
    account,
    mode,
    ...from.values,
  )

/**
 * Makes an entry the one default of its customer, where it is one of the customer's. Two statements in this order, because no two entries
 * may be the default even for a moment.
 */
export const makeDefault = (owner: Owner, customer: string, id: string): readonly [Statement, Statement] => {
  const entry = theEntry(owner, id)
  return [
    sql(
      `UPDATE walletEntries SET isDefault = 0
       WHERE customer = ? AND account = ? AND mode = ? AND isDefault = 1
         AND EXISTS (SELECT 1 FROM walletEntries WHERE ${entry.sql} AND customer = ?)`,
      customer,
      owner.account,
      owner.mode,
      ...entry.values,
      customer,
    ),
    sql(`UPDATE walletEntries SET isDefault = 1 WHERE ${entry.sql} AND customer = ?`, ...entry.values, customer),
  ]
}

/**
 * Announces an entry that was written just now; and that it has become the default in another's place, which it has where the customer has
 * others: one of them was it.
 */
const announceEntry = (
  owner: Owner,
  { id, customer, created }: NewWalletEntry,
  requestId: string | null,
): readonly [Statement, Statement] => {
  const entry = theEntry(owner, id)
  const cause = { at: created, requestId }
  return [
    walletEvent({ ...cause, type: 'wallet.created', which: entry }),
    walletEvent({
      ...cause,
      type: 'wallet.default_changed',
      which: all(
        entry,
        sql(
          'isDefault = 1 AND EXISTS (SELECT 1 FROM walletEntries AS other WHERE other.customer = ? AND other.deleted IS NULL AND other.id <> ?)',
          customer,
          id,
        ),
      ),
    }),
  ]
}

/** Selects the entry as it now is. */
const shownEntry = (owner: Owner, id: string): Statement => {
  const entry = theEntry(owner, id)
  return sql(`SELECT ${shownColumns} FROM walletEntries WHERE ${entry.sql}`, ...entry.values)
}

/**
 * All that follows the INSERT, where it inserted: the count, the default, the note of who changed it, the events, what waits for a new
 * default, and the entry as it now is.
 *
 * @param requestId null where time stores it
 */
const whenInserted = (owner: Owner, entered: NewWalletEntry, audit: AuditEntry, requestId: string | null) => {
  const { id, customer, makeDefault: asked, created } = entered
  const entry = theEntry(owner, id)
  const own = theCustomer(owner, customer)
  const isDefault = sql(`EXISTS (SELECT 1 FROM walletEntries WHERE ${entry.sql} AND isDefault = 1)`, ...entry.values)
  return [
    sql(
      `UPDATE customers SET stored = stored + 1 WHERE ${own.sql} AND EXISTS (SELECT 1 FROM walletEntries WHERE ${entry.sql})`,
      ...own.values,
      ...entry.values,
    ),
    ...(asked ? makeDefault(owner, customer, id) : []),
    appendAuditIf(isDefault, owner.account, audit),
    ...announceEntry(owner, entered, requestId),
    ...tryNewDefault(owner, customer, { at: created, requestId }, isDefault),
    shownEntry(owner, id),
  ]
}

/**
 * Stores a card that comes without a token: one round trip.
 *
 * @param audit written if the entry is the default
 */
export const addCard = async (
  { database, owner, sign }: StoreScope,
  entry: NewWalletEntry,
  card: SealedEntryCard,
  note: AuditNote,
): Promise<Adding> => {
  const audit = sign(note)
  const known = customerExists(owner, entry.customer)
  const results = await database.writing(
    [
      insertEntry(
        owner,
        entry,
        sql(
          `'creditCard', ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL WHERE ${known.sql}`,
          card.cardId,
          card.sealedPan,
          card.wrappedPanKey,
          card.network,
          card.last4,
          card.digits,
          card.expiry,
          card.fingerprint,
          card.cardRange,
          ...known.values,
        ),
      ),
      ...whenInserted(owner, entry, audit, audit.requestId),
    ],
    shownEntry(owner, entry.id),
  )
  const added = results.at(-1)?.[0]
  return added === undefined ? { result: 'customer_not_found' } : { result: 'added', entry: entryRow(added) }
}

/**
 * Stores what a token holds, and spends the token: one round trip, in which at most one of any number of rivals, payments or entries,
 * gets it. Out of a phone's wallet comes a card: its number pays again without the proof, which was for one payment. The sealed values leave the token's row: the number for the entry's row, what may not be kept for nowhere.
 *
 * @param audit written if the entry is the default
 */
export const addFromToken = async (
  { database, owner, sign }: StoreScope,
  entry: NewWalletEntry,
  token: PresentedEntryToken,
  note: AuditNote,
): Promise<Adding> => {
  const audit = sign(note)
  const known = customerExists(owner, entry.customer)
  const own = sql(
    'id = ? AND account = ? AND mode = ? AND secretHash = ?',
    token.id,
    owner.account,
    owner.mode,
    token.secretHash,
  )
  const spent = sql(`${own.sql} AND spentInto = ?`, ...own.values, entry.id)
  const results = await database.writing(
    [
      sql(`SELECT ${known.sql} AS known`, ...known.values),
      sql(`SELECT spentBy, expires FROM tokens WHERE ${own.sql}`, ...own.values),
      sql(
        `UPDATE tokens SET spentBy = 0, spentInto = ? WHERE ${own.sql} AND spentBy IS NULL AND expires > ? AND ${known.sql}`,
        entry.id,
        ...own.values,
        entry.created,
        ...known.values,
      ),
      insertEntry(
        owner,
        entry,
        sql(
          `iif(method = 'check', method, 'creditCard'), id, sealedPan, CASE method WHEN 'check' THEN ? ELSE ? END, network, last4, digits, expiry, fingerprint, cardRange,
         preferredNetwork FROM tokens WHERE ${spent.sql}`,
          token.wrappedCheckKey,
          token.wrappedPanKey,
          ...spent.values,
        ),
      ),
      sql(`UPDATE tokens SET sealedPan = NULL, sealedCvv = NULL WHERE ${spent.sql}`, ...spent.values),
      ...whenInserted(owner, entry, audit, audit.requestId),
    ],
    shownEntry(owner, entry.id),
  )
  const added = results.at(-1)?.[0]
  if (added !== undefined) return { result: 'added', entry: entryRow(added) }
  const [[customer] = [], [found] = []] = results
  return { result: customer?.['known'] === 1 ? whyNotSpent(found, entry.created) : 'customer_not_found' }
}

/**
 * Stores what a payment was made with, as statements of a batch: the entry has a copy of the sealed number and of its key, as an entry made of
 * a token has, and is the one that the payment was made with from then on. Nothing is stored where the customer was deleted.
 *
 * @param audit written if the entry is the default
 * @param requestId null where time stores it
 */
export const entryOfPayment = (
  owner: Owner,
  entry: NewWalletEntry,
  transactionId: number,
  audit: AuditEntry,
  requestId: string | null,
): readonly Statement[] => {
  const known = customerExists(owner, entry.customer)
  const own = theEntry(owner, entry.id)
  return [
    insertEntry(
      owner,
      entry,
      sql(
        `iif(method = 'check', method, 'creditCard'), cardId, sealedPan, wrappedPanKey, network, last4, digits, expiry, fingerprint,
         cardRange, preferredNetwork
         FROM transactions WHERE id = ? AND account = ? AND mode = ? AND sealedPan IS NOT NULL AND ${known.sql}`,
        transactionId,
        owner.account,
        owner.mode,
        ...known.values,
      ),
    ),
    ...whenInserted(owner, entry, audit, requestId),
    sql(
      `UPDATE transactions SET wallet = ?
       WHERE id = ? AND account = ? AND mode = ? AND EXISTS (SELECT 1 FROM walletEntries WHERE ${own.sql})`,
      entry.id,
      transactionId,
      owner.account,
      owner.mode,
      ...own.values,
    ),
    setNetworkTransactionId(owner, transactionId),
  ]
}

const whyNotSpent = (found: Row | undefined, nowMs: number) => {
  if (found === undefined) return 'token_not_found'
  if (found['spentBy'] !== null) return 'token_used'
  if ((found['expires'] as number) <= nowMs) return 'token_expired'
  throw new Error('A token that could be spent was not.')
}

/** One round trip: a page of a customer's entries, newest first. */
export const listWallet = (
  { database, owner }: OwnerScope,
  customer: string,
  page: PageAsked,
): Promise<PageRead<WalletEntryRow> | 'customer_not_found' | 'cursor_not_found'> => {
  const own = theCustomer(owner, customer)
  return readPage(
    database,
    {
      table: 'walletEntries',
      columns: shownColumns,
      within: sql('customer = ? AND account = ? AND mode = ?', customer, owner.account, owner.mode),
      shown: 'deleted IS NULL',
      total: sql(`SELECT stored AS total FROM customers WHERE ${own.sql}`, ...own.values),
      missing: 'customer_not_found',
      entry: entryRow,
    },
    page,
  )
}

/** What a payment says of the stored method that it is made with: the entry, the customer whose default it is, or both. */
export interface StoredReference {
  readonly customer: string | null
  readonly wallet: string | null
}

/** A piece of SQL for WHERE: the entry that is meant. */
const meant = ({ customer, wallet }: StoredReference): Statement => {
  if (wallet === null) return sql('customer = ? AND isDefault = 1', customer)
  return customer === null ? sql('id = ?', wallet) : sql('id = ? AND customer = ?', wallet, customer)
}

/** What `walletSource` selects. */
export interface WalletSource {
  readonly method: 'creditCard' | 'check'
  readonly cardId: string
  readonly sealedPan: string
  readonly wrappedPanKey: string
  readonly network: string
  readonly last4: string
  readonly digits: number
  readonly expiry: string
  readonly fingerprint: string
  readonly cardRange: string | null
  readonly preferredNetwork: string | null
  readonly customer: string
  readonly wallet: string
  /** Of the first approved payment. */
  readonly networkTransactionId: string | null
  /** JSON object of the members that were said. */
  readonly address: string
}

/**
 * Selects the stored method that a payment is made with: one row, or none. Good as a statement of its own, and in parentheses as the
 * source of another's columns.
 */
export const walletSource = ({ account, mode }: Owner, reference: StoredReference): Statement => {
  const entry = meant(reference)
  return sql(
    `SELECT ${sealedColumns}, customer, id AS wallet, networkTransactionId, address FROM walletEntries
     WHERE ${entry.sql} AND account = ? AND mode = ? AND deleted IS NULL
       AND EXISTS (SELECT 1 FROM customers WHERE customers.id = walletEntries.customer AND customers.deleted IS NULL)`,
    ...entry.values,
    account,
    mode,
  )
}

/** Selects one row, from which `whyNoWallet` tells why `walletSource` selects none. */
export const lookUpWallet = (owner: Owner, reference: StoredReference): Statement => {
  const source = walletSource(owner, reference)
  const entry = walletSource(owner, { customer: null, wallet: reference.wallet })
  const known = customerExists(owner, reference.customer ?? '')
  return sql(
    `SELECT EXISTS (${source.sql}) AS found, ${known.sql} AS customerKnown, EXISTS (${entry.sql}) AS walletKnown`,
    ...source.values,
    ...known.values,
    ...entry.values,
  )
}

/** Why a payment finds no stored method: what is wrong with `stored.customer`, or with `stored.wallet`. Null where it finds one. */
export const whyNoWallet = (
  { customer, wallet }: StoredReference,
  looked: Row | undefined,
): 'customer_not_found' | 'wallet_not_found' | 'wallet_not_of_customer' | null => {
  if (looked?.['found'] === 1) return null
  if (customer !== null && looked?.['customerKnown'] !== 1) return 'customer_not_found'
  return wallet !== null && looked?.['walletKnown'] === 1 ? 'wallet_not_of_customer' : 'wallet_not_found'
}

/**
 * Keeps, with the wallet entry that a payment was made with, the network's id of that payment: the first that was approved is the one that
 * card networks know the later ones by. For the batch that settles the payment, after the transaction's own row.
 */
export const setNetworkTransactionId = ({ account, mode }: Owner, transaction: number): Statement =>
  sql(
    `UPDATE walletEntries SET networkTransactionId = paid.networkTransactionId
     FROM (SELECT wallet, networkTransactionId FROM transactions
           WHERE id = ? AND account = ? AND mode = ?) AS paid
     WHERE walletEntries.id = paid.wallet AND account = ? AND mode = ? AND walletEntries.networkTransactionId IS NULL`,
    transaction,
    account,
    mode,
    account,
    mode,
  )
