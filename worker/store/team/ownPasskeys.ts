import { appendAuditIf } from '../sql/audit.ts'
import type { AuditNote } from '../sql/audit.ts'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, integer, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { insertPasskey, unlessPasskeyExists } from './members.ts'
import type { NewPasskey } from './members.ts'
import { signedBy } from './signedBy.ts'
import type { TeamScope } from './signedBy.ts'

/** What a signed-in member does with own passkeys and the recovery code. */

const ownPasskeyColumns = defineColumns({
  id: text,
  name: text,
  /** Milliseconds since 1970. */
  created: integer,
  lastUsed: nullable(integer),
})
export type OwnPasskeyRow = RowOf<typeof ownPasskeyColumns>

/** A signed-in member. */
export interface SignedInMember {
  readonly memberId: string
  readonly account: string
}

/** One round trip: the member's passkeys, newest first, and whether there is an unused recovery code. */
export const readOwnPasskeys = async (
  { database }: TeamScope,
  member: string,
): Promise<{ readonly passkeys: readonly OwnPasskeyRow[]; readonly hasRecoveryCode: boolean }> => {
  const [passkeys = [], codes = []] = await database.batch([
    sql(
      `SELECT ${ownPasskeyColumns.list()} FROM passkeys WHERE member = ? ORDER BY created DESC, lastChallenge DESC, id`,
      member,
    ),
    sql('SELECT id FROM members WHERE id = ? AND recoveryHash IS NOT NULL', member),
  ])
  return { passkeys: passkeys.map(ownPasskeyColumns.decode), hasRecoveryCode: codes.length > 0 }
}

const countOf = (member: string): Statement => sql('(SELECT count(*) FROM passkeys WHERE member = ?)', member)

/** One round trip. False, and nothing is stored, if the member has this many passkeys, or was removed. */
export const addPasskey = async (
  scope: TeamScope,
  { memberId, account }: SignedInMember,
  passkey: NewPasskey,
  max: number,
  note: AuditNote,
): Promise<boolean | 'passkey_exists'> => {
  const count = countOf(memberId)
  const member = sql(`id = ? AND removed IS NULL AND ${count.sql} < ?`, memberId, ...count.values, max)
  const results = await unlessPasskeyExists(
    scope.database.batch([
      appendAuditIf(
        sql(`EXISTS (SELECT 1 FROM members WHERE ${member.sql})`, ...member.values),
        account,
        signedBy(memberId, note, scope),
      ),
      insertPasskey(member, passkey, note.at),
      sql('SELECT id FROM passkeys WHERE id = ? AND member = ?', passkey.id, memberId),
    ]),
  )
  return results === 'passkey_exists' ? results : results.at(-1)!.length > 0
}

/**
 * One round trip: removes a passkey of the member and ends the member's other sessions. Nothing is changed if the member would be left
 * with neither two passkeys nor a recovery code.
 */
export const removePasskey = async (
  scope: TeamScope,
  { memberId, account }: SignedInMember,
  { passkey, session }: { readonly passkey: string; readonly session: string },
  note: AuditNote,
): Promise<{ readonly isFound: boolean; readonly isRemoved: boolean }> => {
  const own = sql('id = ? AND member = ?', passkey, memberId)
  const count = countOf(memberId)
  const removable = all(
    own,
    sql(
      `(${count.sql} > 2 OR EXISTS (SELECT 1 FROM members WHERE members.id = ? AND recoveryHash IS NOT NULL))`,
      ...count.values,
      memberId,
    ),
  )
  const isRemovable = sql(`EXISTS (SELECT 1 FROM passkeys WHERE ${removable.sql})`, ...removable.values)
  const [found = [], , , removed = []] = await scope.database.batch([
    sql(`SELECT id FROM passkeys WHERE ${own.sql}`, ...own.values),
    appendAuditIf(isRemovable, account, signedBy(memberId, note, scope), {
      before: sql("json_object('name', name)"),
      row: sql(`passkeys WHERE ${own.sql}`, ...own.values),
      after: { name: null },
    }),
    sql(
      `UPDATE consoleSessions SET ended = ? WHERE account = ? AND member = ? AND ended IS NULL AND id <> ? AND ${isRemovable.sql}`,
      note.at,
      account,
      memberId,
      session,
      ...isRemovable.values,
    ),
    sql(`DELETE FROM passkeys WHERE ${removable.sql} RETURNING id`, ...removable.values),
  ])
  return { isFound: found.length > 0, isRemoved: removed.length > 0 }
}

/** One round trip: the member's recovery code is that of this hash, and no earlier one. False if the member was removed. */
export const replaceRecoveryCode = async (
  scope: TeamScope,
  { memberId, account }: SignedInMember,
  hash: string,
  note: AuditNote,
): Promise<boolean> => {
  const member = sql('id = ? AND removed IS NULL', memberId)
  const [, replaced = []] = await scope.database.batch([
    appendAuditIf(
      sql(`EXISTS (SELECT 1 FROM members WHERE ${member.sql})`, ...member.values),
      account,
      signedBy(memberId, note, scope),
    ),
    sql(`UPDATE members SET recoveryHash = ? WHERE ${member.sql} RETURNING id`, hash, ...member.values),
  ])
  return replaced.length > 0
}
