import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'

/**
 * A condition: the operation belongs to a payment. Its first operation has the payment's id and no entry in the index of operations by
 * payment, which saves each payment a row.
 *
 * @param payment an SQL expression: the payment's id
 * @param operation table or alias of `operations`
 */
export const ofPayment = (payment: string, operation = 'operations'): string =>
  `(${operation}.id = ${payment} OR (${operation}.transactionId = ${payment} AND ${operation}.id <> ${operation}.transactionId))`

/** The same for several payments. @param which selects their ids */
export const ofPayments = (which: Statement, operation = 'operations'): Statement =>
  sql(
    `(${operation}.id IN (${which.sql}) OR (${operation}.transactionId IN (${which.sql}) AND ${operation}.id <> ${operation}.transactionId))`,
    ...which.values,
    ...which.values,
  )
