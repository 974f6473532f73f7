import { eventTypes, kindsOf, readScopeOf } from '#contract/events/events'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { scopesOfWebhook } from './webhooks.ts'

/** Every event type with each of its kinds and the scope that reads it. */
const knownTypes = `(SELECT column1 AS type, column2 AS kind, column3 AS scope FROM (VALUES ${eventTypes
  .flatMap((type) => kindsOf(type).map((kind) => `('${type}', ${kind}, '${readScopeOf(type)}')`))
  .join(', ')}))`

/** An SQL condition: a JSON array of names has this one. It reads no rows, unlike json_each, which would be read again for each type. */
const hasName = (names: string, name: string): string => `instr(${names}, '"' || ${name} || '"') > 0`

/** SELECT of the event types that the key or member of a webhook can read: the limit of each delivery, also of retries and replays. */
export const selectReadableTypes = (id: string): Statement =>
  sql(
    `SELECT known.type FROM webhooks JOIN ${knownTypes} AS known
     WHERE webhooks.id = ? AND ${hasName(scopesOfWebhook, 'known.scope')}`,
    id,
  )

/** SELECT of the event types that a webhook is subscribed to and its key can read. */
export const selectSubscribedTypes = (id: string): Statement => {
  const readable = selectReadableTypes(id)
  return sql(
    `${readable.sql} AND (kinds IS NULL OR known.kind IN (SELECT value FROM json_each(kinds)))
       AND (types IS NULL OR ${hasName('types', 'known.type')})`,
    ...readable.values,
  )
}
