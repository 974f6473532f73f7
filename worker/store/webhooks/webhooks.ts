import type { EventKind } from '#contract/events'
import type { DisabledReason } from '#contract/webhooks'
import { appendAuditIf } from '../sql/audit.ts'
import { all, sql } from '../sql/database.ts'
import { selectEvent, eventRow } from '../events/events.ts'
import type { EventRow } from '../events/events.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'

/** Webhooks as their owner registers them. What is delivered to them is in endpoints.ts. */

/** A value that is kept sealed, and the key to it, wrapped by the account's. */
export interface SealedColumns {
  readonly sealed: string
  readonly wrappedKey: string
}

/** What a registration says, its headers sealed: null for none. */
export interface Registration {
  readonly url: string
  readonly enabled: boolean
  /** Null is all of them. */
  readonly kinds: readonly EventKind[] | null
  readonly headers: SealedColumns | null
}

export interface NewWebhook extends Registration {
  /** UUIDv7. */
  readonly id: string
  readonly secret: SealedColumns
  /** Milliseconds since 1970. */
  readonly created: number
}

/** A webhook as it is managed. Its secrets are for its object alone. */
export interface WebhookRow extends Registration {
  readonly id: string
  /** Until when the secret before the last rotation signs, too: milliseconds since 1970, or null. It may be over. */
  readonly previousUntil: number | null
  /** Null where the gateway has not disabled it. */
  readonly disabledReason: DisabledReason | null
  readonly disabledAt: number | null
  readonly created: number
  readonly updated: number
}

const columns =
  'id, url, enabled, kinds, sealedHeaders, wrappedHeadersKey, previousUntil, disabledReason, disabledAt, created, updated'

const webhookRow = (row: Row): WebhookRow => ({
  id: row['id'] as string,
  url: row['url'] as string,
  enabled: row['enabled'] === 1,
  kinds: row['kinds'] === null ? null : (JSON.parse(row['kinds'] as string) as EventKind[]),
  headers:
    row['sealedHeaders'] === null
      ? null
      : { sealed: row['sealedHeaders'] as string, wrappedKey: row['wrappedHeadersKey'] as string },
  previousUntil: row['previousUntil'] as number | null,
  disabledReason: row['disabledReason'] as DisabledReason | null,
  disabledAt: row['disabledAt'] as number | null,
  created: row['created'] as number,
  updated: row['updated'] as number,
})

/** A piece of SQL for WHERE: the webhook of this id, if it is the owner's. */
const theWebhook = ({ account, mode }: Owner, id: string): Statement =>
  sql('webhooks.id = ? AND webhooks.account = ? AND webhooks.mode = ?', id, account, mode)

const exists = (own: Statement): Statement => sql(`EXISTS (SELECT 1 FROM webhooks WHERE ${own.sql})`, ...own.values)

const selectAll = ({ account, mode }: Owner): Statement =>
  sql(`SELECT ${columns} FROM webhooks WHERE account = ? AND mode = ? ORDER BY created DESC, id DESC`, account, mode)

const kindsColumn = (kinds: Registration['kinds']): string | null => (kinds === null ? null : JSON.stringify(kinds))

/** An expression of SQL: the newest position that there is. Who begins to listen now hears what comes after it. */
const newest = '(SELECT coalesce(max(position), 0) FROM events)'

export type Inserting =
  | { readonly result: 'inserted' }
  | { readonly result: 'url_taken'; readonly by: string }
  | { readonly result: 'too_many' }

/**
 * One round trip: writes a webhook down, which is told of what happens from now on. Of any number of rivals with one url one is written;
 * the others learn the id of the webhook that has it.
 *
 * @param most how many an owner may have
 */
export const insertWebhook = async (
  { database, owner, sign }: StoreScope,
  { id, url, enabled, kinds, headers, secret, created }: NewWebhook,
  most: number,
  note: AuditNote,
): Promise<Inserting> => {
  const audit = sign(note)
  const { account, mode } = owner
  const is = exists(theWebhook(owner, id))
  const [inserted = [], , holders = []] = await database.writing(
    [
      sql(
        `INSERT INTO webhooks (id, account, mode, url, enabled, kinds, sealedHeaders, wrappedHeadersKey, sealedSecret,
                             wrappedSecretKey, since, seen, created, updated)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${newest}, ${newest}, ?, ?
       WHERE (SELECT count(*) FROM webhooks WHERE account = ? AND mode = ?) < ?
       ON CONFLICT (account, mode, url) DO NOTHING
       RETURNING id`,
        id,
        account,
        mode,
        url,
        Number(enabled),
        kindsColumn(kinds),
        headers?.sealed ?? null,
        headers?.wrappedKey ?? null,
        secret.sealed,
        secret.wrappedKey,
        created,
        created,
        account,
        mode,
        most,
      ),
      appendAuditIf(is, account, audit),
      sql('SELECT id FROM webhooks WHERE account = ? AND mode = ? AND url = ?', account, mode, url),
    ],
    sql('SELECT id FROM webhooks WHERE id = ?', id),
  )
  if (inserted.length > 0) return { result: 'inserted' }
  const by = holders[0]?.['id'] as string | undefined
  return by === undefined ? { result: 'too_many' } : { result: 'url_taken', by }
}

/** All webhooks of an owner, newest first: one round trip. */
export const listWebhooks = async ({ database, owner }: OwnerScope): Promise<WebhookRow[]> =>
  (await database.rows(selectAll(owner))).map(webhookRow)

/** One round trip. Null where the account has no such webhook in this mode. */
export const findWebhook = async ({ database, owner }: OwnerScope, id: string): Promise<WebhookRow | null> => {
  const own = theWebhook(owner, id)
  const row = await database.row(sql(`SELECT ${columns} FROM webhooks WHERE ${own.sql}`, ...own.values))
  return row === null ? null : webhookRow(row)
}

/** One round trip: an event, null where the account has none such, and all webhooks that may have been told of it. */
export const findEventAndWebhooks = async (
  { database, owner }: OwnerScope,
  id: string,
): Promise<{ readonly event: EventRow | null; readonly webhooks: readonly WebhookRow[] }> => {
  const { event, webhooks } = await database.named({ event: selectEvent(owner, id), webhooks: selectAll(owner) })
  return { event: event[0] === undefined ? null : eventRow(event[0]), webhooks: webhooks.map(webhookRow) }
}

export type WebhookChange = { readonly [Member in keyof Registration]?: Registration[Member] | undefined }

/**
 * What UPDATE sets. Whoever was disabled and is enabled hears what happens from now on: on the right of an assignment SQL has the values
 * from before.
 */
const assignments = ({ url, enabled, kinds, headers }: WebhookChange): Statement[] => [
  ...(url === undefined ? [] : [sql('url = ?', url)]),
  ...(enabled === undefined ? [] : [sql('enabled = ?', Number(enabled))]),
  ...(enabled === true
    ? [
        sql(`since = iif(enabled = 1, since, ${newest}), seen = iif(enabled = 1, seen, ${newest}),
             disabledReason = NULL, disabledAt = NULL`),
      ]
    : []),
  ...(kinds === undefined ? [] : [sql('kinds = ?', kindsColumn(kinds))]),
  ...(headers === undefined
    ? []
    : [sql('sealedHeaders = ?, wrappedHeadersKey = ?', headers?.sealed ?? null, headers?.wrappedKey ?? null)]),
]

export type Updating =
  | { readonly result: 'updated'; readonly webhook: WebhookRow }
  | { readonly result: 'webhook_not_found' }
  | { readonly result: 'url_taken'; readonly by: string }

/**
 * One round trip: changes a webhook at the time of the audit entry. Of any number of rivals that take one url one is updated; the others
 * learn the id of the webhook that has it.
 */
export const updateWebhook = async (
  { database, owner, sign }: StoreScope,
  id: string,
  change: WebhookChange,
  note: AuditNote,
): Promise<Updating> => {
  const audit = sign(note)
  const { account, mode } = owner
  const own = theWebhook(owner, id)
  const holder = sql(
    'SELECT others.id FROM webhooks AS others WHERE others.account = ? AND others.mode = ? AND others.url = ? AND others.id <> ?',
    account,
    mode,
    change.url ?? null,
    id,
  )
  const may = all(own, sql(`NOT EXISTS (${holder.sql})`, ...holder.values))
  const set = [...assignments(change), sql('updated = ?', audit.at)]
  const { holders, webhook } = await database.named({
    holders: holder,
    noted: appendAuditIf(exists(may), account, audit),
    update: sql(
      `UPDATE webhooks SET ${set.map(({ sql: text }) => text).join(', ')} WHERE ${may.sql}`,
      ...set.flatMap(({ values }) => values),
      ...may.values,
    ),
    webhook: sql(`SELECT ${columns} FROM webhooks WHERE ${own.sql}`, ...own.values),
  })
  if (webhook[0] === undefined) return { result: 'webhook_not_found' }
  const by = holders[0]?.['id'] as string | undefined
  return by === undefined ? { result: 'updated', webhook: webhookRow(webhook[0]) } : { result: 'url_taken', by }
}

/** One round trip: erases a webhook and the keys to what was sealed for it. False where the account has none such in this mode. */
export const deleteWebhook = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<boolean> => {
  const audit = sign(note)
  const own = theWebhook(owner, id)
  const { deleted } = await database.named({
    noted: appendAuditIf(exists(own), owner.account, audit),
    deleted: sql(`DELETE FROM webhooks WHERE ${own.sql} RETURNING id`, ...own.values),
  })
  return deleted.length > 0
}

/**
 * One round trip: gives a webhook another secret, and keeps the one that it had until then for a while, in place of any from before it.
 * Null where the account has no such webhook in this mode.
 *
 * @param until when the secret that it had stops, milliseconds since 1970
 */
export const rotateWebhook = async (
  { database, owner, sign }: StoreScope,
  id: string,
  { secret, until }: { readonly secret: SealedColumns; readonly until: number },
  note: AuditNote,
): Promise<WebhookRow | null> => {
  const audit = sign(note)
  const own = theWebhook(owner, id)
  const results = await database.writing(
    [
      appendAuditIf(exists(own), owner.account, audit),
      sql(
        `UPDATE webhooks SET previousSecret = sealedSecret, wrappedPreviousKey = wrappedSecretKey, previousUntil = ?,
                           sealedSecret = ?, wrappedSecretKey = ?, updated = ?
       WHERE ${own.sql} RETURNING ${columns}`,
        until,
        secret.sealed,
        secret.wrappedKey,
        audit.at,
        ...own.values,
      ),
    ],
    sql(`SELECT ${columns} FROM webhooks WHERE ${own.sql} AND sealedSecret = ?`, ...own.values, secret.sealed),
  )
  const rotated = results.at(-1)?.[0]
  return rotated === undefined ? null : webhookRow(rotated)
}
