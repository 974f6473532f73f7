import type { Role } from '#contract/team/roles'
import type { AuditNote } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import { defineColumns, enumText, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { insertSession } from './consoleSessions.ts'
import type { NewSession } from './consoleSessions.ts'
import { signedBy } from './signedBy.ts'
import type { TeamScope } from './signedBy.ts'

/** Sign-in by an email address that Cloudflare Access has checked. */

const memberColumns = defineColumns({ id: text, accountName: nullable(text), role: enumText<Role>() })
export type AddressedMember = RowOf<typeof memberColumns>

/** Accounts of one person, more than anybody has. */
const maxMembers = 20

/** One round trip: the members with an email address, in upper or lower case, of all accounts of the shard. */
export const findMembersByEmail = async ({ database }: TeamScope, email: string): Promise<AddressedMember[]> =>
  (
    await database.rows(
      sql(
        `SELECT members.id, settings ->> '$.name' AS accountName, role
         FROM members JOIN accounts ON accounts.id = account WHERE lower(email) = lower(?) AND removed IS NULL
         ORDER BY members.created, members.id LIMIT ?`,
        email,
        maxMembers,
      ),
    )
  ).map(memberColumns.decode)

/** Two round trips: starts a session of a member with this email address. False if there is no such member. */
export const insertAccessSession = async (
  scope: TeamScope,
  { member, email }: { readonly member: string; readonly email: string },
  session: NewSession,
  note: AuditNote,
): Promise<boolean> => {
  const addressed = sql('id = ? AND lower(email) = lower(?) AND removed IS NULL', member, email)
  const row = await scope.database.row(sql(`SELECT account FROM members WHERE ${addressed.sql}`, ...addressed.values))
  if (row === null) return false
  const results = await scope.database.batch([
    ...insertSession(addressed, session, String(row['account']), signedBy(member, note, scope)),
    sql('SELECT id FROM consoleSessions WHERE id = ?', session.id),
  ])
  return results.at(-1)!.length > 0
}
