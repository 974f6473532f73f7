import { redactedSecret } from '#contract/accounts/audit'
import type { PublicSettings } from '../../processors/definition.ts'
import { appendAuditIf } from '../sql/audit.ts'
import type { AuditNote, RowChange } from '../sql/audit.ts'
import { all, sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { json } from '../sql/row.ts'
import type { OwnerScope, ShardScope, StoreScope } from '../sql/scope.ts'
import { connectionColumns } from './connectionColumns.ts'
import type { ConnectionRow } from './connectionColumns.ts'

/** Connections in the management API. */

/** Secret settings, sealed together, with their names. */
export interface SealedSecrets {
  readonly names: readonly string[]
  /** Null without secrets. */
  readonly sealed: { readonly sealed: string; readonly wrappedKey: string } | null
}

export interface NewConnection {
  /** UUIDv7. */
  readonly id: string
  readonly processor: string
  readonly label: string
  readonly settings: PublicSettings
  readonly secrets: SealedSecrets
  /** Whether its processor settles, with these settings. */
  readonly settlesByReport: boolean
  /** Milliseconds since 1970. */
  readonly created: number
}

/** A connection with the names of its secrets. */
export interface StoredConnection extends ConnectionRow {
  readonly secretNames: readonly string[]
}

const names = json<readonly string[]>()

const selected = `${connectionColumns.list()}, secretNames`

const decodeConnection = (row: Row): StoredConnection => ({
  ...connectionColumns.decode(row),
  secretNames: names.read(row['secretNames'], 'secretNames'),
})

/** A WHERE condition: the connection of this id, if it is the owner's. */
const connectionById = ({ account, mode }: Owner, id: string): Statement =>
  sql('connections.id = ? AND connections.account = ? AND connections.mode = ?', id, account, mode)

const exists = (where: Statement): Statement =>
  sql(`EXISTS (SELECT 1 FROM connections WHERE ${where.sql})`, ...where.values)

/** A change of a connection for the audit. */
const connectionChange = (where: Statement, after: RowChange['after']): RowChange => ({
  before: sql(
    `json_object('processor', processor, 'label', label, 'settings', json(settings),
                 'secrets', (SELECT json_group_object(value, '${redactedSecret}') FROM json_each(secretNames)),
                 'disabled', json(iif(disabled = 1, 'true', 'false')))`,
  ),
  row: sql(`connections WHERE ${where.sql}`, ...where.values),
  after,
})

/** One round trip: inserts a connection. False if the owner has as many as allowed. @param most the maximum per owner */
export const insertConnection = async (
  { database, owner, sign }: StoreScope,
  { id, processor, label, settings, secrets, settlesByReport, created }: NewConnection,
  most: number,
  note: AuditNote,
): Promise<boolean> => {
  const { account, mode } = owner
  const [inserted = []] = await database.batchWithVerification(
    [
      sql(
        `INSERT INTO connections (id, account, mode, processor, label, settings, sealedSecrets, wrappedSecretsKey, secretNames, settlesByReport, created, updated)
         SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
         WHERE (SELECT count(*) FROM connections WHERE account = ? AND mode = ?) < ?
         RETURNING id`,
        id,
        account,
        mode,
        processor,
        label,
        JSON.stringify(settings),
        secrets.sealed?.sealed ?? null,
        secrets.sealed?.wrappedKey ?? null,
        JSON.stringify(secrets.names),
        Number(settlesByReport),
        created,
        created,
        account,
        mode,
        most,
      ),
      appendAuditIf(exists(connectionById(owner, id)), account, sign(note)),
    ],
    sql('SELECT id FROM connections WHERE id = ?', id),
  )
  return inserted.length > 0
}

/** One round trip: all connections of an owner, oldest first. */
export const listConnectionRows = async ({ database, owner }: OwnerScope): Promise<StoredConnection[]> => {
  const rows = await database.rows(
    sql(
      `SELECT ${selected} FROM connections WHERE account = ? AND mode = ? ORDER BY created, id`,
      owner.account,
      owner.mode,
    ),
  )
  return rows.map(decodeConnection)
}

/** One round trip. Null if the account has no such connection in this mode. */
export const findConnectionRow = async (
  { database, owner }: OwnerScope,
  id: string,
): Promise<StoredConnection | null> => {
  const where = connectionById(owner, id)
  const row = await database.row(sql(`SELECT ${selected} FROM connections WHERE ${where.sql}`, ...where.values))
  return row && decodeConnection(row)
}

export interface ConnectionChange {
  readonly label?: string | undefined
  readonly disabled?: boolean | undefined
  /** All settings and secrets after the change, which also forgets past successes and failures. */
  readonly configuration?: Pick<NewConnection, 'settings' | 'secrets' | 'settlesByReport'> | undefined
}

const assignments = ({ label, disabled, configuration }: ConnectionChange): Statement[] => [
  ...(label === undefined ? [] : [sql('label = ?', label)]),
  ...(disabled === undefined ? [] : [sql('disabled = ?', Number(disabled))]),
  ...(configuration === undefined
    ? []
    : [
        sql(
          `settings = ?, sealedSecrets = ?, wrappedSecretsKey = ?, secretNames = ?, settlesByReport = ?, lastSuccess = NULL, lastFailure = NULL`,
          JSON.stringify(configuration.settings),
          configuration.secrets.sealed?.sealed ?? null,
          configuration.secrets.sealed?.wrappedKey ?? null,
          JSON.stringify(configuration.secrets.names),
          Number(configuration.settlesByReport),
        ),
      ]),
]

/**
 * One round trip: changes a connection that is still at the given version, its `updated`. The version grows with each change, so that
 * processors of earlier settings are not reused. Null if it was changed or deleted meanwhile.
 *
 * @param audited the changed members, in the form of the audit
 */
export const updateConnectionRow = async (
  { database, owner, sign }: StoreScope,
  { id, updated }: Pick<ConnectionRow, 'id' | 'updated'>,
  change: ConnectionChange,
  audited: Readonly<Record<string, unknown>>,
  note: AuditNote,
): Promise<StoredConnection | null> => {
  const audit = sign(note)
  const next = Math.max(updated + 1, audit.at)
  const found = connectionById(owner, id)
  const where = all(found, sql('updated = ?', updated))
  const set = [...assignments(change), sql('updated = ?', next)]
  const results = await database.batchWithVerification(
    [
      appendAuditIf(exists(where), owner.account, audit, connectionChange(where, audited)),
      sql(
        `UPDATE connections SET ${set.map(({ sql: text }) => text).join(', ')} WHERE ${where.sql} RETURNING ${selected}`,
        ...set.flatMap(({ values }) => values),
        ...where.values,
      ),
    ],
    sql(
      `SELECT ${selected} FROM connections WHERE ${found.sql} AND updated = ?
         AND EXISTS (SELECT 1 FROM audit WHERE audit.account = ? AND audit.requestId = ?)`,
      ...found.values,
      next,
      owner.account,
      audit.requestId,
    ),
  )
  const changed = results.at(-1)?.[0]
  return changed === undefined ? null : decodeConnection(changed)
}

/** A condition: a routing rule of the owner names the connection. */
const isRouted = ({ account, mode }: Owner, id: string): Statement =>
  sql(
    `EXISTS (SELECT 1 FROM accounts, json_each(accounts.${mode}Settings, '$.routing') AS rules
             WHERE accounts.id = ? AND rules.value ->> '$.connection' = ?)`,
    account,
    id,
  )

export type ConnectionDeletion = 'deleted' | 'connection_not_found' | 'payment' | 'routing'

/** One round trip: deletes a connection with its secrets, unless a payment has used it or a routing rule names it. */
export const deleteConnectionRow = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<ConnectionDeletion> => {
  const audit = sign(note)
  const found = connectionById(owner, id)
  const routed = isRouted(owner, id)
  const unused = all(found, sql('used = 0'), sql(`NOT ${routed.sql}`, ...routed.values))
  const { before, deleted } = await database.named({
    before: sql(
      `SELECT used, ${routed.sql} AS routed FROM connections WHERE ${found.sql}`,
      ...routed.values,
      ...found.values,
    ),
    noted: appendAuditIf(
      exists(unused),
      owner.account,
      audit,
      connectionChange(unused, { processor: null, label: null, settings: null, secrets: null, disabled: null }),
    ),
    deleted: sql(`DELETE FROM connections WHERE ${unused.sql} RETURNING id`, ...unused.values),
  })
  if (deleted.length > 0) return 'deleted'
  const [row] = before
  if (row === undefined) return 'connection_not_found'
  return row['used'] === 1 ? 'payment' : 'routing'
}

/** Whether the processor of a connection answered (`success`), or could not be reached or rejected the credentials (`failure`). */
export type ConnectionHealth = 'success' | 'failure'

const columnOf = { success: 'lastSuccess', failure: 'lastFailure' } as const

/** When health is noted, milliseconds since 1970, and the time in which one note of the same kind is enough. */
interface NoteTimes {
  readonly at: number
  readonly intervalMs: number
}

/**
 * Writes if the last note of this kind is older than `intervalMs`, or if the status changes. A late note never moves a time back. The version
 * of the connection stays.
 */
const noteHealthOf = (where: Statement, health: ConnectionHealth, { at, intervalMs }: NoteTimes): Statement => {
  const column = columnOf[health]
  const other = columnOf[health === 'success' ? 'failure' : 'success']
  return sql(
    `UPDATE connections SET ${column} = ?
     WHERE ${where.sql} AND (${column} IS NULL OR ${column} <= ? OR (${other} >= ${column} AND ${column} < ?))`,
    at,
    ...where.values,
    at - intervalMs,
    at,
  )
}

/** One round trip: notes when the processor of a connection last answered or failed, in real time. */
export const noteConnectionHealth = async (
  { database, owner }: OwnerScope,
  id: string,
  { health, ...times }: NoteTimes & { readonly health: ConnectionHealth },
): Promise<void> => {
  await database.batchWithRetry([noteHealthOf(connectionById(owner, id), health, times)])
}

/** One round trip: as `noteConnectionHealth`, for connections of any accounts, which a sweep has called. */
export const noteConnectionHealths = async (
  { database }: ShardScope,
  notes: readonly { readonly id: string; readonly health: ConnectionHealth }[],
  times: NoteTimes,
): Promise<void> => {
  await database.batchWithRetry(notes.map(({ id, health }) => noteHealthOf(sql('id = ?', id), health, times)))
}
