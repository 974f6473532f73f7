import { maxDeclines, unpaidStates } from '#contract/checkouts/attempts'
import { sql, toSqlList } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'

/**
 * The status of a checkout `checkouts` at a moment as SQL, for filters. `checkoutStatus` of worker/domain/checkouts has the rule, and a test
 * compares the two.
 */
export const statusAt = (now: number): Statement =>
  sql(
    `CASE (SELECT max(CASE WHEN transactions.status = 'pending' THEN 1 WHEN transactions.status IN (${toSqlList(unpaidStates)}) THEN 0 ELSE 2 END)
           FROM checkoutTries JOIN transactions ON transactions.id = checkoutTries.transactionId WHERE checkout = checkouts.id)
     WHEN 2 THEN 'completed'
     WHEN 1 THEN 'processing'
     ELSE CASE
       WHEN checkouts.canceled IS NOT NULL THEN 'canceled'
       WHEN (SELECT count(*) FROM checkoutTries JOIN transactions ON transactions.id = checkoutTries.transactionId
             WHERE checkout = checkouts.id AND transactions.status = 'declined') >= ${maxDeclines} THEN 'canceled'
       WHEN checkouts.expires <= ? OR checkouts.announceExpiry IS NULL THEN 'expired'
       ELSE 'open' END
     END`,
    now,
  )
