import { appendAuditIf } from '../sql/audit.ts'
import type { AuditNote } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import { defineColumns, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { insertSession } from './consoleSessions.ts'
import type { NewSession } from './consoleSessions.ts'
import { insertPasskey, unlessPasskeyExists } from './members.ts'
import type { NewPasskey } from './members.ts'
import { signedBy } from './signedBy.ts'
import type { TeamScope } from './signedBy.ts'

const recoverableColumns = defineColumns({ id: text, account: text, name: text, email: text })
/** A member with an unused recovery code. */
export type RecoverableMember = RowOf<typeof recoverableColumns>

/** One round trip: the member whose recovery code has this hash. Null if there is none. */
export const findRecoverable = async ({ database }: TeamScope, hash: string): Promise<RecoverableMember | null> => {
  const row = await database.row(
    sql('SELECT id, account, name, email FROM members WHERE recoveryHash = ? AND removed IS NULL', hash),
  )
  return row && recoverableColumns.decode(row)
}

/** What replaces a recovery code that is used. */
export interface Recovery {
  readonly usedHash: string
  readonly newHash: string
  readonly passkey: NewPasskey
  readonly session: NewSession
}

/**
 * One round trip: replaces all passkeys of the member, which somebody else may have, by a new one, ends all sessions and signs in. Else
 * nothing is stored: false if the code was used meanwhile.
 */
export const recoverMember = async (
  scope: TeamScope,
  { id, account }: RecoverableMember,
  { usedHash, newHash, passkey, session }: Recovery,
  notes: { readonly recovered: AuditNote; readonly started: AuditNote },
): Promise<boolean | 'passkey_exists'> => {
  const at = notes.recovered.at
  // Until the last statement but one of the batch.
  const unused = sql('id = ? AND recoveryHash = ? AND removed IS NULL', id, usedHash)
  const isUnused = sql(`EXISTS (SELECT 1 FROM members WHERE ${unused.sql})`, ...unused.values)
  const batch = scope.database.batch([
    sql(`DELETE FROM passkeys WHERE member = ? AND ${isUnused.sql}`, id, ...isUnused.values),
    insertPasskey(unused, passkey, at),
    sql(
      `UPDATE consoleSessions SET ended = ? WHERE member = ? AND ended IS NULL AND ${isUnused.sql}`,
      at,
      id,
      ...isUnused.values,
    ),
    appendAuditIf(isUnused, account, signedBy(id, notes.recovered, scope)),
    ...insertSession(unused, session, account, signedBy(id, notes.started, scope)),
    sql(`UPDATE members SET recoveryHash = ? WHERE ${unused.sql}`, newHash, ...unused.values),
    sql('SELECT id FROM consoleSessions WHERE id = ?', session.id),
  ])
  const results = await unlessPasskeyExists(batch)
  return results === 'passkey_exists' ? results : results.at(-1)!.length > 0
}
