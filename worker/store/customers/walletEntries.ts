import { appendAuditIf } from '../sql/audit.ts'
import type { OptionalTexts } from './customerColumns.ts'
import { customerById, customerExists } from './customers.ts'
import { setInitialPayment } from './storedMethods.ts'
import { all, sql } from '../sql/database.ts'
import { readPage } from '../sql/paging.ts'
import type { PageRequest, Page } from '../sql/paging.ts'
import { isUsableToken, lookUpToken, missingTokenReason, spendToken } from '../tokens/presentedTokens.ts'
import type { MissingToken, PresentedToken } from '../tokens/presentedTokens.ts'
import { isTakenBy, takeMessage } from '../tokens/usedMessages.ts'
import type { TakenMessage } from '../tokens/usedMessages.ts'
import { retryWithNewDefault } from '../subscriptions/paymentMethods.ts'
import { addressColumn, sealedCardColumns, sealedInstrumentColumns, walletEntryColumns } from './walletEntryColumns.ts'
import type { SealedEntryCard, WalletEntryRow } from './walletEntryColumns.ts'
import { announceWalletEntry } from './walletEvents.ts'
import type { AuditEntry, AuditNote, RowChange } from '../sql/audit.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { flag } from '../sql/row.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'

export type { WalletEntryRow } from './walletEntryColumns.ts'

/** A wallet entry to insert. */
export interface NewWalletEntry {
  /** UUIDv7. */
  readonly id: string
  readonly customer: string
  /** Whether it becomes the default; the first entry of a customer does anyway. */
  readonly makeDefault: boolean
  readonly address: OptionalTexts
  /** Milliseconds since 1970. */
  readonly created: number
}

export type EntryInsertion =
  | { readonly result: 'inserted'; readonly entry: WalletEntryRow }
  | {
      readonly result: 'customer_not_found' | MissingToken | 'message_used'
    }

/** A WHERE condition: the entry of this id, if it is the owner's and not deleted. */
export const walletEntryById = ({ account, mode }: Owner, id: string): Statement =>
  sql(
    'walletEntries.id = ? AND walletEntries.account = ? AND walletEntries.mode = ? AND walletEntries.deleted IS NULL',
    id,
    account,
    mode,
  )

/** INSERT of an entry, if `from` selects a row of sealed columns. */
const entryInsertion = ({ account, mode }: Owner, entry: NewWalletEntry, from: Statement): Statement =>
  sql(
    `INSERT INTO walletEntries (id, account, mode, customer, address, created, isDefault, ${sealedInstrumentColumns}, source)
     SELECT ?, ?, ?, ?, ?, ?,
            NOT EXISTS (SELECT 1 FROM walletEntries WHERE customer = ? AND account = ? AND mode = ? AND isDefault = 1),
            ${from.sql}`,
    entry.id,
    account,
    mode,
    entry.customer,
    addressColumn.write(entry.address),
    entry.created,
    entry.customer,
    account,
    mode,
    ...from.values,
  )

/**
 * Makes an entry the default of its customer, if it belongs to the customer. Two statements in this order, since the schema allows one default
 * at any time.
 */
export const makeDefault = (owner: Owner, customer: string, id: string): readonly [Statement, Statement] => {
  const entry = walletEntryById(owner, id)
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

/** The change of a customer's default entry to another one, for the audit. */
export const defaultChange = ({ account, mode }: Owner, customer: string, id: string): RowChange => ({
  before: sql(
    `json_object('default', (SELECT walletEntries.id FROM walletEntries
       WHERE customer = ? AND account = ? AND mode = ? AND isDefault = 1 AND walletEntries.id <> ?))`,
    customer,
    account,
    mode,
    id,
  ),
  row: sql('(SELECT 1)'),
  after: { default: id },
})

/** Inserts the events of an inserted entry, and of a changed default if the customer had another entry. */
const announceEntry = (
  owner: Owner,
  { id, customer, created }: NewWalletEntry,
  requestId: string | null,
): readonly [Statement, Statement] => {
  const entry = walletEntryById(owner, id)
  const cause = { at: created, requestId }
  return [
    announceWalletEntry({ ...cause, type: 'wallet.created', which: entry }),
    announceWalletEntry({
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

const selectEntry = (owner: Owner, id: string): Statement => {
  const entry = walletEntryById(owner, id)
  return sql(`SELECT ${walletEntryColumns.list()} FROM walletEntries WHERE ${entry.sql}`, ...entry.values)
}

/**
 * Statements after the INSERT of an entry, without an effect if it inserted none: counter, default, audit, events, retries of unpaid
 * subscriptions, and SELECT of the entry.
 *
 * @param requestId null for background work
 */
const followInsertion = (owner: Owner, inserted: NewWalletEntry, audit: AuditEntry, requestId: string | null) => {
  const { id, customer, makeDefault: asDefault, created } = inserted
  const entry = walletEntryById(owner, id)
  const where = customerById(owner, customer)
  const isDefault = sql(`EXISTS (SELECT 1 FROM walletEntries WHERE ${entry.sql} AND isDefault = 1)`, ...entry.values)
  const becomesDefault = asDefault
    ? sql(`EXISTS (SELECT 1 FROM walletEntries WHERE ${entry.sql} AND customer = ?)`, ...entry.values, customer)
    : isDefault
  return [
    sql(
      `UPDATE customers SET stored = stored + 1 WHERE ${where.sql} AND EXISTS (SELECT 1 FROM walletEntries WHERE ${entry.sql})`,
      ...where.values,
      ...entry.values,
    ),
    appendAuditIf(becomesDefault, owner.account, audit, defaultChange(owner, customer, id)),
    ...(asDefault ? makeDefault(owner, customer, id) : []),
    ...announceEntry(owner, inserted, requestId),
    ...retryWithNewDefault(owner, customer, { at: created, requestId }, isDefault),
    selectEntry(owner, id),
  ]
}

const insertionResult = (results: readonly Row[][]): Extract<EntryInsertion, { result: 'inserted' }> | null => {
  const row = results.at(-1)?.[0]
  return row === undefined ? null : { result: 'inserted', entry: walletEntryColumns.decode(row) }
}

/**
 * One round trip: inserts an entry for a card that has no token, and marks the message that contained it as used.
 *
 * @param message null for a card that may be stored again
 * @param note written if the entry becomes the default
 */
export const insertCardEntry = async (
  { database, owner, sign }: StoreScope,
  entry: NewWalletEntry,
  card: SealedEntryCard,
  note: AuditNote,
  message: TakenMessage | null = null,
): Promise<EntryInsertion> => {
  const audit = sign(note)
  const hasCustomer = customerExists(owner, entry.customer)
  const may = message === null ? hasCustomer : all(hasCustomer, isTakenBy(owner, message, entry.id))
  const results = await database.batchWithVerification(
    [
      sql(`SELECT ${hasCustomer.sql} AS hasCustomer`, ...hasCustomer.values),
      ...(message === null ? [] : [takeMessage(owner, message, entry.id, hasCustomer)]),
      entryInsertion(
        owner,
        entry,
        sql(
          `'creditCard', ${sealedCardColumns.placeholders}, NULL, NULL WHERE ${may.sql}`,
          ...sealedCardColumns.encode(card),
          ...may.values,
        ),
      ),
      ...followInsertion(owner, entry, audit, audit.requestId),
    ],
    selectEntry(owner, entry.id),
  )
  const inserted = insertionResult(results)
  if (inserted !== null) return inserted
  const isKnown = flag.read(results[0]?.[0]?.['hasCustomer'], 'hasCustomer')
  return { result: isKnown ? 'message_used' : 'customer_not_found' }
}

/**
 * One round trip: inserts an entry for the card or bank account of a token and spends the token. At most one of concurrent payments and entries
 * spends it. A token of a phone's wallet becomes a card, whose number pays again without the single-use cryptogram. The sealed number moves
 * to the entry's row; data that must not be stored is deleted.
 *
 * @param note written if the entry becomes the default
 */
export const insertTokenEntry = async (
  { database, owner, sign }: StoreScope,
  entry: NewWalletEntry,
  token: PresentedToken,
  note: AuditNote,
): Promise<EntryInsertion> => {
  const audit = sign(note)
  const hasCustomer = customerExists(owner, entry.customer)
  const usable = all(isUsableToken(owner, token, entry.created), hasCustomer)
  const results = await database.batchWithVerification(
    [
      sql(`SELECT ${hasCustomer.sql} AS hasCustomer`, ...hasCustomer.values),
      lookUpToken(owner, token),
      // Also from the entry itself: if a lost attempt was committed, the repeated one fails as a whole, and counts nothing twice.
      entryInsertion(
        owner,
        entry,
        sql(
          `* FROM (
             SELECT ${sealedInstrumentColumns}, source FROM walletEntries WHERE id = ?
             UNION ALL
             SELECT iif(method = 'check', method, 'creditCard'), id, sealedPan, CASE method WHEN 'check' THEN ? ELSE ? END, network, last4, digits,
                    expiry, fingerprint, cardRange, preferredNetwork, source
             FROM tokens WHERE ${usable.sql})`,
          entry.id,
          token.wrappedCheckKey,
          token.wrappedPanKey,
          ...usable.values,
        ),
      ),
      spendToken(
        usable,
        sql(
          'EXISTS (SELECT 1 FROM walletEntries WHERE walletEntries.id = ? AND walletEntries.cardId = tokens.id)',
          entry.id,
        ),
      ),
      ...followInsertion(owner, entry, audit, audit.requestId),
    ],
    selectEntry(owner, entry.id),
  )
  const inserted = insertionResult(results)
  if (inserted !== null) return inserted
  const [[customer] = [], [found] = []] = results
  if (!flag.read(customer?.['hasCustomer'], 'hasCustomer')) return { result: 'customer_not_found' }
  const reason = missingTokenReason(token, found ?? null, entry.created)
  if (reason === null) throw new Error('A valid token was not spent.')
  return { result: reason }
}

/**
 * Statements that insert an entry for the card or bank account of a payment, unless the customer was deleted: the entry has a copy of the
 * sealed number and its key, and the payment refers to the entry.
 *
 * @param audit written if the entry becomes the default
 * @param requestId null for background work
 */
export const paymentEntryInsertion = (
  owner: Owner,
  entry: NewWalletEntry,
  transactionId: number,
  audit: AuditEntry,
  requestId: string | null,
): readonly Statement[] => {
  const hasCustomer = customerExists(owner, entry.customer)
  const where = walletEntryById(owner, entry.id)
  return [
    entryInsertion(
      owner,
      entry,
      sql(
        `iif(method = 'check', method, 'creditCard'), cardId, sealedPan, wrappedPanKey, network, last4, digits, expiry, fingerprint,
         cardRange, preferredNetwork, NULL
         FROM transactions WHERE id = ? AND account = ? AND mode = ? AND sealedPan IS NOT NULL AND ${hasCustomer.sql}`,
        transactionId,
        owner.account,
        owner.mode,
        ...hasCustomer.values,
      ),
    ),
    ...followInsertion(owner, entry, audit, requestId),
    sql(
      `UPDATE transactions SET wallet = ?
       WHERE id = ? AND account = ? AND mode = ? AND EXISTS (SELECT 1 FROM walletEntries WHERE ${where.sql})`,
      entry.id,
      transactionId,
      owner.account,
      owner.mode,
      ...where.values,
    ),
    setInitialPayment(owner, transactionId),
  ]
}

/** One round trip: a page of a customer's entries, newest first. */
export const listWalletEntryRows = (
  { database, owner }: OwnerScope,
  customer: string,
  page: PageRequest,
): Promise<Page<WalletEntryRow> | 'customer_not_found' | 'cursor_not_found'> => {
  const where = customerById(owner, customer)
  return readPage(
    database,
    {
      table: 'walletEntries',
      columns: walletEntryColumns.list(),
      within: sql('customer = ? AND account = ? AND mode = ?', customer, owner.account, owner.mode),
      visible: sql('deleted IS NULL'),
      total: sql(`SELECT stored AS total FROM customers WHERE ${where.sql}`, ...where.values),
      missing: 'customer_not_found',
      entry: walletEntryColumns.decode,
    },
    page,
  )
}
