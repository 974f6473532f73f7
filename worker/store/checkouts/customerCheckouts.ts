import type { Offer } from '#contract/checkouts/offer'
import { checkoutColumns } from './checkoutColumns.ts'
import type { CheckoutRow } from './checkoutColumns.ts'
import { sql } from '../sql/database.ts'
import type { Row } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { decodeParts } from './findCheckout.ts'
import type { FoundCheckout } from './findCheckout.ts'
import { selectAttempts, selectCompletions } from './attemptRows.ts'

/** A checkout in a customer's data export. Its offer has only the members with personal data. */
export type CustomerCheckout = Omit<FoundCheckout, 'methods' | 'person' | 'checkout'> & {
  readonly checkout: Omit<CheckoutRow, 'offer'> & { readonly offer: Pick<Offer, 'prefill'> }
}

/** Statements that select a customer's checkouts, newest first. */
export const selectCustomerCheckouts = ({ account, mode }: Owner, customer: string) => {
  const where = sql('customer = ? AND account = ? AND mode = ?', customer, account, mode)
  const among = sql(`IN (SELECT id FROM checkouts WHERE ${where.sql})`, ...where.values)
  const named = checkoutColumns.names.map((column) =>
    column === 'offer' ? "json_object('prefill', offer -> '$.prefill') AS offer" : column,
  )
  return {
    checkouts: sql(
      `SELECT ${named.join(', ')} FROM checkouts WHERE ${where.sql} ORDER BY created DESC, id`,
      ...where.values,
    ),
    attempts: selectAttempts(among),
    completions: selectCompletions(among),
  }
}

/** Decodes the rows of those statements. */
export const decodeCustomerCheckouts = (
  read: Readonly<Record<'checkouts' | 'attempts' | 'completions', Row[]>>,
): CustomerCheckout[] => {
  const attempts = Map.groupBy(read.attempts, ({ checkout }) => checkout)
  const completions = new Map(read.completions.map((row) => [row['checkout'], row]))
  return read.checkouts.map((row) => {
    const {
      methods: _methods,
      person: _person,
      ...parts
    } = decodeParts({
      attempts: attempts.get(row['id']) ?? [],
      completion: [completions.get(row['id'])].filter((completion) => completion !== undefined),
      methods: [],
      person: [],
    })
    return { checkout: checkoutColumns.decode(row), ...parts }
  })
}
