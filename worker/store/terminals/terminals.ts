import type { TerminalState } from '#contract/terminals/terminals'
import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { KeyRecord } from '../apiKeys/apiKeys.ts'
import { appendAudit, appendAuditIf } from '../sql/audit.ts'
import { uncountPairingAttempt } from './pairingAttempts.ts'
import { all, sql } from '../sql/database.ts'
import { selectTotal, readPage } from '../sql/paging.ts'
import type { PageRequest, Page } from '../sql/paging.ts'
import { defineColumns, integer, nullable, text } from '../sql/row.ts'
import { terminalColumns } from './terminalColumns.ts'
import type { TerminalRow } from './terminalColumns.ts'
import { announceDeletion, announceTerminalEvents, announceRegistration } from './terminalEvents.ts'
import type { TerminalEvent } from './terminalEvents.ts'
import type { AuditEntry, AuditNote, RowChange } from '../sql/audit.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope, ShardScope } from '../sql/scope.ts'

export type { TerminalRow }

export const decodeTerminal = terminalColumns.decode

/** A WHERE condition: the terminal of this id, if it is the owner's and not deleted. */
export const terminalById = ({ account, mode }: Owner, id: string): Statement =>
  sql(
    'terminals.id = ? AND terminals.account = ? AND terminals.mode = ? AND terminals.deleted IS NULL',
    id,
    account,
    mode,
  )

/** Selects one terminal: one row, or none. */
export const selectTerminal = (owner: Owner, id: string): Statement => {
  const where = terminalById(owner, id)
  return sql(`SELECT ${terminalColumns.list()} FROM terminals WHERE ${where.sql}`, ...where.values)
}

/** One round trip. Null if the account has no such terminal in this mode, or has deleted it. */
export const findTerminalRow = async ({ database, owner }: OwnerScope, id: string): Promise<TerminalRow | null> => {
  const row = await database.row(selectTerminal(owner, id))
  return row && decodeTerminal(row)
}

/** One round trip: a page of the terminals, newest first. */
export const listTerminalRows = (
  { database, owner }: OwnerScope,
  page: PageRequest,
): Promise<Page<TerminalRow> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'terminals',
      columns: terminalColumns.list(),
      within: sql('account = ? AND mode = ?', owner.account, owner.mode),
      visible: sql('deleted IS NULL'),
      total: selectTotal(owner, 'terminals'),
      entry: decodeTerminal,
    },
    page,
  )

/**
 * One round trip: inserts a terminal.
 *
 * @param isGuess whether the code has the format of a device's code: then the attempt stays counted until the device confirms
 * @param status of a simulated terminal, whose event is inserted at once; null for a device that has to confirm that it has stored its key,
 *   see `confirmTerminal`
 */
export const insertTerminal = async (
  { database, owner, sign }: StoreScope,
  row: TerminalRow,
  { isGuess, status }: { readonly isGuess: boolean; readonly status: TerminalState | null },
  note: AuditNote,
): Promise<void> => {
  const audit = sign(note)
  const { account, mode } = owner
  const where = terminalById(owner, row.id)
  await database.batchWithVerification(
    [
      sql(
        `INSERT INTO terminals (${terminalColumns.list()}, account, mode, registering)
       VALUES (${terminalColumns.placeholders}, ?, ?, ?)`,
        ...terminalColumns.encode(row),
        account,
        mode,
        audit.requestId,
      ),
      sql(
        `INSERT INTO counters (account, mode, name, total) VALUES (?, ?, 'terminals', 1)
       ON CONFLICT DO UPDATE SET total = total + 1`,
        account,
        mode,
      ),
      ...(isGuess ? [] : [uncountPairingAttempt(owner)]),
      appendAudit(account, audit),
      ...(status === null ? [] : announceRegistration(where, row.created, status)),
    ],
    sql(`SELECT id FROM terminals WHERE ${where.sql}`, ...where.values),
  )
}

const exists = (where: Statement): Statement =>
  sql(`EXISTS (SELECT 1 FROM terminals WHERE ${where.sql})`, ...where.values)

/**
 * One round trip, safe to repeat: confirms that the device has stored its key, inserts the event and uncounts the
 * pairing attempt once. Called by the request that registers
 * the terminal or, if that ended early, at the device's first login. False if the terminal was withdrawn or deleted meanwhile.
 */
export const confirmTerminal = async ({ database, owner }: OwnerScope, id: string, at: number): Promise<boolean> => {
  const where = terminalById(owner, id)
  const results = await database.batchWithRetry([
    uncountPairingAttempt(owner, exists({ sql: `${where.sql} AND registering IS NOT NULL`, values: where.values })),
    ...announceRegistration(where, at, 'pending'),
    sql(`SELECT id FROM terminals WHERE ${where.sql}`, ...where.values),
  ])
  return results.at(-1)?.length === 1
}

/** Decrements the counter of terminals if the condition is true. */
const uncount = ({ account, mode }: Owner, condition: Statement): Statement =>
  sql(
    `UPDATE counters SET total = total - 1 WHERE account = ? AND mode = ? AND name = 'terminals' AND ${condition.sql}`,
    account,
    mode,
    ...condition.values,
  )

/** The deletion of a terminal for the audit. */
const terminalDeletion = (where: Statement): RowChange => ({
  before: sql(
    `json_object('nickname', nickname, 'deviceId', deviceId, 'make', make, 'model', model, 'serialNumber', serialNumber,
                 'configuration', json(configuration))`,
  ),
  row: sql(`terminals WHERE ${where.sql}`, ...where.values),
  after: { nickname: null, deviceId: null, make: null, model: null, serialNumber: null, configuration: null },
})

/** The final state of a deleted terminal's object: events that are not inserted yet, and the status. */
export interface FinalTerminalState {
  readonly events: readonly TerminalEvent[]
  readonly status: TerminalState
}

/** One round trip, safe to repeat. False if it is deleted already. */
export const markTerminalDeleted = async (
  { database, owner }: OwnerScope,
  id: string,
  audit: AuditEntry,
  { events: news, status }: FinalTerminalState,
): Promise<boolean> => {
  const where = terminalById(owner, id)
  const condition = exists(where)
  const results = await database.batchWithRetry([
    ...announceRegistration(where, audit.at, 'pending'),
    announceTerminalEvents(id, news),
    announceDeletion(where, { at: audit.at, requestId: audit.requestId, status }),
    appendAuditIf(condition, owner.account, audit, terminalDeletion(where)),
    uncount(owner, condition),
    sql(`UPDATE terminals SET deleted = ? WHERE ${where.sql} RETURNING id`, audit.at, ...where.values),
  ])
  return results.at(-1)?.length === 1
}

/**
 * One round trip, safe to repeat: deletes a registration without its event. False if the terminal stays, since the device has logged in with
 * its key.
 */
export const withdrawTerminal = async ({ database, owner }: OwnerScope, id: string): Promise<boolean> => {
  const where = all(terminalById(owner, id), sql('registering IS NOT NULL'))
  const [, , left] = await database.batchWithRetry([
    uncount(owner, exists(where)),
    sql(`DELETE FROM terminals WHERE ${where.sql}`, ...where.values),
    sql('SELECT id FROM terminals WHERE id = ?', id),
  ])
  return left?.length === 0
}

/** One round trip, safe to repeat: inserts events of a terminal's object, and returns the terminal. */
export const insertTerminalEvents = async (
  { database }: ShardScope,
  terminal: string,
  news: readonly TerminalEvent[],
): Promise<TerminalWithAccount | null> => {
  const [, [row] = []] = await database.batchWithRetry([
    announceTerminalEvents(terminal, news),
    selectTerminalWithAccount(terminal),
  ])
  return row === undefined ? null : decodeTerminalWithAccount(row)
}

/** A terminal with its account, for the terminal's object. */
export interface TerminalWithAccount {
  readonly terminal: TerminalRow
  readonly isDeleted: boolean
  /** Whether the device has confirmed that it has stored its key. */
  readonly isConfirmed: boolean
  readonly account: KeyRecord['account']
}

const stateColumns = defineColumns({ deleted: nullable(integer), registering: nullable(text) })

const selectTerminalWithAccount = (id: string): Statement =>
  sql(
    `SELECT ${terminalColumns.list('terminals')}, terminals.account, terminals.mode, ${stateColumns.list('terminals')},
            ${accountColumns('terminals')}
     FROM terminals ${accountJoins('terminals')}
     WHERE terminals.id = ?`,
    id,
  )

const decodeTerminalWithAccount = (row: Row): TerminalWithAccount => {
  const { deleted: deletedAt, registering } = stateColumns.decode(row)
  return {
    terminal: decodeTerminal(row),
    isDeleted: deletedAt !== null,
    isConfirmed: registering === null,
    account: decodeAccount(row),
  }
}

/** One round trip, by the id only, for the terminal's object. Null if the terminal does not exist. */
export const findTerminalWithAccount = async (
  { database }: ShardScope,
  id: string,
): Promise<TerminalWithAccount | null> => {
  const row = await database.row(selectTerminalWithAccount(id))
  return row && decodeTerminalWithAccount(row)
}

/** One round trip: the ids of terminals in an account's test mode with a pending payment. */
export const findWaitingTerminals = async ({ database, owner: { account } }: OwnerScope): Promise<string[]> =>
  (
    await database.rows(
      sql(
        `SELECT DISTINCT terminal FROM transactions
         WHERE account = ? AND mode = 'test' AND terminal IS NOT NULL AND status = 'pending'`,
        account,
      ),
    )
  ).map((row) => text.read(row['terminal'], 'terminal'))
