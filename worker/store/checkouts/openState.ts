import { unpaidStates } from '#contract/checkouts/attempts'
import { sql, toSqlList } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'

/** A WHERE condition with one value, the current time: the checkout is neither canceled nor expired. After its expiry event it stays expired. */
export const isCheckoutOpen = 'canceled IS NULL AND expires > ? AND announceExpiry IS NOT NULL'

/** A condition: an attempt of the checkout is pending or paid. */
export const isPaidOrPaying = (id: string): Statement =>
  sql(
    `EXISTS (SELECT 1 FROM checkoutTries JOIN transactions ON transactions.id = checkoutTries.transactionId
             WHERE checkout = ? AND status NOT IN (${toSqlList(unpaidStates)}))`,
    id,
  )
