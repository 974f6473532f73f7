import type { Role } from '#contract/team/roles'
import { appendAudit, appendAuditIf } from '../sql/audit.ts'
import type { AuditNote, RowChange } from '../sql/audit.ts'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { readPage } from '../sql/paging.ts'
import type { Page, PageRequest } from '../sql/paging.ts'
import { defineColumns, integer, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { createStore } from '../sql/scope.ts'
import type { OwnerScope, StoreScope } from '../sql/scope.ts'
import { endingSession } from './consoleSessions.ts'
import { invitationColumns } from './invitations.ts'
import type { InvitationRow } from './invitations.ts'
import { memberColumns } from './members.ts'
import type { MemberRow } from './members.ts'

/** The people of one account, in both modes. */

type Listed<Row> = Promise<Page<Row> | 'cursor_not_found'>

const listMembers = ({ database, owner }: OwnerScope, page: PageRequest): Listed<MemberRow> =>
  readPage(
    database,
    {
      table: 'members',
      columns: memberColumns.list(),
      within: sql('account = ?', owner.account),
      visible: sql('removed IS NULL'),
      total: null,
      entry: memberColumns.decode,
    },
    page,
  )

const listInvitations = ({ database, owner }: OwnerScope, page: PageRequest, nowMs: number): Listed<InvitationRow> =>
  readPage(
    database,
    {
      table: 'invitations',
      columns: invitationColumns.list(),
      within: sql('account = ?', owner.account),
      visible: sql('accepted IS NULL AND canceled IS NULL AND expires > ?', nowMs),
      total: null,
      entry: invitationColumns.decode,
    },
    page,
  )

const sessionColumns = defineColumns({ id: text, member: text, browser: text, created: integer, seen: integer })
export type SessionRow = RowOf<typeof sessionColumns>

/** Which sessions are listed. */
interface ListedSessions {
  /** Of this member; null for those of everybody. */
  readonly member: string | null
  /** They began and were last used after these times, milliseconds since 1970. */
  readonly createdAfter: number
  readonly seenAfter: number
}

const listSessions = (
  { database, owner }: OwnerScope,
  page: PageRequest,
  { member, createdAfter, seenAfter }: ListedSessions,
): Listed<SessionRow> =>
  readPage(
    database,
    {
      table: 'consoleSessions',
      columns: sessionColumns.list(),
      within: all(sql('account = ?', owner.account), member === null ? sql('TRUE') : sql('member = ?', member)),
      visible: sql('ended IS NULL AND created > ? AND seen > ?', createdAfter, seenAfter),
      total: null,
      entry: sessionColumns.decode,
    },
    page,
  )

const memberOf = ({ owner }: OwnerScope, id: string): Statement =>
  sql('id = ? AND account = ? AND removed IS NULL', id, owner.account)

/** A condition: the account has another owner than this member. */
const hasOtherOwner = ({ owner }: OwnerScope, id: string): Statement =>
  sql(
    "EXISTS (SELECT 1 FROM members WHERE account = ? AND role = 'owner' AND removed IS NULL AND id <> ?)",
    owner.account,
    id,
  )

const memberChange = (where: Statement, after: RowChange['after']): RowChange => ({
  before: sql("json_object('role', role, 'refundLimit', refundLimit, 'removed', removed)"),
  row: sql(`members WHERE ${where.sql}`, ...where.values),
  after,
  about: { name: 'json_quote(name)' },
})

const exists = ({ sql: text, values }: Statement): Statement =>
  sql(`EXISTS (SELECT 1 FROM members WHERE ${text})`, ...values)

const changeMember = async (
  scope: StoreScope,
  id: string,
  change: { readonly role?: Role; readonly refundLimit?: number | null },
  note: AuditNote,
): Promise<{ readonly isChanged: boolean; readonly member: MemberRow | null }> => {
  const where = memberOf(scope, id)
  const keepsOwner = change.role === undefined || change.role === 'owner'
  const changed = keepsOwner ? where : all(where, or(sql("role <> 'owner'"), hasOtherOwner(scope, id)))
  const [, updated = [], [row] = []] = await scope.database.batch([
    appendAuditIf(exists(changed), scope.owner.account, scope.sign(note), memberChange(where, change)),
    sql(
      `UPDATE members SET role = coalesce(?, role), refundLimit = iif(?, ?, refundLimit) WHERE ${changed.sql} RETURNING id`,
      change.role ?? null,
      change.refundLimit === undefined ? 0 : 1,
      change.refundLimit ?? null,
      ...changed.values,
    ),
    sql(`SELECT ${memberColumns.list()} FROM members WHERE ${where.sql}`, ...where.values),
  ])
  return { isChanged: updated.length > 0, member: row === undefined ? null : memberColumns.decode(row) }
}

const or = (first: Statement, second: Statement): Statement =>
  sql(`(${first.sql} OR ${second.sql})`, ...first.values, ...second.values)

/** One round trip: removes a member, ends the member's sessions and deletes the member's own views. */
const removeMember = async (
  scope: StoreScope,
  id: string,
  note: AuditNote,
): Promise<{ readonly isRemoved: boolean; readonly isMember: boolean }> => {
  const where = memberOf(scope, id)
  const removable = all(where, or(sql("role <> 'owner'"), hasOtherOwner(scope, id)))
  const [found = [], , , , removed = []] = await scope.database.batch([
    sql(`SELECT id FROM members WHERE ${where.sql}`, ...where.values),
    appendAuditIf(exists(removable), scope.owner.account, scope.sign(note), memberChange(where, { removed: note.at })),
    sql(
      `UPDATE consoleSessions SET ended = ? WHERE member = ? AND ended IS NULL AND ${exists(removable).sql}`,
      note.at,
      id,
      ...removable.values,
    ),
    sql(
      `DELETE FROM views WHERE account = ? AND mode IN ('test', 'live') AND holder = ? AND ${exists(removable).sql}`,
      scope.owner.account,
      id,
      ...removable.values,
    ),
    sql(
      `UPDATE members SET removed = ?, recoveryHash = NULL WHERE ${removable.sql} RETURNING id`,
      note.at,
      ...removable.values,
    ),
  ])
  return { isRemoved: removed.length > 0, isMember: found.length > 0 }
}

export interface NewInvitation extends InvitationRow {
  readonly hash: string
}

const insertInvitation = async (
  { database, owner, key, sign }: StoreScope,
  { id, hash, email, role, refundLimit, created, expires }: NewInvitation,
  note: AuditNote,
): Promise<void> => {
  await database.batchWithVerification(
    [
      sql(
        `INSERT INTO invitations (id, account, hash, email, role, refundLimit, invitedBy, created, expires)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        owner.account,
        hash,
        email,
        role,
        refundLimit,
        key,
        created,
        expires,
      ),
      appendAudit(owner.account, sign(note)),
    ],
    sql('SELECT id FROM invitations WHERE id = ?', id),
  )
}

/** One round trip. False if the account has no such open invitation. */
const cancelInvitation = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<boolean> => {
  const open = sql(
    'id = ? AND account = ? AND accepted IS NULL AND canceled IS NULL AND expires > ?',
    id,
    owner.account,
    note.at,
  )
  const [, canceled = []] = await database.batch([
    appendAuditIf(
      sql(`EXISTS (SELECT 1 FROM invitations WHERE ${open.sql})`, ...open.values),
      owner.account,
      sign(note),
    ),
    sql(`UPDATE invitations SET canceled = ? WHERE ${open.sql} RETURNING id`, note.at, ...open.values),
  ])
  return canceled.length > 0
}

/** One round trip. False if there is no such running session of the account, or of the member. */
const endSession = async (
  { database, owner, sign }: StoreScope,
  id: string,
  member: string | null,
  note: AuditNote,
): Promise<boolean> => {
  const [, ended = []] = await database.batch(endingSession(id, { account: owner.account, member }, sign(note)))
  return ended.length > 0
}

/** The team of one account. */
export const membersStore = createStore({
  list: listMembers,
  change: changeMember,
  remove: removeMember,
  invite: insertInvitation,
  listInvitations,
  cancelInvitation,
  listSessions,
  endSession,
})

export type MembersStore = ReturnType<typeof membersStore>
