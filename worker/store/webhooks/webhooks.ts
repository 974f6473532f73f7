import { redactedSecret } from '#contract/accounts/audit'
import type { EventKind, EventType } from '#contract/events/events'
import type { Scope } from '#contract/scopes'
import type { DisabledReason } from '#contract/webhooks/webhooks'
import { appendAudit, appendAuditIf } from '../sql/audit.ts'
import { all, sql } from '../sql/database.ts'
import { selectEventHead } from '../events/eventReads.ts'
import { eventHeadColumns } from '../events/events.ts'
import type { EventHead } from '../events/events.ts'
import { defineColumns, flag, integer, json, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { AuditNote, RowChange } from '../sql/audit.ts'
import type { Row, SqlValue, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'

/** Webhooks in the management API. Reads and writes of their objects are in endpoints.ts. */

/** A sealed value and its key, wrapped by the account's key. */
export interface SealedColumns {
  readonly sealed: string
  readonly wrappedKey: string
}

/** The headers of a webhook: its own ones, the account's defaults, or none. */
export type WebhookHeaders = SealedHeaders | 'defaults' | 'none'

interface SealedHeaders extends SealedColumns {
  /** Null if they were sealed before their names were stored. */
  readonly names: readonly string[] | null
}

/** A registration. */
export interface Registration {
  readonly url: string
  readonly enabled: boolean
  /** Null for all. */
  readonly kinds: readonly EventKind[] | null
  /** Event types of these kinds. Null for all. */
  readonly types: readonly EventType[] | null
  readonly headers: WebhookHeaders
  /** Maximum number of concurrent deliveries. */
  readonly maxConcurrency: number
}

/** Who registers or changes a webhook. */
interface Writer {
  /** The scopes of the member at the console. Null for an API key, whose row has them. */
  readonly memberScopes: readonly Scope[] | null
}

export interface NewWebhook extends Registration, Writer {
  /** UUIDv7. */
  readonly id: string
  readonly secret: SealedColumns
  /** Milliseconds since 1970. */
  readonly created: number
}

const webhookColumns = defineColumns({
  id: text,
  url: text,
  enabled: flag,
  /** Null for all. */
  kinds: nullable(json<readonly EventKind[]>()),
  /** Null for all types of these kinds. */
  types: nullable(json<readonly EventType[]>()),
  sealedHeaders: nullable(text),
  wrappedHeadersKey: nullable(text),
  headerNames: nullable(json<readonly string[]>()),
  usesDefaultHeaders: flag,
  maxConcurrency: integer,
  /** Until when the secret before the last rotation signs as well, milliseconds since 1970. May be in the past. */
  previousUntil: nullable(integer),
  /** Null unless the gateway has disabled it. */
  disabledReason: nullable(enumText<DisabledReason>()),
  disabledAt: nullable(integer),
  created: integer,
  updated: integer,
})

/** The scopes of the key or member that last registered or changed a webhook. Null if the key is unknown: then no event is delivered. */
const scopesColumn = nullable(json<readonly Scope[]>())

/** An SQL expression: the scopes that limit the events of a webhook, as a JSON array. */
export const scopesOfWebhook = 'coalesce(webhooks.scopes, (SELECT scopes FROM apiKeys WHERE apiKeys.id = webhooks.key))'

/** The columns of a webhook in SELECT, with its scopes. */
const selectedColumns = `${webhookColumns.list('webhooks')}, ${scopesOfWebhook} AS scopes`

/** A webhook without its secrets, which only its object reads. */
export type WebhookRow = Omit<
  RowOf<typeof webhookColumns>,
  'sealedHeaders' | 'wrappedHeadersKey' | 'headerNames' | 'usesDefaultHeaders'
> &
  Registration & {
    /** The scopes of the key or member that last registered or changed it, which limit the events that it delivers. */
    readonly scopes: readonly Scope[]
  }

const decodeWebhook = (row: Row): WebhookRow => {
  const { sealedHeaders, wrappedHeadersKey, headerNames, usesDefaultHeaders, ...webhook } = webhookColumns.decode(row)
  const sealed = sealedValue(sealedHeaders, wrappedHeadersKey)
  const withoutOwn = usesDefaultHeaders ? 'defaults' : 'none'
  return {
    ...webhook,
    scopes: scopesColumn.read(row['scopes'], 'scopes') ?? [],
    headers: sealed === null ? withoutOwn : { ...sealed, names: headerNames },
  }
}

/** An SQL expression: the origin of a webhook's URL. Path and query may contain a secret. */
const redactedUrl = `(substr(url, 1, instr(url, '//') + instr(substr(url, instr(url, '//') + 2), '/')) || '/${redactedSecret}')`

/** An SQL expression: names of a webhook's own headers, `defaults` for the account's default headers. */
const redactedHeaders = `CASE
  WHEN usesDefaultHeaders = 1 THEN '"defaults"'
  WHEN sealedHeaders IS NULL THEN '{}'
  WHEN headerNames IS NULL THEN '"${redactedSecret}"'
  ELSE (SELECT json_group_object(value, '${redactedSecret}') FROM json_each(headerNames)) END`

/** A change of a webhook for the audit. */
const webhookChange = (where: Statement, after: RowChange['after']): RowChange => ({
  before: sql(
    `json_object('url', ${redactedUrl}, 'enabled', json(iif(enabled = 1, 'true', 'false')),
                 'subscribedEvents', json(coalesce(kinds, 'null')), 'eventTypes', json(coalesce(types, 'null')),
                 'headers', json(${redactedHeaders}), 'maxConcurrency', maxConcurrency, 'secret', '${redactedSecret}', 'secretRotatedUntil', previousUntil)`,
  ),
  row: sql(`webhooks WHERE ${where.sql}`, ...where.values),
  after,
})

/** A WHERE condition: the webhook of this id, if it is the owner's. */
const webhookById = ({ account, mode }: Owner, id: string): Statement =>
  sql('webhooks.id = ? AND webhooks.account = ? AND webhooks.mode = ?', id, account, mode)

const exists = (where: Statement): Statement =>
  sql(`EXISTS (SELECT 1 FROM webhooks WHERE ${where.sql})`, ...where.values)

const selectAll = ({ account, mode }: Owner): Statement =>
  sql(
    `SELECT ${selectedColumns} FROM webhooks WHERE account = ? AND mode = ? ORDER BY created DESC, id DESC`,
    account,
    mode,
  )

/** Both columns of a sealed value, which are null together. */
export const sealedValue = (sealed: string | null, wrappedKey: string | null): SealedColumns | null =>
  sealed === null || wrappedKey === null ? null : { sealed, wrappedKey }

/** The columns of headers, in the order of `headerColumnNames`. */
const toHeaderColumns = (headers: WebhookHeaders): readonly SqlValue[] => {
  const own = typeof headers === 'string' ? null : headers
  const names = own?.names ?? null
  return [
    own?.sealed ?? null,
    own?.wrappedKey ?? null,
    names === null ? null : JSON.stringify(names),
    Number(headers === 'defaults'),
  ]
}

const headerColumnNames = ['sealedHeaders', 'wrappedHeadersKey', 'headerNames', 'usesDefaultHeaders'] as const

const toListColumn = (list: readonly (EventKind | EventType | Scope)[] | null): string | null =>
  list === null ? null : JSON.stringify(list)

/** An SQL expression: the newest position of a row's account and mode. A webhook that is enabled now receives the events after it. */
const newestOf = (table: 'webhooks' | 'owner'): string =>
  `(SELECT coalesce(max(position), 0) FROM events WHERE events.account = ${table}.account AND events.mode = ${table}.mode)`

export type WebhookInsertion =
  | { readonly result: 'inserted' }
  | { readonly result: 'url_taken'; readonly by: string }
  | { readonly result: 'too_many' }

/**
 * One round trip: inserts a webhook, which receives new events. Among concurrent inserts of one url one succeeds; the others return
 * the id of the webhook that has it.
 *
 * @param most the maximum per owner
 */
export const insertWebhook = async (
  { database, owner, key, sign }: StoreScope,
  { id, url, enabled, kinds, types, headers, maxConcurrency, secret, created, memberScopes }: NewWebhook,
  most: number,
  note: AuditNote,
): Promise<WebhookInsertion> => {
  const audit = sign(note)
  const { account, mode } = owner
  const condition = exists(webhookById(owner, id))
  const [inserted = [], , holders = []] = await database.batchWithVerification(
    [
      sql(
        `INSERT INTO webhooks (id, account, mode, url, enabled, kinds, types, key, ${headerColumnNames.join(', ')}, maxConcurrency, sealedSecret,
                             wrappedSecretKey, since, seen, created, updated, scopes)
       SELECT ?, owner.account, owner.mode, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${newestOf('owner')}, ${newestOf('owner')}, ?, ?, ?
       FROM (SELECT ? AS account, ? AS mode) AS owner
       WHERE (SELECT count(*) FROM webhooks WHERE account = ? AND mode = ?) < ?
       ON CONFLICT (account, mode, url) DO NOTHING
       RETURNING id`,
        id,
        url,
        Number(enabled),
        toListColumn(kinds),
        toListColumn(types),
        key,
        ...toHeaderColumns(headers),
        maxConcurrency,
        secret.sealed,
        secret.wrappedKey,
        created,
        created,
        toListColumn(memberScopes),
        account,
        mode,
        account,
        mode,
        most,
      ),
      appendAuditIf(condition, account, audit),
      sql('SELECT id FROM webhooks WHERE account = ? AND mode = ? AND url = ?', account, mode, url),
    ],
    sql('SELECT id FROM webhooks WHERE id = ?', id),
  )
  if (inserted.length > 0) return { result: 'inserted' }
  const [holder] = holders
  return holder === undefined ? { result: 'too_many' } : { result: 'url_taken', by: text.read(holder['id'], 'id') }
}

/** All webhooks of an owner, newest first: one round trip. */
export const listWebhookRows = async ({ database, owner }: OwnerScope): Promise<WebhookRow[]> =>
  (await database.rows(selectAll(owner))).map(decodeWebhook)

/** One round trip. Null if the account has no such webhook in this mode. */
export const findWebhookRow = async ({ database, owner }: OwnerScope, id: string): Promise<WebhookRow | null> => {
  const where = webhookById(owner, id)
  const row = await database.row(sql(`SELECT ${selectedColumns} FROM webhooks WHERE ${where.sql}`, ...where.values))
  return row && decodeWebhook(row)
}

/** One round trip: an event, null if the account has no such event, and all webhooks of the account. */
export const findEventAndWebhooks = async (
  { database, owner }: OwnerScope,
  id: string,
): Promise<{ readonly event: EventHead | null; readonly webhooks: readonly WebhookRow[] }> => {
  const read = await database.named({ event: selectEventHead(owner, id), webhooks: selectAll(owner) })
  const [event] = read.event
  return {
    event: event === undefined ? null : eventHeadColumns.decode(event),
    webhooks: read.webhooks.map(decodeWebhook),
  }
}

export type WebhookChange = { readonly [Member in keyof Registration]?: Registration[Member] | undefined }

/**
 * The assignments of an UPDATE. A disabled webhook that is enabled receives new events only: the right side of an SQL assignment has the
 * values before the UPDATE.
 */
const assignments = ({ url, enabled, kinds, types, headers, maxConcurrency }: WebhookChange): Statement[] => [
  ...(url === undefined ? [] : [sql('url = ?', url)]),
  ...(enabled === undefined ? [] : [sql('enabled = ?', Number(enabled))]),
  ...(enabled === true
    ? [
        sql(`since = iif(enabled = 1, since, ${newestOf('webhooks')}), seen = iif(enabled = 1, seen, ${newestOf('webhooks')}),
             disabledReason = NULL, disabledAt = NULL`),
      ]
    : []),
  ...(kinds === undefined ? [] : [sql('kinds = ?', toListColumn(kinds))]),
  ...(types === undefined ? [] : [sql('types = ?', toListColumn(types))]),
  ...(maxConcurrency === undefined ? [] : [sql('maxConcurrency = ?', maxConcurrency)]),
  ...(headers === undefined
    ? []
    : [sql(headerColumnNames.map((name) => `${name} = ?`).join(', '), ...toHeaderColumns(headers))]),
]

export type WebhookUpdate =
  | { readonly result: 'updated'; readonly webhook: WebhookRow }
  | { readonly result: 'webhook_not_found' }
  | { readonly result: 'url_taken'; readonly by: string }

/**
 * One round trip: changes a webhook at the time of the audit entry. From then on its deliveries have the scopes of this key or member. Among concurrent
 * changes to one url one succeeds; the others return the id of the webhook that has it.
 *
 * @param audited the changed members, in the form of the audit
 */
export const updateWebhookRow = async (
  { database, owner, key, sign }: StoreScope,
  id: string,
  { memberScopes, ...change }: WebhookChange & Writer,
  audited: Readonly<Record<string, unknown>>,
  note: AuditNote,
): Promise<WebhookUpdate> => {
  const audit = sign(note)
  const { account, mode } = owner
  const where = webhookById(owner, id)
  const holder = sql(
    'SELECT others.id FROM webhooks AS others WHERE others.account = ? AND others.mode = ? AND others.url = ? AND others.id <> ?',
    account,
    mode,
    change.url ?? null,
    id,
  )
  const condition = all(where, sql(`NOT EXISTS (${holder.sql})`, ...holder.values))
  const set = [
    ...assignments(change),
    sql('key = ?, scopes = ?, updated = ?', key, toListColumn(memberScopes), audit.at),
  ]
  const { holders, webhook } = await database.named({
    holders: holder,
    noted: appendAuditIf(exists(condition), account, audit, webhookChange(where, audited)),
    update: sql(
      `UPDATE webhooks SET ${set.map(({ sql: text }) => text).join(', ')} WHERE ${condition.sql}`,
      ...set.flatMap(({ values }) => values),
      ...condition.values,
    ),
    webhook: sql(`SELECT ${selectedColumns} FROM webhooks WHERE ${where.sql}`, ...where.values),
  })
  if (webhook[0] === undefined) return { result: 'webhook_not_found' }
  const [other] = holders
  return other === undefined
    ? { result: 'updated', webhook: decodeWebhook(webhook[0]) }
    : { result: 'url_taken', by: text.read(other['id'], 'id') }
}

/** One round trip: deletes a webhook with its sealed values and their keys. False if the account has no such webhook in this mode. */
export const deleteWebhookRow = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<boolean> => {
  const audit = sign(note)
  const where = webhookById(owner, id)
  const { deleted } = await database.named({
    noted: appendAuditIf(
      exists(where),
      owner.account,
      audit,
      webhookChange(where, {
        url: null,
        enabled: null,
        subscribedEvents: null,
        eventTypes: null,
        headers: null,
        maxConcurrency: null,
        secret: null,
      }),
    ),
    deleted: sql(`DELETE FROM webhooks WHERE ${where.sql} RETURNING id`, ...where.values),
  })
  return deleted.length > 0
}

/**
 * One round trip: replaces a webhook's secret and stores the replaced one as the previous secret. Null if the account has no such webhook in
 * this mode.
 *
 * @param until when the previous secret stops signing, milliseconds since 1970
 */
export const replaceWebhookSecret = async (
  { database, owner, sign }: StoreScope,
  id: string,
  { secret, until }: { readonly secret: SealedColumns; readonly until: number },
  note: AuditNote,
): Promise<WebhookRow | null> => {
  const audit = sign(note)
  const where = webhookById(owner, id)
  const results = await database.batchWithVerification(
    [
      appendAuditIf(
        exists(where),
        owner.account,
        audit,
        webhookChange(where, { secret: redactedSecret, secretRotatedUntil: until }),
      ),
      sql(
        `UPDATE webhooks SET previousSecret = sealedSecret, wrappedPreviousKey = wrappedSecretKey, previousUntil = ?,
                           sealedSecret = ?, wrappedSecretKey = ?, updated = ?
       WHERE ${where.sql} RETURNING ${selectedColumns}`,
        until,
        secret.sealed,
        secret.wrappedKey,
        audit.at,
        ...where.values,
      ),
    ],
    sql(
      `SELECT ${selectedColumns} FROM webhooks WHERE ${where.sql} AND sealedSecret = ?`,
      ...where.values,
      secret.sealed,
    ),
  )
  const rotated = results.at(-1)?.[0]
  return rotated === undefined ? null : decodeWebhook(rotated)
}

/** One round trip: an audit entry of a replay, which changes nothing else in the database. */
export const noteReplay = async ({ database, owner, sign }: StoreScope, note: AuditNote): Promise<void> => {
  await database.batch([appendAudit(owner.account, sign(note))])
}
