import type { Configuration, TerminalState } from '#contract/terminals'
import { accountOf } from '../apiKeys/apiKeys.ts'
import type { KeyRecord } from '../apiKeys/apiKeys.ts'
import { appendAudit, appendAuditIf } from '../sql/audit.ts'
import { codeOpened } from './pairingAttempts.ts'
import { all, sql } from '../sql/database.ts'
import { endpointsOf } from '../webhooks/enabledWebhooks.ts'
import { counted, readPage } from '../sql/paging.ts'
import type { PageAsked, PageRead } from '../sql/paging.ts'
import { deleted, readerNews, registered } from './terminalEvents.ts'
import type { ReaderNews } from './terminalEvents.ts'
import type { AuditEntry, AuditNote } from '../sql/audit.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope, ShardScope } from '../sql/scope.ts'

/** A card reader as it was registered. */
export interface TerminalRow {
  /** UUIDv7. */
  readonly id: string
  readonly nickname: string
  readonly make: string
  readonly model: string
  readonly serialNumber: string
  readonly deviceId: string | null
  readonly configuration: Configuration
  /** Of a simulated reader, the code that it was registered by. */
  readonly simulated: string | null
  /** Milliseconds since 1970. */
  readonly created: number
}

const columns = 'id, nickname, make, model, serialNumber, deviceId, configuration, simulated, created'

export const terminalRow = (row: Row): TerminalRow => ({
  ...(row as unknown as TerminalRow),
  configuration: JSON.parse(row['configuration'] as string) as Configuration,
})

/** A piece of SQL for WHERE: the terminal of this id, if it is the owner's and was not deleted. */
export const theTerminal = ({ account, mode }: Owner, id: string): Statement =>
  sql(
    'terminals.id = ? AND terminals.account = ? AND terminals.mode = ? AND terminals.deleted IS NULL',
    id,
    account,
    mode,
  )

/** Selects that terminal: one row, or none. */
export const selectTerminal = (owner: Owner, id: string): Statement => {
  const own = theTerminal(owner, id)
  return sql(`SELECT ${columns} FROM terminals WHERE ${own.sql}`, ...own.values)
}

/** One round trip. Null where the account has no such terminal in this mode, or has deleted it. */
export const findTerminal = async ({ database, owner }: OwnerScope, id: string): Promise<TerminalRow | null> => {
  const row = await database.row(selectTerminal(owner, id))
  return row === null ? null : terminalRow(row)
}

/** One round trip: a page of the terminals, newest first. */
export const listTerminals = (
  { database, owner }: OwnerScope,
  page: PageAsked,
): Promise<PageRead<TerminalRow> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'terminals',
      columns,
      within: sql('account = ? AND mode = ?', owner.account, owner.mode),
      shown: 'deleted IS NULL',
      total: counted(owner, 'terminals'),
      entry: terminalRow,
    },
    page,
  )

/**
 * One round trip: writes a terminal down.
 *
 * @param isGuess whether the code may have been one for which somebody hoped that a reader shows it: it counts as one that opened nothing
 * @param status of a terminal that stays, which is announced; null where its reader has yet to keep its key: see `confirmTerminal`
 */
export const insertTerminal = async (
  { database, owner, sign }: StoreScope,
  row: TerminalRow,
  { isGuess, status }: { readonly isGuess: boolean; readonly status: TerminalState | null },
  note: AuditNote,
): Promise<void> => {
  const audit = sign(note)
  const { account, mode } = owner
  const own = theTerminal(owner, row.id)
  await database.writing(
    [
      sql(
        `INSERT INTO terminals (id, account, mode, nickname, make, model, serialNumber, deviceId, configuration, simulated, created, registering)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        row.id,
        account,
        mode,
        row.nickname,
        row.make,
        row.model,
        row.serialNumber,
        row.deviceId,
        JSON.stringify(row.configuration),
        row.simulated,
        row.created,
        audit.requestId,
      ),
      sql(
        `INSERT INTO counters (account, mode, name, total) VALUES (?, ?, 'terminals', 1)
       ON CONFLICT DO UPDATE SET total = total + 1`,
        account,
        mode,
      ),
      ...(isGuess ? [] : [codeOpened(owner)]),
      appendAudit(account, audit),
      ...(status === null ? [] : registered(own, row.created, status)),
    ],
    sql(`SELECT id FROM terminals WHERE ${own.sql}`, ...own.values),
  )
}

/**
 * One round trip, safe to repeat: its reader keeps its key, so that it stays, and is announced, once. Its request says so as soon as it
 * knows; where that has died, the reader itself, when it logs in. False where it was taken back, or deleted, a moment before.
 */
export const confirmTerminal = async ({ database, owner }: OwnerScope, id: string, at: number): Promise<boolean> => {
  const own = theTerminal(owner, id)
  const results = await database.repeatable([
    ...registered(own, at, 'pending'),
    sql(`SELECT id FROM terminals WHERE ${own.sql}`, ...own.values),
  ])
  return results.at(-1)?.length === 1
}

const exists = (own: Statement): Statement => sql(`EXISTS (SELECT 1 FROM terminals WHERE ${own.sql})`, ...own.values)

/** One terminal less, where there is still one that goes. */
const uncount = ({ account, mode }: Owner, is: Statement): Statement =>
  sql(
    `UPDATE counters SET total = total - 1 WHERE account = ? AND mode = ? AND name = 'terminals' AND ${is.sql}`,
    account,
    mode,
    ...is.values,
  )

/** What its object knows of a terminal that is deleted: what it has not written down yet, and how the terminal stood. */
export interface LastWords {
  readonly news: readonly ReaderNews[]
  readonly status: TerminalState
}

/** One round trip, safe to repeat. False where it is gone already. */
export const deleteTerminal = async (
  { database, owner }: OwnerScope,
  id: string,
  audit: AuditEntry,
  { news, status }: LastWords,
): Promise<boolean> => {
  const own = theTerminal(owner, id)
  const is = exists(own)
  const results = await database.repeatable([
    ...registered(own, audit.at, 'pending'),
    readerNews(id, news),
    deleted(own, { at: audit.at, requestId: audit.requestId, status }),
    appendAuditIf(is, owner.account, audit),
    uncount(owner, is),
    sql(`UPDATE terminals SET deleted = ? WHERE ${own.sql} RETURNING id`, audit.at, ...own.values),
  ])
  return results.at(-1)?.length === 1
}

/**
 * One round trip, safe to repeat: takes back what was registered a moment ago, and never became known to anybody. False where it stays: its
 * reader has kept its key after all, and has logged in with it.
 */
export const withdrawTerminal = async ({ database, owner }: OwnerScope, id: string): Promise<boolean> => {
  const own = all(theTerminal(owner, id), sql('registering IS NOT NULL'))
  const [, , left] = await database.repeatable([
    uncount(owner, exists(own)),
    sql(`DELETE FROM terminals WHERE ${own.sql}`, ...own.values),
    sql('SELECT id FROM terminals WHERE id = ?', id),
  ])
  return left?.length === 0
}

/** One round trip, safe to repeat: writes down what a reader's object has seen. Answers the terminal as it stands, as its object knows it. */
export const announceReaderNews = async (
  { database }: ShardScope,
  terminal: string,
  news: readonly ReaderNews[],
): Promise<TerminalOfAccount | null> => {
  const [, [row] = []] = await database.repeatable([readerNews(terminal, news), selectTerminalOfAccount(terminal)])
  return row === undefined ? null : terminalOfAccount(row)
}

/** A terminal with the account that it works for: all that its own object must know. */
export interface TerminalOfAccount {
  readonly terminal: TerminalRow
  readonly isDeleted: boolean
  /** Whether it is known that its reader keeps its key. */
  readonly isConfirmed: boolean
  readonly account: KeyRecord['account']
}

const selectTerminalOfAccount = (id: string): Statement =>
  sql(
    `SELECT ${columns
      .split(', ')
      .map((column) => `terminals.${column}`)
      .join(', ')}, terminals.account, terminals.mode, deleted, registering, suspended, settings,
            CASE terminals.mode WHEN 'test' THEN testClockOffset ELSE 0 END AS clockOffsetMs, wrappedKey, rootVersion,
            ${endpointsOf('terminals')}
     FROM terminals
     JOIN accounts ON accounts.id = terminals.account
     LEFT JOIN accountKeys ON accountKeys.account = terminals.account AND accountKeys.mode = terminals.mode
     WHERE terminals.id = ?`,
    id,
  )

const terminalOfAccount = (row: Row): TerminalOfAccount => ({
  terminal: terminalRow(row),
  isDeleted: row['deleted'] !== null,
  isConfirmed: row['registering'] === null,
  account: accountOf(row),
})

/** One round trip, by the id alone: whoever asks is the terminal itself. Null where there is none such. */
export const findTerminalOfAccount = async (
  { database }: ShardScope,
  id: string,
): Promise<TerminalOfAccount | null> => {
  const row = await database.row(selectTerminalOfAccount(id))
  return row === null ? null : terminalOfAccount(row)
}

/** Terminals of an account's test mode at which a payment waits: one round trip. */
export const findWaitingTerminals = async ({ database, owner: { account } }: OwnerScope): Promise<string[]> =>
  (
    await database.rows(
      sql(
        `SELECT DISTINCT terminal FROM transactions
         WHERE account = ? AND mode = 'test' AND terminal IS NOT NULL AND status = 'pending'`,
        account,
      ),
    )
  ).map((row) => row['terminal'] as string)
