import type { Role } from '#contract/team/roles'
import { appendAuditIf } from '../sql/audit.ts'
import type { AuditNote } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import { defineColumns, enumText, integer, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { insertSession } from './consoleSessions.ts'
import type { NewSession } from './consoleSessions.ts'
import { insertPasskey, unlessPasskeyExists } from './members.ts'
import type { NewPasskey } from './members.ts'
import { signedBy } from './signedBy.ts'
import type { TeamScope } from './signedBy.ts'

const openColumns = defineColumns({
  id: text,
  account: text,
  accountName: nullable(text),
  email: text,
  role: enumText<Role>(),
  /** Hundredths of a currency unit. Null: no limit. */
  refundLimit: nullable(integer),
})
export type OpenInvitation = RowOf<typeof openColumns>

export const invitationColumns = defineColumns({
  id: text,
  email: text,
  role: enumText<Role>(),
  /** Hundredths of a currency unit. Null: no limit. */
  refundLimit: nullable(integer),
  /** Milliseconds since 1970. */
  created: integer,
  expires: integer,
})
export type InvitationRow = RowOf<typeof invitationColumns>

const isOpen = 'accepted IS NULL AND canceled IS NULL AND expires > ?'

/** One round trip: an invitation that can be accepted. Null if there is none with this hash. */
export const findInvitation = async (
  { database }: TeamScope,
  hash: string,
  nowMs: number,
): Promise<OpenInvitation | null> => {
  const row = await database.row(
    sql(
      `SELECT invitations.id, account, settings ->> '$.name' AS accountName, email, role, refundLimit
       FROM invitations JOIN accounts ON accounts.id = account WHERE hash = ? AND ${isOpen}`,
      hash,
      nowMs,
    ),
  )
  return row && openColumns.decode(row)
}

/** A person who accepts an invitation. */
export interface NewMember {
  readonly id: string
  readonly name: string
  readonly recoveryHash: string
  readonly passkey: NewPasskey
  readonly session: NewSession
}

/** One round trip: makes the invited person a member who is signed in. Else nothing is stored: false if the invitation was used meanwhile. */
export const insertMember = async (
  scope: TeamScope,
  { id: invitation, account, email, role, refundLimit }: OpenInvitation,
  { id, name, recoveryHash, passkey, session }: NewMember,
  notes: { readonly joined: AuditNote; readonly started: AuditNote },
): Promise<boolean | 'passkey_exists'> => {
  const at = notes.joined.at
  // Until the last statement of the batch: the id alone would also be that of somebody who has accepted the same invitation a moment ago.
  const open = sql(`EXISTS (SELECT 1 FROM invitations WHERE id = ? AND ${isOpen})`, invitation, at)
  const created = sql(`id = ? AND ${open.sql}`, id, ...open.values)
  const batch = scope.database.batch([
    sql(
      `INSERT INTO members (id, account, name, email, role, refundLimit, created, recoveryHash)
       SELECT ?, account, ?, ?, ?, ?, ?, ? FROM invitations WHERE id = ? AND ${isOpen}`,
      id,
      name,
      email,
      role,
      refundLimit,
      at,
      recoveryHash,
      invitation,
      at,
    ),
    insertPasskey(created, passkey, at),
    appendAuditIf(open, account, signedBy(id, notes.joined, scope)),
    ...insertSession(created, session, account, signedBy(id, notes.started, scope)),
    sql(`UPDATE invitations SET accepted = ? WHERE id = ? AND ${isOpen}`, at, invitation, at),
    sql('SELECT id FROM consoleSessions WHERE id = ?', session.id),
  ])
  const results = await unlessPasskeyExists(batch)
  return results === 'passkey_exists' ? results : results.at(-1)!.length > 0
}
