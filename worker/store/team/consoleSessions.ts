import type { Usage } from '#contract/quotas'
import type { Role } from '#contract/team/roles'
import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { AccountRecord } from '../accounts/accountRecord.ts'
import { usageColumn } from '../accounts/usage.ts'
import { appendAuditIf } from '../sql/audit.ts'
import type { AuditEntry } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, enumText, integer, json, nullable, text } from '../sql/row.ts'
import type { ShardScope } from '../sql/scope.ts'

/** A signed-in member, and the account in the mode of the request. */
export interface SessionRecord {
  readonly sessionId: string
  readonly memberId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** Hundredths of a currency unit for each refund or void. Null: no limit. */
  readonly refundLimit: number | null
  /** Milliseconds since 1970. */
  readonly started: number
  /** The last request, to the minute. */
  readonly seen: number
  /** The last signature of a passkey. */
  readonly confirmed: number
  readonly account: AccountRecord
  /** What the account uses in the mode of the request. */
  readonly usage: Usage
}

const sessionColumns = defineColumns({
  sessionId: text,
  memberId: text,
  memberName: text,
  email: text,
  role: enumText<Role>(),
  refundLimit: nullable(integer),
  started: integer,
  seen: integer,
  confirmed: integer,
  usage: json<Usage>(),
})

/** How long a session lives, and how long without a request, in milliseconds. */
export interface SessionLimits {
  readonly longest: number
  readonly idle: number
}

/** One round trip: a session with this hash that is neither ended nor too old, and its account in a mode. Null if there is none. */
export const findSession = async (
  { database }: ShardScope,
  hash: string,
  mode: 'test' | 'live',
  { longest, idle }: SessionLimits,
  nowMs: number,
): Promise<SessionRecord | null> => {
  const row = await database.row(
    sql(
      `SELECT owner.sessionId, members.id AS memberId, members.name AS memberName, email, role, refundLimit, started, seen, confirmed,
              owner.account, owner.mode, ${usageColumn('owner')}, ${accountColumns('owner')}
       FROM (SELECT id AS sessionId, member, account, created AS started, seen, confirmed, ? AS mode FROM consoleSessions
             WHERE hash = ? AND ended IS NULL AND created > ? AND seen > ?) AS owner
       JOIN members ON members.id = owner.member AND removed IS NULL
       ${accountJoins('owner')}`,
      mode,
      hash,
      nowMs - longest,
      nowMs - idle,
    ),
  )
  if (row === null) return null
  const { memberName, ...session } = sessionColumns.decode(row)
  return { ...session, name: memberName, account: decodeAccount(row) }
}

/** Notes that a session is used, to the minute. */
export const touchSession = async ({ database }: ShardScope, id: string, nowMs: number): Promise<void> => {
  await database.batch([sql('UPDATE consoleSessions SET seen = ?1 WHERE id = ?2 AND seen < ?1 - 60000', nowMs, id)])
}

export interface NewSession {
  readonly id: string
  readonly hash: string
  readonly browser: string
  /** Milliseconds since 1970. */
  readonly created: number
  /** The last signature of a passkey. Absent: the one that begins it. 0 if none does. */
  readonly confirmed?: number
}

/** Ends a running session, with its audit entry. The second statement returns its id. @param member whose it must be; null for anybody's */
export const endingSession = (
  id: string,
  { account, member }: { readonly account: string; readonly member: string | null },
  audit: AuditEntry,
): Statement[] => {
  const running = sql(
    `id = ? AND account = ? AND ended IS NULL${member === null ? '' : ' AND member = ?'}`,
    id,
    account,
    ...(member === null ? [] : [member]),
  )
  return [
    appendAuditIf(
      sql(`EXISTS (SELECT 1 FROM consoleSessions WHERE ${running.sql})`, ...running.values),
      account,
      audit,
    ),
    sql(`UPDATE consoleSessions SET ended = ? WHERE ${running.sql} RETURNING id`, audit.at, ...running.values),
  ]
}

/** INSERT of a session of the member that a condition on `members` selects, and its audit entry. */
export const insertSession = (
  member: Statement,
  { id, hash, browser, created, confirmed = created }: NewSession,
  account: string,
  audit: AuditEntry,
): Statement[] => [
  sql(
    `INSERT INTO consoleSessions (id, hash, account, member, browser, created, seen, confirmed)
     SELECT ?, ?, account, id, ?, ?, ?, ? FROM members WHERE removed IS NULL AND ${member.sql}`,
    id,
    hash,
    browser,
    created,
    created,
    confirmed,
    ...member.values,
  ),
  appendAuditIf(sql('EXISTS (SELECT 1 FROM consoleSessions WHERE id = ?)', id), account, audit),
]
