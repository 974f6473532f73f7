import { sql } from './statement.ts'
import type { Statement } from './statement.ts'

/** Who changed what, when, from which key. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly key: string
  readonly requestId: string
  readonly action: string
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

/** INSERT of an audit entry for a conditional change. @param condition an SQL expression */
export const appendAuditIf = (condition: Statement, account: string, entry: AuditEntry): Statement =>
  sql(
    `INSERT INTO audit (account, at, key, requestId, action, detail) SELECT ?, ?, ?, ?, ?, ? WHERE ${condition.sql}`,
    ...toValues(account, entry),
    ...condition.values,
  )

const toValues = (account: string, { at, key, requestId, action, detail }: AuditEntry) =>
  [account, at, key, requestId, action, JSON.stringify(detail)] as const
