import type { AcquirerEntry } from '../../acquirer/line.ts'
import type { System } from '../kernel/gateway.ts'

/** An attempt with its payment. */
export interface Attempt {
  readonly nonce: string
  readonly id: string
  readonly status: string
  readonly created: number
}

/** The stored state of a checkout and its account. */
export interface Snapshot {
  readonly attempts: readonly Attempt[]
  /** Row counts of the account. */
  readonly created: {
    readonly completions: number
    readonly customers: number
    readonly wallets: number
    readonly subscriptions: number
    readonly bills: number
    readonly payments: number
  }
  readonly receipt: string
  readonly expires: number
  /** Rows with work that is due. */
  readonly due: number
}

const attemptsQuery = `
  SELECT nonce, CAST(transactions.id AS TEXT) AS id, status, checkoutTries.created FROM checkoutTries
  JOIN transactions ON transactions.id = checkoutTries.transactionId WHERE checkout = ? ORDER BY checkoutTries.created, transactions.id`

const checkoutQuery = `
  SELECT receipt, expires,
    (SELECT count(*) FROM checkoutCompletions WHERE checkout = checkouts.id) AS completions,
    (SELECT count(*) FROM customers WHERE account = checkouts.account) AS customers,
    (SELECT count(*) FROM walletEntries WHERE account = checkouts.account) AS wallets,
    (SELECT count(*) FROM subscriptions WHERE account = checkouts.account) AS subscriptions,
    (SELECT count(*) FROM bills WHERE account = checkouts.account) AS bills,
    (SELECT count(*) FROM transactions WHERE account = checkouts.account) AS payments,
    (SELECT count(*) FROM operations WHERE account = checkouts.account AND due IS NOT NULL) + (due IS NOT NULL) AS due
  FROM checkouts WHERE id = ?`

type CheckoutRow = Snapshot['created'] & Pick<Snapshot, 'receipt' | 'expires' | 'due'>

export const takeSnapshot = async (id: string, { rows }: System): Promise<Snapshot> => {
  const [row] = (await rows(checkoutQuery, id)) as unknown as readonly [CheckoutRow]
  const { receipt, expires, due, ...created } = row
  return { attempts: (await rows(attemptsQuery, id)) as unknown as Attempt[], created, receipt, expires, due }
}

/** Approved authorizations in the acquirer's ledger that were not reversed or voided. */
export const standingCharges = ({ ledger, accounts: [{ id }] }: System): AcquirerEntry[] =>
  ledger.entries().filter(({ type, state, account }) => type === 'authorize' && state === 'approved' && account === id)
