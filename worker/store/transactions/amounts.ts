import { fixedStates, stateRules } from '#contract/transactions/transitions'
import { toSqlList, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { ofPayment, ofPayments } from './ofPayment.ts'
import { scanPosition } from '../sql/sweepPositions.ts'

/**
 * A payment's amounts are sums over its operations, and its state follows from its amounts. One statement recounts both. It stands in every
 * batch that changes an operation, so that they never differ, and is safe to repeat.
 */

const counted = (type: 'capture' | 'credit', statuses: readonly string[]): string =>
  `sum(CASE WHEN type = '${type}' AND status IN (${toSqlList(statuses)}) THEN amount ELSE 0 END)`

const sums = `
  SELECT transactionId,
         ${counted('capture', ['approved', 'settled', 'returned'])} AS captured,
         ${counted('capture', ['settled', 'returned'])} AS settled,
         ${counted('capture', ['pending'])} AS capturing,
         ${counted('credit', ['approved', 'settled'])} AS credited,
         ${counted('credit', ['pending'])} AS crediting,
         max(status = 'pending' AND (type = 'void' OR final = 1)) AS held,
         sum(released) AS released
  FROM operations`

/** An SQL rule on the payment's columns, applied to the recounted columns. */
const afterRecount = (rule: string): string =>
  rule.replace(/\b(captured|settled|credited|released)\b/g, 'sums.$1').replace(/\bapproved\b/g, 'transactions.approved')

const status = `
  CASE WHEN status IN (${toSqlList(fixedStates)}) THEN status
       WHEN type = 'credit' THEN CASE WHEN sums.credited > 0 THEN 'refunded' ELSE 'voided' END
       ${stateRules.map(({ state, sql: rule }) => `WHEN ${afterRecount(rule)} THEN '${state}'`).join('\n       ')} END`

/**
 * Recounts payments from their operations. A hold that lives again after its scan has its entry at once: its capture was voided.
 *
 * @param which selects the ids of the payments
 * @param more another assignment to their rows, so that each is written once
 */
export const recount = (which: Statement, at: number, more?: Statement): Statement =>
  recountOperations(ofPayments(which), at, more)

/** @param theirs a condition: the operation belongs to the payments */
const recountOperations = (theirs: Statement, at: number, more?: Statement): Statement =>
  sql(
    `UPDATE transactions
     SET captured = sums.captured, settled = sums.settled, capturing = sums.capturing, credited = sums.credited,
         crediting = sums.crediting, held = sums.held, released = sums.released, updated = ?, status = ${status},
         awaitsScan = transactions.awaitsScan AND transactions.id > ${scanPosition('holds')}${more === undefined ? '' : `, ${more.sql}`}
     FROM (${sums} WHERE ${theirs.sql} GROUP BY transactionId) AS sums
     WHERE transactions.id = sums.transactionId`,
    at,
    ...(more?.values ?? []),
    ...theirs.values,
  )

/** With one id SQLite needs no list of ids, whose making took a fifth of the statement. */
const ofOnePayment = ofPayment('(SELECT transactionId FROM operations WHERE id = ?)')

/** Recounts the payment of an operation. */
export const recountPaymentOf = (operation: number, at: number): Statement =>
  recountOperations(sql(ofOnePayment, operation, operation), at)
