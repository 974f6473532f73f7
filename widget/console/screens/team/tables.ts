import { html, nothing, type TemplateResult } from 'lit'
import { shortTime } from '../../format/time.ts'
import { peopleTable, rowButton, type Column } from '../../parts/peopleTable.ts'
import { label } from '../../parts/states.ts'
import { timeAgo } from '../../parts/time.ts'
import { limitText } from './limitText.ts'
import type { Invitation, Member, TeamSession } from './team.ts'
import { teamTexts } from './texts.ts'

const tag = (text: string): TemplateResult => label({ text, tone: 'calm', shape: 'full' })

export type MemberActions = {
  /** The id of the signed-in member. */
  readonly self: string
  /** When a member was last seen, if it is known. */
  readonly lastSeen: (member: Member) => string | null
  readonly change: ((member: Member) => void) | null
  readonly remove: ((member: Member) => void) | null
}

export const membersTable = (members: readonly Member[], actions: MemberActions): TemplateResult => {
  const { columns, title, change, remove, never } = teamTexts.members
  const { self, lastSeen } = actions
  return peopleTable<Member>(
    title,
    [
      {
        heading: columns.name,
        kind: 'name',
        cell: ({ id, name, email }) => html`
          <strong>${name}</strong>
          ${id === self ? tag(teamTexts.you) : nothing}
          <span class="small muted">${email}</span>
        `,
      },
      { heading: columns.role, cell: ({ role }) => teamTexts.roles[role] ?? role },
      { heading: columns.refunds, cell: ({ role, refundLimit }) => limitText(role, refundLimit) },
      {
        heading: columns.seen,
        cell: (member) => {
          const at = lastSeen(member)
          return at === null ? never : timeAgo(at)
        },
      },
      {
        heading: columns.actions,
        kind: 'actions',
        cell: (member) => html`
          ${actions.change ? rowButton(change, member.name, () => actions.change?.(member)) : nothing}
          ${actions.remove ? rowButton(remove, member.name, () => actions.remove?.(member)) : nothing}
        `,
      },
    ],
    members,
  )
}

export const invitationsTable = (
  invitations: readonly Invitation[],
  withdraw: ((invitation: Invitation) => void) | null,
): TemplateResult => {
  const texts = teamTexts.invitations
  const { columns } = texts
  return peopleTable<Invitation>(
    texts.title,
    [
      {
        heading: columns.email,
        kind: 'name',
        cell: ({ email }) => html`
          <strong>${email}</strong>
        `,
      },
      { heading: columns.role, cell: ({ role }) => teamTexts.roles[role] ?? role },
      { heading: columns.refunds, cell: ({ role, refundLimit }) => limitText(role, refundLimit) },
      { heading: columns.expires, cell: ({ expires }) => shortTime(new Date(expires)) },
      {
        heading: columns.actions,
        kind: 'actions',
        cell: (invitation) =>
          withdraw ? rowButton(texts.withdraw, invitation.email, () => withdraw(invitation)) : nothing,
      },
    ],
    invitations,
  )
}

export type SessionActions = {
  readonly title: string
  /** The id of this browser's session. */
  readonly current: string
  /** The name of a member; null on a page of one's own sessions. */
  readonly nameOf: ((member: string) => string) | null
  readonly end: (session: TeamSession) => void
}

export const sessionsTable = (
  sessions: readonly TeamSession[],
  { title, current, nameOf, end }: SessionActions,
): TemplateResult => {
  const texts = teamTexts.sessions
  const { columns } = texts
  const browser: Column<TeamSession> = {
    heading: columns.browser,
    cell: (session) => html`
      ${session.browser} ${session.id === current ? tag(texts.current) : nothing}
    `,
  }
  return peopleTable<TeamSession>(
    title,
    [
      ...(nameOf
        ? [
            {
              heading: columns.member,
              kind: 'name' as const,
              cell: ({ member }: TeamSession) => html`
                <strong>${nameOf(member)}</strong>
              `,
            },
            browser,
          ]
        : [{ ...browser, kind: 'name' as const }]),
      { heading: columns.created, cell: ({ created }) => timeAgo(created) },
      { heading: columns.seen, cell: ({ lastSeen }) => timeAgo(lastSeen) },
      {
        heading: columns.actions,
        kind: 'actions',
        cell: (session) =>
          rowButton(texts.end, [session.browser, nameOf?.(session.member)].filter(Boolean).join(', '), () =>
            end(session),
          ),
      },
    ],
    sessions,
  )
}
