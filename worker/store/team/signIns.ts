import { appendAudit, appendAuditIf } from '../sql/audit.ts'
import type { AuditNote } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import { endingSession, insertSession } from './consoleSessions.ts'
import type { NewSession } from './consoleSessions.ts'
import { isUnusedChallenge, usePasskey } from './passkeys.ts'
import type { PasskeyRow, PasskeyUse } from './passkeys.ts'
import { signedBy } from './signedBy.ts'
import type { TeamScope } from './signedBy.ts'

/** One round trip: starts a session of the passkey's member. False, and nothing is stored, if the passkey has signed the challenge before. */
export const startSession = async (
  scope: TeamScope,
  { id, member, account }: PasskeyRow,
  use: PasskeyUse,
  session: NewSession,
  note: AuditNote,
): Promise<boolean> => {
  const unused = isUnusedChallenge(use)
  const signedIn = sql(`id = ? AND ${unused.sql}`, member, ...unused.values)
  const results = await scope.database.batch([
    ...insertSession(signedIn, session, account, signedBy(member, note, scope)),
    usePasskey({ ...use, passkey: id }),
    sql('SELECT id FROM consoleSessions WHERE id = ?', session.id),
  ])
  return results.at(-1)!.length > 0
}

/** Two round trips: starts a session of a member without a passkey. False if there is no such member. */
export const insertDemoSession = async (
  scope: TeamScope,
  member: string,
  session: NewSession,
  note: AuditNote,
): Promise<boolean> => {
  const account = await scope.database.row(sql('SELECT account FROM members WHERE id = ?', member))
  if (account === null) return false
  await scope.database.batch(
    insertSession(sql('id = ?', member), session, String(account['account']), signedBy(member, note, scope)),
  )
  return true
}

/** One round trip: ends a session. False if it had ended. */
export const markSessionEnded = async (
  scope: TeamScope,
  account: string,
  member: string,
  id: string,
  note: AuditNote,
): Promise<boolean> => {
  const [, ended = []] = await scope.database.batch(
    endingSession(id, { account, member }, signedBy(member, note, scope)),
  )
  return ended.length > 0
}

/** One round trip: notes that a session was confirmed. False, and nothing is stored, if the passkey has signed the challenge before. */
export const confirmSession = async (
  scope: TeamScope,
  { member, account }: PasskeyRow,
  use: PasskeyUse,
  session: string,
  note: AuditNote,
): Promise<boolean> => {
  const unused = isUnusedChallenge(use)
  const running = sql(`id = ? AND member = ? AND ended IS NULL AND ${unused.sql}`, session, member, ...unused.values)
  const [, confirmed = []] = await scope.database.batch([
    appendAuditIf(
      sql(`EXISTS (SELECT 1 FROM consoleSessions WHERE ${running.sql})`, ...running.values),
      account,
      signedBy(member, note, scope),
    ),
    sql(`UPDATE consoleSessions SET confirmed = ? WHERE ${running.sql} RETURNING id`, use.at, ...running.values),
    usePasskey(use),
  ])
  return confirmed.length > 0
}

/** One round trip: notes a signature that is not valid, for the owner to see. */
export const rejectPasskey = async (
  scope: TeamScope,
  { member, account }: Pick<PasskeyRow, 'member' | 'account'>,
  note: AuditNote,
): Promise<void> => {
  await scope.database.batch([appendAudit(account, signedBy(member, note, scope))])
}
