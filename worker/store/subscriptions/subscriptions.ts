import type { AccountSettings } from '#contract/accounts'
import type { CycleUnit } from '#contract/cycles'
import type { BillState, SubscriptionState } from '#contract/subscriptions'
import { refuse } from '#contract/refusal'
import type { TransactionState } from '#contract/transactions'
import type { StoredAccountKey } from '../accounts/vaultKeys.ts'
import { appendAuditIf } from '../sql/audit.ts'
import { customerExists, customerById } from '../customers/customers.ts'
import { all, sql } from '../sql/database.ts'
import { readPage } from '../sql/paging.ts'
import type { PageAsked, PageRead } from '../sql/paging.ts'
import { isDue } from '../sql/sweepScope.ts'
import { announceSubscription } from './subscriptionEvents.ts'
import type { SubscriptionEvent } from './subscriptionEvents.ts'
import { lookUpWallet, walletSource, missingWalletReason } from '../customers/storedMethods.ts'
import type { StoredReference } from '../customers/storedMethods.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** What is charged each time, in minor units. */
export interface PriceColumns {
  readonly total: number
  /** Parts of the total. */
  readonly tax: number
  readonly surcharge: number
  readonly shipping: number
}

/** Columns of `subscriptions`. Times are milliseconds since 1970, amounts in minor units. */
export interface SubscriptionRow extends Owner, PriceColumns {
  /** UUIDv7. */
  readonly id: string
  readonly customer: string
  readonly plan: string
  readonly label: string
  readonly unit: CycleUnit
  readonly interval: number
  /** Local date of the first bill, YYYY-MM-DD. */
  readonly firstDate: string
  /** Of months and years: the day of the month that bills come back to. */
  readonly anchorDay: number | null
  readonly installments: number
  /** Null for the customer's default. */
  readonly wallet: string | null
  readonly currency: number
  /** `pending` is not stored: it is an active one that starts in the future. */
  readonly status: Exclude<SubscriptionState, 'pending'>
  /** The number, from 0, of the period that is billed next, or is being billed. */
  readonly period: number
  readonly charges: number
  readonly starts: number
  readonly resumesAt: number | null
  /** 1 where the customer has a new default payment method since the last try. */
  readonly newMethod: 0 | 1
  readonly due: number | null
  readonly created: number
  readonly updated: number
  readonly canceled: number | null
  readonly version: number
}

/** Columns of `bills`. */
export interface BillRow extends PriceColumns {
  readonly subscription: string
  readonly period: number
  readonly status: BillState
  /** Local date, YYYY-MM-DD. */
  readonly date: string
  readonly currency: number
  readonly attempts: number
  /** Attempts that were declined by schedule. */
  readonly declines: number
  /** Failures of the processor in a row. */
  readonly errors: number
  /** 1 from the moment a charge may have been sent until its outcome is written here. */
  readonly asking: 0 | 1
  /** 1 where this attempt is made beside the schedule. */
  readonly extra: 0 | 1
  readonly transactionId: number
  readonly responseCode: string | null
  readonly again: number | null
  readonly created: number
  readonly updated: number
}

/** A subscription with the bill of its period, if that was opened, and the payment that was last made for it. */
export interface Standing {
  readonly subscription: SubscriptionRow
  readonly bill: BillRow | null
  readonly payment: { readonly status: TransactionState; readonly responseCode: string | null } | null
}

/** All of them but the lease. */
export const subscriptionColumns = [
  'id',
  'account',
  'mode',
  'customer',
  'plan',
  'label',
  'unit',
  'interval',
  'firstDate',
  'anchorDay',
  'installments',
  'wallet',
  'currency',
  'total',
  'tax',
  'surcharge',
  'shipping',
  'status',
  'period',
  'charges',
  'starts',
  'resumesAt',
  'newMethod',
  'due',
  'created',
  'updated',
  'canceled',
  'version',
] as const satisfies readonly (keyof SubscriptionRow)[]

const billColumns = [
  'subscription',
  'period',
  'status',
  'date',
  'total',
  'tax',
  'surcharge',
  'shipping',
  'currency',
  'attempts',
  'declines',
  'errors',
  'asking',
  'extra',
  'transactionId',
  'responseCode',
  'again',
  'created',
  'updated',
] as const satisfies readonly (keyof BillRow)[]

/** Its columns, and as JSON in two more what `Standing` has beside them. Good after SELECT, and after RETURNING. */
const standingColumns = `${subscriptionColumns.join(', ')},
  (SELECT json_object(${billColumns.map((column) => `'${column}', bills.${column}`).join(', ')}) FROM bills
   WHERE bills.subscription = subscriptions.id AND bills.period = subscriptions.period) AS bill,
  (SELECT json_object('status', transactions.status, 'responseCode', operations.responseCode)
   FROM bills JOIN transactions ON transactions.id = bills.transactionId JOIN operations ON operations.id = bills.transactionId
   WHERE bills.subscription = subscriptions.id AND bills.period = subscriptions.period) AS payment`

const parsed = <T>(text: unknown): T | null => (text === null ? null : (JSON.parse(text as string) as T))

const standing = ({ bill, payment, ...row }: Row): Standing => ({
  subscription: row as unknown as SubscriptionRow,
  bill: parsed(bill),
  payment: parsed(payment),
})

/** A piece of SQL for WHERE: the subscription of this id, if it is the owner's. */
export const subscriptionById = ({ account, mode }: Owner, id: string): Statement =>
  sql('subscriptions.id = ? AND subscriptions.account = ? AND subscriptions.mode = ?', id, account, mode)

/** One round trip. Null where the account has no such subscription in this mode. */
export const findSubscription = async ({ database, owner }: OwnerScope, id: string): Promise<Standing | null> => {
  const own = subscriptionById(owner, id)
  const row = await database.row(sql(`SELECT ${standingColumns} FROM subscriptions WHERE ${own.sql}`, ...own.values))
  return row === null ? null : standing(row)
}

/** What changes in a subscription's life, and in a bill's. */
const mutable = [
  'wallet',
  'total',
  'tax',
  'surcharge',
  'shipping',
  'status',
  'period',
  'charges',
  'resumesAt',
  'newMethod',
  'due',
  'updated',
  'canceled',
] as const satisfies readonly (keyof SubscriptionRow)[]

const mutableBill = [
  'status',
  'declines',
  'errors',
  'asking',
  'extra',
  'responseCode',
  'again',
  'updated',
] as const satisfies readonly (keyof BillRow)[]

/** A subscription and its bill as they are from now on, and what of that is to be announced. */
export interface StandingChange extends Pick<Standing, 'subscription' | 'bill'> {
  readonly happened: readonly SubscriptionEvent[]
}

/**
 * Writes what became of a subscription and of its bill: one round trip, all or nothing. False where it has changed since it was read, so
 * that who writes reads again and decides anew. Gives back the lease.
 *
 * Refusals: wallet_not_found, wallet_not_of_customer, for another payment method that is not there.
 *
 * @param before as it was read
 * @param note written if the change is
 */
export const writeStanding = async (
  { database, owner, sign, cause: requestId }: StoreScope,
  before: Standing,
  after: StandingChange,
  note: AuditNote | null = null,
): Promise<boolean> => {
  const { id, version } = before.subscription
  const method = methodTaken(before, after)
  const asRead = all(
    subscriptionById(owner, id),
    sql('version = ?', version),
    method === null ? sql('TRUE') : walletIsThere(owner, method),
  )
  const isAsRead = sql(`EXISTS (SELECT 1 FROM subscriptions WHERE ${asRead.sql})`, ...asRead.values)
  const { subscription, bill, happened } = after
  const cause = { at: subscription.updated, requestId }
  const { method: looked, written } = await database.named({
    method: method && lookUpWallet(owner, method),
    bill:
      bill &&
      sql(
        `UPDATE bills SET ${mutableBill.map((column) => `${column} = ?`).join(', ')}
         WHERE subscription = ? AND period = ? AND ${isAsRead.sql}`,
        ...mutableBill.map((column) => bill[column]),
        bill.subscription,
        bill.period,
        ...isAsRead.values,
      ),
    audit: note && appendAuditIf(isAsRead, owner.account, sign(note)),
    events: happened.length === 0 ? null : announceSubscription(owner, after, happened, cause, isAsRead),
    written: sql(
      `UPDATE subscriptions SET ${mutable.map((column) => `${column} = ?`).join(', ')}, leased = NULL, version = version + 1
       WHERE ${asRead.sql} RETURNING id`,
      ...mutable.map((column) => subscription[column]),
      ...asRead.values,
    ),
  })
  const missing = method && missingWalletReason(method, looked[0])
  if (missing !== null) throw refuse(missing, { field: 'wallet' })
  return written.length > 0
}

/** The payment method that is charged from now on, if it is named and another one than before. */
const methodTaken = (
  { subscription: { wallet: before } }: Standing,
  { subscription: { customer, wallet } }: Pick<Standing, 'subscription'>,
): StoredReference | null => (wallet === null || wallet === before ? null : { customer, wallet })

const walletIsThere = (owner: Owner, method: StoredReference): Statement => {
  const source = walletSource(owner, method)
  return sql(`EXISTS (${source.sql})`, ...source.values)
}

/** A subscription whose time has come, with all of its account that charging it takes. */
export interface DueSubscription extends Standing {
  readonly settings: AccountSettings
  /** Null until the worker makes one, at first need. */
  readonly vaultKey: StoredAccountKey | null
}

/** True of subscriptions whose time has come, that nobody has taken up, and whose account is not suspended. */
export const isBillable = (scope: SweepScope, nowMs: number): Statement =>
  all(
    isDue(scope, nowMs),
    sql('leased IS NULL OR leased <= ?', nowMs),
    sql('account NOT IN (SELECT id FROM accounts WHERE suspended <> 0)'),
  )

/**
 * Takes up subscriptions whose time has come, and leases them until `leaseUntil`, so that two sweeps at once share the work and a sweep that
 * dies loses none of it. Those of a suspended account wait.
 */
export const claimDueSubscriptions = async (
  scope: SweepScope,
  nowMs: number,
  leaseUntil: number,
  limit: number,
): Promise<DueSubscription[]> => {
  const billable = isBillable(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `UPDATE subscriptions SET leased = ?, version = version + 1
       WHERE id IN (SELECT id FROM subscriptions WHERE ${billable.sql} ORDER BY due LIMIT ?)
       RETURNING ${standingColumns},
         (SELECT settings FROM accounts WHERE accounts.id = subscriptions.account) AS settings,
         (SELECT json_object('wrappedKey', wrappedKey, 'rootVersion', rootVersion) FROM accountKeys
          WHERE accountKeys.account = subscriptions.account AND accountKeys.mode = subscriptions.mode) AS vaultKey`,
      leaseUntil,
      ...billable.values,
      limit,
    ),
  )
  return rows.map(({ settings, vaultKey, ...row }) => {
    const { subscription, bill, payment } = standing(row)
    return {
      subscription,
      bill,
      payment,
      settings: JSON.parse(settings as string) as AccountSettings,
      vaultKey: parsed(vaultKey),
    }
  })
}

/** One round trip. Null also where the subscription is another customer's, or its customer was deleted. */
export const findSubscriptionOf = async (
  { database, owner }: OwnerScope,
  customer: string,
  id: string,
): Promise<Standing | null> => {
  const own = ofCustomer(owner, customer, id)
  const row = await database.row(sql(`SELECT ${standingColumns} FROM subscriptions WHERE ${own.sql}`, ...own.values))
  return row === null ? null : standing(row)
}

/** A piece of SQL for WHERE: the subscription of this id, if it is this customer's. */
const ofCustomer = (owner: Owner, customer: string, id: string): Statement =>
  all(subscriptionById(owner, id), sql('subscriptions.customer = ?', customer), customerExists(owner, customer))

/** One round trip: a page of a customer's subscriptions, newest first. */
export const listSubscriptions = (
  { database, owner }: OwnerScope,
  customer: string,
  page: PageAsked,
): Promise<PageRead<SubscriptionRow> | 'customer_not_found' | 'cursor_not_found'> => {
  const own = customerById(owner, customer)
  return readPage(
    database,
    {
      table: 'subscriptions',
      columns: subscriptionColumns.join(', '),
      within: sql('customer = ? AND account = ? AND mode = ?', customer, owner.account, owner.mode),
      total: sql(`SELECT enrolled AS total FROM customers WHERE ${own.sql}`, ...own.values),
      missing: 'customer_not_found',
      entry: (row) => row as unknown as SubscriptionRow,
    },
    page,
  )
}

/** One round trip: a page of a subscription's bills, newest first. One subscription has few enough of them to be counted. */
export const listBills = (
  { database, owner }: OwnerScope,
  customer: string,
  id: string,
  page: PageAsked,
): Promise<PageRead<BillRow> | 'subscription_not_found' | 'cursor_not_found'> => {
  const own = ofCustomer(owner, customer, id)
  return readPage(
    database,
    {
      table: 'bills',
      columns: billColumns.join(', '),
      within: sql('subscription = ? AND account = ? AND mode = ?', id, owner.account, owner.mode),
      total: sql(
        `SELECT (SELECT count(*) FROM bills WHERE subscription = subscriptions.id) AS total FROM subscriptions WHERE ${own.sql}`,
        ...own.values,
      ),
      newerBy: ['period'],
      missing: 'subscription_not_found',
      entry: (row) => row as unknown as BillRow,
    },
    page,
  )
}
