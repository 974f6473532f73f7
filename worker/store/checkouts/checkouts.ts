import type { AccountSettings } from '#contract/accounts'
import type { Offer } from '#contract/checkout/offer'
import { cameToNothing } from '#contract/checkout/outcomes'
import type { TransactionState } from '#contract/transactions'
import type { StoredAccountKey } from '../accounts/vaultKeys.ts'
import type { KeyRecord } from '../apiKeys/apiKeys.ts'
import { appendAuditIf } from '../sql/audit.ts'
import { checkoutCreated } from './checkoutEvents.ts'
import { customerExists } from '../customers/customers.ts'
import { all, listed, sql } from '../sql/database.ts'
import { endpointsOf } from '../webhooks/enabledWebhooks.ts'
import { isDue } from '../sql/sweepScope.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope, ShardScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** Columns of `checkouts`. Times are milliseconds since 1970, amounts minor units. */
export interface CheckoutRow extends Owner {
  readonly id: string
  /** The API key that it was made with. */
  readonly key: string
  /** Scheme, host and port of its page. */
  readonly origin: string
  /** ISO 4217 number. */
  readonly currency: number
  readonly total: number
  readonly offer: Offer
  /** Named by the merchant, or made when it was paid. */
  readonly customer: string | null
  readonly created: number
  readonly expires: number
  readonly canceled: number | null
  readonly receipt: 'none' | 'due' | 'sent' | 'failed'
  /** When what is personal in it is forgotten, unless it is paid. */
  readonly forget: number | null
  /** When the sweep looks whether it has run out. Null from the moment that this was announced, or cannot happen any more. */
  readonly announceExpiry: number | null
}

/** A try to pay, with the payment that it was. */
export interface TryRow {
  readonly nonce: string
  readonly transactionId: number
  readonly created: number
  readonly locale: string
  readonly email: string
  readonly store: 0 | 1
  readonly charged: 0 | 1
  /** Of its payment. */
  readonly status: TransactionState
  readonly responseCode: string | null
  readonly authCode: string | null
  readonly network: string
  readonly last4: string
  readonly orderData: string | null
  readonly customer: string | null
  readonly wallet: string | null
}

/** What followed from a checkout's payment. */
export interface CompletionRow {
  readonly transactionId: number
  readonly customer: string | null
  readonly wallet: string | null
  readonly subscription: string | null
}

/** A payment method of the customer that the merchant named. */
export interface OfferedMethod {
  readonly wallet: string
  readonly network: string
  readonly last4: string
}

/** A checkout with all that hangs on it. */
export interface FoundCheckout {
  readonly checkout: CheckoutRow
  /** In the order in which they were made. */
  readonly tries: readonly TryRow[]
  readonly completion: CompletionRow | null
  /** The default first, ten at most. */
  readonly methods: readonly OfferedMethod[]
}

const columns = [
  'id',
  'account',
  'mode',
  'key',
  'origin',
  'currency',
  'total',
  'offer',
  'customer',
  'created',
  'expires',
  'canceled',
  'receipt',
  'forget',
  'announceExpiry',
] as const satisfies readonly (keyof CheckoutRow)[]

/** A piece of SQL for WHERE. */
const theCheckout = ({ account, mode }: Owner, id: string): Statement =>
  sql('checkouts.id = ? AND checkouts.account = ? AND checkouts.mode = ?', id, account, mode)

/** One round trip. False, and nothing written, where it names a customer that the account does not have. */
export const insertCheckout = async (
  { database, cause: requestId }: StoreScope,
  row: CheckoutRow,
): Promise<boolean> => {
  const known = row.customer === null ? sql('TRUE') : customerExists(row, row.customer)
  const own = theCheckout(row, row.id)
  const [[inserted] = []] = await database.writing(
    [
      sql(
        `INSERT INTO checkouts (${columns.join(', ')}) SELECT ${columns.map(() => '?').join(', ')} WHERE ${known.sql} RETURNING id`,
        ...columns.map((column) => (column === 'offer' ? JSON.stringify(row.offer) : row[column])),
        ...known.values,
      ),
      checkoutCreated(row, requestId),
    ],
    sql(`SELECT id FROM checkouts WHERE ${own.sql}`, ...own.values),
  )
  return inserted !== undefined
}

/**
 * The tries of checkouts, in the order in which they were made.
 *
 * @param which what `checkout` is, or is among
 */
const triesOf = (which: Statement): Statement =>
  sql(
    `SELECT checkout, nonce, checkoutTries.transactionId, checkoutTries.created, locale, email, store, charged, transactions.status,
            operations.responseCode, operations.authCode, coalesce(network, '') AS network, coalesce(last4, '') AS last4, orderData,
            transactions.customer, transactions.wallet
     FROM checkoutTries
     JOIN transactions ON transactions.id = checkoutTries.transactionId
     JOIN operations ON operations.id = checkoutTries.transactionId
     WHERE checkout ${which.sql} ORDER BY checkoutTries.created, checkoutTries.transactionId`,
    ...which.values,
  )

const completionsOf = (which: Statement): Statement =>
  sql(`SELECT * FROM checkoutCompletions WHERE checkout ${which.sql}`, ...which.values)

/** The statements that read a checkout and what hangs on it, by its id alone: who asks is for the first of them to say. */
const reading = (id: string) => ({
  tries: triesOf(sql('= ?', id)),
  completion: completionsOf(sql('= ?', id)),
  methods: sql(
    `SELECT id AS wallet, network, last4 FROM walletEntries
     WHERE customer = (SELECT customer FROM checkouts WHERE id = ?) AND deleted IS NULL
     ORDER BY isDefault DESC, created DESC LIMIT 10`,
    id,
  ),
})

const checkoutRow = (row: Row): CheckoutRow => ({
  ...(row as unknown as CheckoutRow),
  offer: JSON.parse(row['offer'] as string) as Offer,
})

const found = (row: Row, rest: Record<'tries' | 'completion' | 'methods', Row[]>): FoundCheckout => ({
  checkout: checkoutRow(row),
  tries: rest.tries as unknown as TryRow[],
  completion: (rest.completion[0] ?? null) as CompletionRow | null,
  methods: rest.methods as unknown as OfferedMethod[],
})

/** One round trip. Null where the account has no such checkout in this mode. */
export const findCheckout = async ({ database, owner }: OwnerScope, id: string): Promise<FoundCheckout | null> => {
  const own = theCheckout(owner, id)
  const { checkout, ...rest } = await database.named({
    checkout: sql(`SELECT ${columns.join(', ')} FROM checkouts WHERE ${own.sql}`, ...own.values),
    ...reading(id),
  })
  return checkout[0] === undefined ? null : found(checkout[0], rest)
}

/** A checkout of a customer, as it is given out: of what is offered no more than says something of the person. */
export type CheckoutOfCustomer = Omit<FoundCheckout, 'methods' | 'checkout'> & {
  readonly checkout: Omit<CheckoutRow, 'offer'> & { readonly offer: Pick<Offer, 'prefill'> }
}

/** The statements that read a customer's checkouts, newest first. */
export const readingCheckoutsOf = ({ account, mode }: Owner, customer: string) => {
  const own = sql('customer = ? AND account = ? AND mode = ?', customer, account, mode)
  const among = sql(`IN (SELECT id FROM checkouts WHERE ${own.sql})`, ...own.values)
  const named = columns.map((column) =>
    column === 'offer' ? "json_object('prefill', offer -> '$.prefill') AS offer" : column,
  )
  return {
    checkouts: sql(
      `SELECT ${named.join(', ')} FROM checkouts WHERE ${own.sql} ORDER BY created DESC, id`,
      ...own.values,
    ),
    tries: triesOf(among),
    completions: completionsOf(among),
  }
}

/** What those statements found. */
export const checkoutsOfCustomer = (
  read: Readonly<Record<'checkouts' | 'tries' | 'completions', Row[]>>,
): CheckoutOfCustomer[] => {
  const tries = Map.groupBy(read.tries, ({ checkout }) => checkout)
  const completions = new Map(read.completions.map((row) => [row['checkout'], row]))
  return read.checkouts.map((row) => {
    const { methods: _methods, ...checkout } = found(row, {
      tries: tries.get(row['id']) ?? [],
      completion: [completions.get(row['id'])].filter((one) => one !== undefined),
      methods: [],
    })
    return checkout
  })
}

/** A checkout as its shopper comes to it, who has its id and nothing else, with the account that it is of. */
export interface VisitedCheckout extends FoundCheckout {
  readonly account: KeyRecord['account']
}

const accountColumns = `settings, suspended, CASE checkouts.mode WHEN 'test' THEN testClockOffset ELSE 0 END AS clockOffsetMs,
  wrappedKey, rootVersion, ${endpointsOf('checkouts')}`

const accountJoins = `JOIN accounts ON accounts.id = checkouts.account
  LEFT JOIN accountKeys ON accountKeys.account = checkouts.account AND accountKeys.mode = checkouts.mode`

/** One round trip. Null where there is no such checkout. */
export const visitCheckout = async ({ database }: ShardScope, id: string): Promise<VisitedCheckout | null> => {
  const { checkout, ...rest } = await database.named({
    checkout: sql(
      `SELECT ${columns.map((column) => `checkouts.${column}`).join(', ')}, ${accountColumns}
       FROM checkouts ${accountJoins} WHERE checkouts.id = ?`,
      id,
    ),
    ...reading(id),
  })
  const [row] = checkout
  if (row === undefined) return null
  const { settings, suspended, clockOffsetMs, wrappedKey, rootVersion, endpoints, ...own } = row
  const visited = found(own, rest)
  return {
    ...visited,
    account: {
      id: visited.checkout.account,
      mode: visited.checkout.mode,
      suspended: suspended !== 0,
      settings: JSON.parse(settings as string) as AccountSettings,
      clockOffsetMs: clockOffsetMs as number,
      vaultKey:
        wrappedKey === null ? null : ({ wrappedKey, rootVersion } as { wrappedKey: string; rootVersion: number }),
      endpoints: JSON.parse(endpoints as string) as string[],
    },
  }
}

/** A piece of SQL for WHERE with one value, now: nothing closes the checkout but a payment. What was announced as expired stays that. */
export const stillOpen = 'canceled IS NULL AND expires > ? AND announceExpiry IS NOT NULL'

/** A piece of SQL: whether a checkout has a try whose payment is, or may yet turn out to be, one. */
export const isPaidOrPaying = (id: string): Statement =>
  sql(
    `EXISTS (SELECT 1 FROM checkoutTries JOIN transactions ON transactions.id = checkoutTries.transactionId
             WHERE checkout = ? AND status NOT IN (${listed(cameToNothing)}))`,
    id,
  )

/** One round trip: cancels a checkout that is open. What it was, the caller reads before. False where it is that no more. */
export const cancelCheckout = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<boolean> => {
  const audit = sign(note)
  const own = theCheckout(owner, id)
  const busy = isPaidOrPaying(id)
  const open = all(own, sql(stillOpen, audit.at), sql(`NOT ${busy.sql}`, ...busy.values))
  const [, [canceled] = []] = await database.batch([
    appendAuditIf(sql(`EXISTS (SELECT 1 FROM checkouts WHERE ${open.sql})`, ...open.values), owner.account, audit),
    sql(
      `UPDATE checkouts SET canceled = ?, announceExpiry = NULL WHERE ${open.sql} RETURNING id`,
      audit.at,
      ...open.values,
    ),
  ])
  return canceled !== undefined
}

/**
 * Takes the sending of a receipt upon itself: of any number of rivals one gets it, and a receipt whose sender dies counts as not sent, since
 * one that comes twice is worse.
 */
export const takeReceipt = async ({ database, owner }: OwnerScope, id: string): Promise<boolean> => {
  const own = theCheckout(owner, id)
  const taken = await database.row(
    sql(
      `UPDATE checkouts SET receipt = 'failed', due = NULL WHERE ${own.sql} AND receipt = 'due' RETURNING id`,
      ...own.values,
    ),
  )
  return taken !== null
}

export const receiptSent = async ({ database, owner }: OwnerScope, id: string): Promise<void> => {
  const own = theCheckout(owner, id)
  await database.batch([sql(`UPDATE checkouts SET receipt = 'sent' WHERE ${own.sql}`, ...own.values)])
}

/** A checkout that the sweep looks at, and what its account works with. */
export interface DueCheckout extends Owner {
  readonly id: string
  readonly key: string
  readonly settings: AccountSettings
  readonly vaultKey: StoredAccountKey | null
}

/** One round trip: takes up checkouts of which something may have been left undone, and keeps them from other sweeps until `leaseUntil`. */
export const claimDueCheckouts = async (
  scope: SweepScope,
  nowMs: number,
  leaseUntil: number,
  limit: number,
): Promise<DueCheckout[]> => {
  const due = isDue(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `UPDATE checkouts SET due = ? WHERE id IN (SELECT id FROM checkouts WHERE ${due.sql} ORDER BY due LIMIT ?)
       RETURNING id, account, mode, key,
         (SELECT settings FROM accounts WHERE accounts.id = checkouts.account) AS settings,
         (SELECT json_object('wrappedKey', wrappedKey, 'rootVersion', rootVersion) FROM accountKeys
          WHERE accountKeys.account = checkouts.account AND accountKeys.mode = checkouts.mode) AS vaultKey`,
      leaseUntil,
      ...due.values,
      limit,
    ),
  )
  return rows.map(({ settings, vaultKey, ...own }) => {
    const { id, account, mode, key } = own as unknown as Omit<DueCheckout, 'settings' | 'vaultKey'>
    return {
      id,
      account,
      mode,
      key,
      settings: JSON.parse(settings as string) as AccountSettings,
      vaultKey: JSON.parse((vaultKey ?? 'null') as string) as StoredAccountKey | null,
    }
  })
}

/**
 * Nothing was left undone: the sweep need not come back, unless another try was begun since it took this up.
 *
 * @param tries how many it saw: one that was begun in the moment of the lease is due when that ends, and looks like it
 */
export const nothingDue = async (
  { database, owner }: OwnerScope,
  id: string,
  leased: number,
  tries: number,
): Promise<void> => {
  const own = theCheckout(owner, id)
  await database.batch([
    sql(
      `UPDATE checkouts SET due = NULL WHERE ${own.sql} AND due = ? AND (SELECT count(*) FROM checkoutTries WHERE checkout = checkouts.id) = ?`,
      ...own.values,
      leased,
      tries,
    ),
  ])
}
