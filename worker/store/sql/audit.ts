import { redactedSecret } from '#contract/accounts/audit'
import type { AuditAction } from '#contract/accounts/audit'
import { sql } from './statement.ts'
import type { Statement } from './statement.ts'

/** Who changed what, when, from which key. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly key: string
  readonly requestId: string
  readonly action: AuditAction
  readonly detail: Readonly<Record<string, unknown>>
}

/** An entry without its key and request. */
export type AuditNote = Omit<AuditEntry, 'key' | 'requestId'>

/** INSERT of an audit entry, for the batch that makes the change. */
export const appendAudit = (account: string, entry: AuditEntry): Statement =>
  sql(
    'INSERT INTO audit (account, at, key, requestId, action, detail) VALUES (?, ?, ?, ?, ?, ?)',
    ...toValues(account, entry),
  )

/** The values of a row before and after a change. */
export interface RowChange {
  /** An SQL expression: a JSON object with the audited members before the change. Secrets are redacted. */
  readonly before: Statement
  /** FROM and WHERE of the row. */
  readonly row: Statement
  /** The new values of members, or an SQL expression of their JSON object. */
  readonly after: Readonly<Record<string, unknown>> | Statement
  /** More members of the detail, as SQL expressions of JSON texts. */
  readonly about?: Readonly<Record<string, string>>
}

const isStatement = (after: RowChange['after']): after is Statement =>
  typeof after['sql'] === 'string' && Array.isArray(after['values'])

/**
 * An SQL expression: a JSON object with old and new value of each changed member. A redacted member that is given counts as changed, since its
 * values cannot be compared.
 */
const changedValues = ({ before, row, after }: RowChange): Statement => {
  const news = isStatement(after) ? after : sql('?', JSON.stringify(after))
  return sql(
    `(SELECT json_group_object(members.key, json_object('old', json(old -> fullkey), 'new', json(new -> fullkey)))
      FROM (SELECT ${before.sql} AS old, ${news.sql} AS new FROM ${row.sql}), json_each(new) AS members
      WHERE (old -> fullkey) IS NOT (new -> fullkey) OR instr(new -> fullkey, '${redactedSecret}') > 0)`,
    ...before.values,
    ...news.values,
    ...row.values,
  )
}

/** INSERT of an audit entry for a conditional change, before the change itself. @param condition an SQL expression */
export const appendAuditIf = (
  condition: Statement,
  account: string,
  entry: AuditEntry,
  change?: RowChange,
): Statement => {
  const changes = change && changedValues(change)
  const about = Object.entries(change?.about ?? {}).map(([name, expression]) =>
    sql(`, '$.${name}', json((SELECT ${expression} FROM ${change?.row.sql}))`, ...(change?.row.values ?? [])),
  )
  const detail =
    changes === undefined
      ? '?'
      : `json_set(?, '$.changes', json(${changes.sql})${about.map(({ sql: text }) => text).join('')})`
  return sql(
    `INSERT INTO audit (account, at, key, requestId, action, detail) SELECT ?, ?, ?, ?, ?, ${detail} WHERE ${condition.sql}`,
    ...toValues(account, entry),
    ...(changes?.values ?? []),
    ...about.flatMap(({ values }) => values),
    ...condition.values,
  )
}

const toValues = (account: string, { at, key, requestId, action, detail }: AuditEntry) =>
  [account, at, key, requestId, action, JSON.stringify(detail)] as const
