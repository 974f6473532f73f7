import type { Entry } from '../../acquirer/line.ts'
import type { UnderTest } from './underTest.ts'

/** A try with its payment. */
export interface Tried {
  readonly nonce: string
  readonly id: string
  readonly status: string
  readonly created: number
}

/** All that can be seen of a checkout and its account, beside what its pages and the API say. */
export interface Seen {
  readonly tries: readonly Tried[]
  /** Of the account: what has come of the checkout. */
  readonly made: {
    readonly completions: number
    readonly customers: number
    readonly wallets: number
    readonly subscriptions: number
    readonly bills: number
    readonly payments: number
  }
  readonly receipt: string
  readonly expires: number
  /** How much is still to be done. */
  readonly due: number
}

const tries = `
  SELECT nonce, transactions.id, status, checkoutTries.created FROM checkoutTries
  JOIN transactions ON transactions.id = checkoutTries.transactionId WHERE checkout = ? ORDER BY checkoutTries.created, transactions.id`

const rest = `
  SELECT receipt, expires,
    (SELECT count(*) FROM checkoutCompletions WHERE checkout = checkouts.id) AS completions,
    (SELECT count(*) FROM customers WHERE account = checkouts.account) AS customers,
    (SELECT count(*) FROM walletEntries WHERE account = checkouts.account) AS wallets,
    (SELECT count(*) FROM subscriptions WHERE account = checkouts.account) AS subscriptions,
    (SELECT count(*) FROM bills WHERE account = checkouts.account) AS bills,
    (SELECT count(*) FROM transactions WHERE account = checkouts.account) AS payments,
    (SELECT count(*) FROM operations WHERE account = checkouts.account AND due IS NOT NULL) + (due IS NOT NULL) AS due
  FROM checkouts WHERE id = ?`

export const see = async (id: string, under: UnderTest): Promise<Seen> => {
  const tried = await under.rows(tries, id)
  const [row] = await under.rows(rest, id)
  const { receipt, expires, due, ...made } = row as unknown as Seen['made'] & Pick<Seen, 'receipt' | 'expires' | 'due'>
  return {
    tries: tried.map(
      ({ nonce, id: payment, status, created }) => ({ nonce, id: String(payment), status, created }) as Tried,
    ),
    made,
    receipt,
    expires,
    due,
  }
}

/** Payments that stand in the acquirer's book: money that somebody has been charged, or is about to be. */
export const standing = ({ book, account }: Pick<UnderTest, 'book' | 'account'>): Entry[] =>
  book
    .entries()
    .filter(({ type, state, account: of }) => type === 'authorize' && state === 'approved' && of === account)
