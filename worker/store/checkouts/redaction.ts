import { redactEvents } from '../sql/redaction.ts'
import { all, sql } from '../sql/database.ts'
import { isOwned } from '../sql/ownedRows.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** Redaction of checkouts. Offer, price and reference numbers are retained. */

const emptyPrefill = {
  email: '',
  address: { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' },
}

/**
 * Redacts checkouts: prefilled personal data, the merchant's own inputs, whose values may contain any data, and the merchant's URLs; the email
 * addresses and telephone numbers of attempts; and the metadata and telephone numbers in events.
 *
 * @param which selects the ids of checkouts
 */
export const redactCheckouts = (
  which: Statement,
): readonly [attempts: Statement, events: Statement, checkouts: Statement] => [
  sql(`UPDATE checkoutTries SET email = '', phone = '' WHERE checkout IN (${which.sql})`, ...which.values),
  redactEvents(which, { metadata: 'NULL', phone: 'NULL' }),
  sql(
    `UPDATE checkouts SET forget = NULL,
       offer = json_set(offer, '$.prefill', json(?), '$.fields', json('[]'), '$.thankYouUrl', NULL, '$.cancelUrl', NULL,
                       '$.items', (SELECT json_group_array(json_remove(value, '$.imageUrl')) FROM json_each(offer, '$.items')))
     WHERE id IN (${which.sql}) RETURNING id`,
    JSON.stringify(emptyPrefill),
    ...which.values,
  ),
]

/** A condition: the checkout was never paid, and its retention is over. */
export const isRedactionDue = (scope: OwnerScope, nowMs: number): Statement =>
  all(sql('forget <= ?', nowMs), isOwned(scope))

/** One round trip: redacts at most `limit` unpaid checkouts and returns their number. */
export const redactUnpaidCheckouts = async (scope: OwnerScope, nowMs: number, limit: number): Promise<number> => {
  const unpaid = isRedactionDue(scope, nowMs)
  const which = sql(`SELECT id FROM checkouts WHERE ${unpaid.sql} ORDER BY forget, id LIMIT ?`, ...unpaid.values, limit)
  const redacted = (await scope.database.batch(redactCheckouts(which))).at(-1) ?? []
  return redacted.length
}
