import { appendAuditIf } from '../sql/audit.ts'
import { customerExists, customerById } from './customers.ts'
import { all, sql } from '../sql/database.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.ts'
import { nextVersion, announceSubscriptionRows } from '../subscriptions/subscriptionEvents.ts'
import { chargeableStates, retryWithNewDefault } from '../subscriptions/paymentMethods.ts'
import { announceWalletEntry } from './walletEvents.ts'
import { defaultChange, makeDefault, walletEntryById } from './walletEntries.ts'
import { walletEntryColumns } from './walletEntryColumns.ts'
import type { WalletEntryRow } from './walletEntryColumns.ts'
import type { AuditEntry, AuditNote } from '../sql/audit.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, flag, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'

/** Changes of saved payment methods. */

/** The path of a wallet entry. */
export interface WalletPath {
  readonly customer: string
  readonly wallet: string
}

export type MissingWalletEntry = 'customer_not_found' | 'wallet_not_found'

/** A WHERE condition: the entry of a path. */
const entryAt = (owner: Owner, { customer, wallet }: WalletPath): Statement =>
  all(walletEntryById(owner, wallet), sql('walletEntries.customer = ?', customer))

const exists = (from: Statement): Statement => sql(`EXISTS (SELECT 1 FROM ${from.sql})`, ...from.values)

const missingReason = ([row]: readonly Row[]): MissingWalletEntry =>
  flag.read(row?.['hasCustomer'], 'hasCustomer') ? 'wallet_not_found' : 'customer_not_found'

const lookUpCustomer = (owner: Owner, customer: string): Statement => {
  const hasCustomer = customerExists(owner, customer)
  return sql(`SELECT ${hasCustomer.sql} AS hasCustomer`, ...hasCustomer.values)
}

/**
 * Inserts the event of a changed default. Stands before the UPDATE, which overwrites the previous default.
 *
 * @param becomes a WHERE condition: the entry, if the UPDATE makes it the default
 */
const announceDefault = ({ at, requestId }: AuditEntry, becomes: Statement): Statement =>
  announceWalletEntry({
    type: 'wallet.default_changed',
    which: becomes,
    at,
    requestId,
    occasion: sql('?', requestId),
    changed: { isDefault: sql('1') },
  })

const selectEntry = (entry: Statement): Statement =>
  sql(`SELECT ${walletEntryColumns.list()} FROM walletEntries WHERE ${entry.sql}`, ...entry.values)

/** One round trip. */
export const findWalletEntry = async (
  { database, owner }: OwnerScope,
  path: WalletPath,
): Promise<WalletEntryRow | MissingWalletEntry> => {
  const {
    lookUp,
    selected: [row],
  } = await database.named({
    lookUp: lookUpCustomer(owner, path.customer),
    selected: selectEntry(entryAt(owner, path)),
  })
  return row === undefined ? missingReason(lookUp) : walletEntryColumns.decode(row)
}

/**
 * One round trip: makes an entry the default of its customer and returns it. Past-due and unpaid subscriptions are retried with it. Nothing
 * changes if it is the default already.
 *
 * @param note written if it was not the default before
 */
export const setDefaultEntry = async (
  { database, owner, sign }: StoreScope,
  path: WalletPath,
  note: AuditNote,
): Promise<WalletEntryRow | MissingWalletEntry> => {
  const audit = sign(note)
  const entry = entryAt(owner, path)
  const other = sql(`${entry.sql} AND isDefault = 0`, ...entry.values)
  const becomes = exists(sql(`walletEntries WHERE ${other.sql}`, ...other.values))
  const [updated, retries] = retryWithNewDefault(owner, path.customer, audit, becomes)
  const [clear, set] = makeDefault(owner, path.customer, path.wallet)
  const {
    lookUp,
    selected: [row],
  } = await database.named({
    lookUp: lookUpCustomer(owner, path.customer),
    audit: appendAuditIf(becomes, owner.account, audit, defaultChange(owner, path.customer, path.wallet)),
    event: announceDefault(audit, other),
    updated,
    retries,
    clear,
    set,
    selected: selectEntry(entry),
  })
  return row === undefined ? missingReason(lookUp) : walletEntryColumns.decode(row)
}

const chargedColumns = defineColumns({ id: text, status: enumText<SubscriptionRow['status']>() })

/** Selects a subscription that is charged to an entry: it refers to the entry, or to none and the entry is the default. */
const chargedTo = ({ account, mode }: Owner, entry: Statement): Statement =>
  sql(
    `SELECT subscriptions.id, subscriptions.status
     FROM walletEntries CROSS JOIN subscriptions ON subscriptions.customer = walletEntries.customer
     WHERE ${entry.sql} AND subscriptions.account = ? AND subscriptions.mode = ? AND subscriptions.status IN ${chargeableStates}
       AND iif(subscriptions.wallet IS NULL, walletEntries.isDefault = 1, subscriptions.wallet = walletEntries.id)
     LIMIT 1`,
    ...entry.values,
    account,
    mode,
  )

/** FROM and WHERE of the newest entry, which becomes the default of a customer without one. No row if there is a default. */
const nextDefault = ({ account, mode }: Owner, customer: string): Statement =>
  sql(
    `walletEntries WHERE customer = ? AND account = ? AND mode = ? AND deleted IS NULL
       AND NOT EXISTS (SELECT 1 FROM walletEntries AS other WHERE other.customer = ? AND other.isDefault = 1)
     ORDER BY created DESC, id DESC LIMIT 1`,
    customer,
    account,
    mode,
    customer,
  )

/**
 * Makes the newest entry of a customer the default if the customer has entries and no default. Past-due and unpaid subscriptions are retried
 * with it.
 *
 * @param deleted the default entry before
 * @param audit written then, with the entry in its detail
 */
const setNextDefault = (owner: Owner, { customer, wallet: deleted }: WalletPath, audit: AuditEntry) => {
  const next = nextDefault(owner, customer)
  const isNext = sql(`walletEntries.id = (SELECT id FROM ${next.sql})`, ...next.values)
  const [nextUpdated, nextRetries] = retryWithNewDefault(owner, customer, audit, exists(next))
  return {
    nextAudit: sql(
      `INSERT INTO audit (account, at, key, requestId, action, detail)
       SELECT ?, ?, ?, ?, ?, json_set(?, '$.wallet', id, '$.changes', json_object('default', json_object('old', ?, 'new', id)))
       FROM (SELECT id FROM ${next.sql})`,
      owner.account,
      audit.at,
      audit.key,
      audit.requestId,
      audit.action,
      JSON.stringify(audit.detail),
      deleted,
      ...next.values,
    ),
    nextEvent: announceDefault(audit, isNext),
    nextUpdated,
    nextRetries,
    nextDefault: sql(`UPDATE walletEntries SET isDefault = 1 WHERE ${isNext.sql}`, ...isNext.values),
  }
}

/** An SQL expression: when a subscription is due after an entry is deleted. At once if another entry becomes the default. */
const dueWithNextDefault = ({ account, mode }: Owner, { customer, wallet }: WalletPath, at: number): Statement =>
  sql(
    `iif(EXISTS (SELECT 1 FROM walletEntries AS gone JOIN walletEntries AS other ON other.customer = gone.customer AND other.id <> gone.id
                 WHERE gone.id = ? AND gone.customer = ? AND gone.account = ? AND gone.mode = ? AND gone.isDefault = 1
                   AND other.deleted IS NULL),
         min(coalesce(due, ?), ?), due)`,
    wallet,
    customer,
    account,
    mode,
    at,
    at,
  )

export type EntryDeletion =
  | { readonly result: 'deleted' | MissingWalletEntry }
  | { readonly result: 'charged'; readonly subscription: RowOf<typeof chargedColumns> }

/**
 * One round trip: deletes an entry with its sealed values and their key, unless a subscription is charged to it. An unpaid subscription that
 * refers to it uses the customer's default from then on. If the entry was the default, the newest remaining one becomes the default.
 *
 * @param notes of the deletion and of the new default, whose id is added to the detail
 */
export const softDeleteWalletEntry = async (
  { database, owner, sign }: StoreScope,
  path: WalletPath,
  notes: { readonly deleted: AuditNote; readonly becameDefault: AuditNote },
): Promise<EntryDeletion> => {
  const audit = { deleted: sign(notes.deleted), becameDefault: sign(notes.becameDefault) }
  const { at, requestId } = audit.deleted
  const entry = entryAt(owner, path)
  const charged = chargedTo(owner, entry)
  const condition = all(
    exists(sql(`walletEntries WHERE ${entry.sql}`, ...entry.values)),
    sql(`NOT EXISTS (${charged.sql})`, ...charged.values),
  )
  const where = customerById(owner, path.customer)
  const waiting = sql(
    "customer = ? AND account = ? AND mode = ? AND wallet = ? AND subscriptions.status = 'unpaid'",
    path.customer,
    owner.account,
    owner.mode,
    path.wallet,
  )
  const {
    lookUp,
    charged: [subscription],
    deleted,
  } = await database.named({
    lookUp: lookUpCustomer(owner, path.customer),
    charged,
    audit: appendAuditIf(condition, owner.account, audit.deleted, {
      before: sql("json_object('deleted', deleted, 'default', json(iif(isDefault = 1, 'true', 'false')))"),
      row: sql(`walletEntries WHERE ${entry.sql}`, ...entry.values),
      after: { deleted: at, default: false },
    }),
    count: sql(
      `UPDATE customers SET stored = stored - 1 WHERE ${where.sql} AND ${condition.sql}`,
      ...where.values,
      ...condition.values,
    ),
    // Events stand before their statements, which overwrite the entry and the subscriptions that refer to it.
    event: announceWalletEntry({ type: 'wallet.deleted', which: all(entry, condition), at, requestId }),
    updated: announceSubscriptionRows({
      type: 'subscription.updated',
      which: all(waiting, condition),
      at,
      requestId,
      occasion: nextVersion,
      changed: { wallet: sql('NULL'), due: dueWithNextDefault(owner, path, at) },
    }),
    waiting: sql(
      `UPDATE subscriptions SET wallet = NULL, version = version + 1, updated = ?
       WHERE ${waiting.sql} AND ${condition.sql}`,
      at,
      ...waiting.values,
      ...condition.values,
    ),
    deleted: sql(
      `UPDATE walletEntries SET deleted = ?, isDefault = 0, sealedPan = NULL, wrappedPanKey = NULL
       WHERE ${entry.sql} AND ${condition.sql} RETURNING id`,
      at,
      ...entry.values,
      ...condition.values,
    ),
    ...setNextDefault(owner, path, audit.becameDefault),
  })
  if (deleted.length === 1) return { result: 'deleted' }
  return subscription === undefined
    ? { result: missingReason(lookUp) }
    : { result: 'charged', subscription: chargedColumns.decode(subscription) }
}
