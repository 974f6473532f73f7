import { sql } from './database.ts'
import type { Statement } from './database.ts'

/** Who changed what, when, from which key. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly key: string
  readonly requestId: string
  readonly action: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** An entry before it is known from which key and request it comes. */
export type AuditNote = Omit<AuditEntry, 'key' | 'requestId'>

/** A statement for the batch that makes the change, so that neither stands without the other. */
export const appendAudit = (account: string, entry: AuditEntry): Statement =>
  sql(
    'INSERT INTO audit (account, at, key, requestId, action, detail) VALUES (?, ?, ?, ?, ?, ?)',
    ...row(account, entry),
  )

/** The same where the change itself is conditional: the entry is written only if `condition`, an expression of SQL, is true. */
export const appendAuditIf = (condition: Statement, account: string, entry: AuditEntry): Statement =>
  sql(
    `INSERT INTO audit (account, at, key, requestId, action, detail) SELECT ?, ?, ?, ?, ?, ? WHERE ${condition.sql}`,
    ...row(account, entry),
    ...condition.values,
  )

const row = (account: string, { at, key, requestId, action, detail }: AuditEntry) =>
  [account, at, key, requestId, action, JSON.stringify(detail)] as const
