import type { Statement } from './database.ts'
import { sql } from './database.ts'

/** Who changed what, when, from which key. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly key: string
  readonly requestId: string
  readonly action: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** A statement for the batch that makes the change, so that neither stands without the other. */
export const appendAudit = (account: string, { at, key, requestId, action, detail }: AuditEntry): Statement =>
  sql(
    'INSERT INTO audit (account, at, key, requestId, action, detail) VALUES (?, ?, ?, ?, ?, ?)',
    account,
    at,
    key,
    requestId,
    action,
    JSON.stringify(detail),
  )
