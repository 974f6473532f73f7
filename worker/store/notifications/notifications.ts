import type { OperationState } from '#contract/transactions/transactions'
import type { NotifiedOperation } from '../../processors/notifications.ts'
import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { AccountRecord } from '../accounts/accountRecord.ts'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, enumText, flag, integer, nullable } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import { operationColumns, refMember } from '../transactions/columns.ts'
import type { OperationRow } from '../transactions/columns.ts'
import { ofPayment } from '../transactions/ofPayment.ts'

/** A message of a processor that was applied, without its contents. */
export interface NotificationRow {
  readonly connection: string
  /** SHA-256 of its id at the processor. */
  readonly id: string
  readonly kind: 'outcome' | 'dispute' | 'return'
  /** Milliseconds since 1970: by the processor's clock, and when it was applied in real time. */
  readonly at: number
  readonly received: number
}

export type NotificationResult = 'applied' | 'contradicted' | 'unknown_operation'

/** One round trip: the account of a connection, with all of its connections. Null if there is no such connection. */
export const findAccountOfConnection = async (
  { database }: ShardScope,
  connection: string,
): Promise<AccountRecord | null> => {
  const row = await database.row(
    sql(
      `SELECT connections.account, connections.mode, ${accountColumns('connections')}
       FROM connections ${accountJoins('connections')} WHERE connections.id = ?`,
      connection,
    ),
  )
  return row && decodeAccount(row)
}

const contextColumns = defineColumns({
  currency: integer,
  /** State of the operation's reversal. */
  reversal: nullable(enumText<OperationState>()),
  /** Of an authorization that captures at once: its capture. */
  captureId: nullable(integer),
})

/** An operation that a message is about. */
export interface FoundNotified extends RowOf<typeof contextColumns> {
  readonly operation: OperationRow
}

/** The connection of a Ref: null for the built-in simulator. */
export type NotifiedConnection = string | null

const isNamed = (connection: NotifiedConnection, of: NotifiedOperation): Statement =>
  'op' in of
    ? sql(`operations.id = ? AND operations.processorRef ->> '$.connection' IS ?`, toId(of.op), connection)
    : sql(
        `${refMember('connection')} = ? AND ${refMember('theirs')} = ? AND operations.type <> 'reversal'`,
        connection,
        of.theirs,
      )

/** Null for what is no id of an operation. */
const toId = (op: string): number | null =>
  /^\d{1,16}$/.test(op) && Number.isSafeInteger(Number(op)) ? Number(op) : null

const storedColumns = defineColumns({ stored: flag })

/**
 * One round trip: the operation of a connection in this account and mode that a message is about, and whether the message was applied. An
 * operation that a processor's reference names is the first one with that reference.
 *
 * @param notification null for a message without an id
 */
export const findNotifiedOperation = async (
  { database, owner: { account, mode } }: OwnerScope,
  connection: NotifiedConnection,
  of: NotifiedOperation,
  notification: string | null,
): Promise<{ readonly isStored: boolean; readonly found: FoundNotified | null }> => {
  const named = all(isNamed(connection, of), sql('operations.account = ? AND operations.mode = ?', account, mode))
  const [[storedRow] = [], [row] = []] = await database.batch([
    sql(
      'SELECT EXISTS (SELECT 1 FROM notifications WHERE connection = ? AND id = ?) AS stored',
      connection,
      notification,
    ),
    sql(
      `SELECT ${operationColumns.list('operations')}, payment.currency,
              (SELECT status FROM operations AS reversal WHERE reversal.undoes = operations.id) AS reversal,
              CASE WHEN operations.id = operations.transactionId THEN
                (SELECT min(id) FROM operations AS capture WHERE ${ofPayment('payment.id', 'capture')} AND capture.type = 'capture') END AS captureId
       FROM operations JOIN transactions AS payment ON payment.id = operations.transactionId
       WHERE ${named.sql} ORDER BY operations.id LIMIT 1`,
      ...named.values,
    ),
  ])
  return {
    isStored: storedRow !== undefined && storedColumns.decode(storedRow).stored,
    found: row === undefined ? null : { operation: operationColumns.decode(row), ...contextColumns.decode(row) },
  }
}

/** A statement for a batch: stores a message, once. @param result as SQL */
export const storeNotification = (
  { owner: { account, mode } }: Pick<OwnerScope, 'owner'>,
  { connection, id, kind, at, received }: NotificationRow,
  operation: number | null,
  result: Statement,
): Statement =>
  sql(
    `INSERT INTO notifications (connection, id, account, mode, kind, operation, result, at, received)
     VALUES (?, ?, ?, ?, ?, ?, ${result.sql}, ?, ?) ON CONFLICT DO NOTHING`,
    connection,
    id,
    account,
    mode,
    kind,
    operation,
    ...result.values,
    at,
    received,
  )

/** One round trip: stores a message that changed nothing, or whose change is stored. */
export const insertNotification = async (
  scope: OwnerScope,
  row: NotificationRow,
  operation: number | null,
  result: NotificationResult,
): Promise<void> => {
  await scope.database.batchWithRetry([storeNotification(scope, row, operation, sql('?', result))])
}

/** A condition: a message is past its retention. @param from milliseconds since 1970 */
export const isNotificationOld = (from: number): Statement => sql('received < ?', from)

/** One round trip: deletes at most `limit` messages past their retention and returns how many. */
export const deleteOldNotifications = async (
  { database }: ShardScope,
  from: number,
  limit: number,
): Promise<number> => {
  const old = isNotificationOld(from)
  const rows = await database.rows(
    sql(
      `DELETE FROM notifications WHERE (connection, id) IN (SELECT connection, id FROM notifications WHERE ${old.sql} LIMIT ?) RETURNING id`,
      ...old.values,
      limit,
    ),
  )
  return rows.length
}

const ownerColumns = defineColumns({ mode: enumText<'test' | 'live'>(), offsetMs: integer })

/** One round trip: the mode of an account's operation, and the offset of its clock from real time in milliseconds. */
export const findModeOfOperation = async (
  { database }: ShardScope,
  account: string,
  operation: number,
): Promise<RowOf<typeof ownerColumns> | null> => {
  const row = await database.row(
    sql(
      `SELECT mode, CASE mode WHEN 'test' THEN testClockOffset ELSE 0 END AS offsetMs
       FROM operations JOIN accounts ON accounts.id = operations.account WHERE operations.id = ? AND operations.account = ?`,
      operation,
      account,
    ),
  )
  return row && ownerColumns.decode(row)
}
