import { redactEvents } from '../sql/redaction.ts'
import { all, sql } from '../sql/database.ts'
import { inScope } from '../sql/sweepScope.ts'
import type { Statement } from '../sql/database.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** What a checkout says of a person, to be forgotten: what is offered, for how much, and by which number stays. */

const emptyPrefill = {
  email: '',
  address: { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' },
}

/**
 * Blanks checkouts: what was known of their shoppers, the merchant's own inputs, whose values may say anything, and where the shopper was
 * to go; with which address they tried to pay; and what events say of the answers to those inputs.
 *
 * @param which selects the ids of checkouts
 */
export const redactCheckouts = (
  which: Statement,
): readonly [tries: Statement, events: Statement, checkouts: Statement] => [
  sql(`UPDATE checkoutTries SET email = '' WHERE checkout IN (${which.sql})`, ...which.values),
  redactEvents(which, { metadata: 'NULL' }),
  sql(
    `UPDATE checkouts SET forget = NULL,
       offer = json_set(offer, '$.prefill', json(?), '$.fields', json('[]'), '$.thankYouUrl', NULL)
     WHERE id IN (${which.sql}) RETURNING id`,
    JSON.stringify(emptyPrefill),
    ...which.values,
  ),
]

/** True of checkouts that were never paid, and are to be blanked by now. */
export const isRedactionDue = (scope: SweepScope, nowMs: number): Statement =>
  all(sql('forget <= ?', nowMs), inScope(scope))

/** One round trip: blanks up to `limit` checkouts that were never paid, whose time has come. Returns how many. */
export const redactUnpaidCheckouts = async (scope: SweepScope, nowMs: number, limit: number): Promise<number> => {
  const unpaid = isRedactionDue(scope, nowMs)
  const which = sql(`SELECT id FROM checkouts WHERE ${unpaid.sql} ORDER BY forget, id LIMIT ?`, ...unpaid.values, limit)
  const forgotten = (await scope.database.batch(redactCheckouts(which))).at(-1) ?? []
  return forgotten.length
}
