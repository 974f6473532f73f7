import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { PagedList } from '../../parts/pagedList.ts'
import '../../parts/question-dialog.ts'
import type { Question } from '../../parts/question-dialog.ts'
import { errorText } from '../../shell/errorText.ts'
import { Screen } from '../../shell/screen.ts'
import { rowSkeleton } from '../../shell/skeleton.ts'
import { endSessions } from './endSessions.ts'
import './invite-dialog.ts'
import './member-dialog.ts'
import { invitationsTable, membersTable, sessionsTable } from './tables.ts'
import type { Invitation, Member, TeamSession } from './team.ts'
import { teamTexts } from './texts.ts'

/** What is open above the screen. */
type Open =
  | { readonly kind: 'invite' }
  | { readonly kind: 'change'; readonly member: Member }
  | { readonly kind: 'question'; readonly question: Question; readonly done: () => void }

const pathOf = (list: 'members' | 'invitations' | 'sessions', id: string): string =>
  `/v1/team/${list}/${encodeURIComponent(id)}`

/** The people of the account: members, open invitations and sessions. */
export class TeamScreen extends Screen {
  static override properties = { ...Screen.properties, open: { state: true } }

  declare open: Open | null

  readonly #api = () => this.context.api
  readonly #members = new PagedList<Member>(this, {
    api: this.#api,
    path: '/v1/team/members',
    rowsIn: ({ members }: { members: readonly Member[] }) => members,
  })
  readonly #invitations = new PagedList<Invitation>(this, {
    api: this.#api,
    path: '/v1/team/invitations',
    rowsIn: ({ invitations }: { invitations: readonly Invitation[] }) => invitations,
  })
  readonly #sessions = new PagedList<TeamSession>(this, {
    api: this.#api,
    path: '/v1/team/sessions',
    rowsIn: ({ sessions }: { sessions: readonly TeamSession[] }) => sessions,
  })
  #opener: HTMLElement | null = null

  constructor() {
    super()
    this.open = null
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('route')) return
    this.context.setTitle(teamTexts.title)
    void this.#members.reload()
    void this.#invitations.reload()
    void this.#sessions.reload()
  }

  #show(open: Open): void {
    this.#opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    this.open = open
  }

  /** Focus returns to what opened the dialog, or to the title if it is gone. */
  readonly #close = async (): Promise<void> => {
    this.open = null
    await this.updateComplete
    const target = this.#opener?.isConnected ? this.#opener : this.querySelector<HTMLElement>('h1')
    target?.focus()
  }

  #ask(question: Omit<Question, 'cancel' | 'sending'>, done: () => void): void {
    const { cancel, sending } = teamTexts.questions
    this.#show({ kind: 'question', question: { ...question, cancel, sending }, done })
  }

  readonly #remove = ({ id, name }: Member): void => {
    const texts = teamTexts.questions.remove
    const isSelf = id === this.context.session.member.id
    const question = {
      title: texts.title(name),
      text: isSelf ? texts.self : texts.text(name),
      action: texts.action,
      run: async () => void (await this.context.api.send('DELETE', pathOf('members', id))),
    }
    this.#ask(question, () => {
      this.context.notify(texts.done(name))
      void this.#members.reload()
      void this.#sessions.reload()
    })
  }

  readonly #withdraw = ({ id, email }: Invitation): void => {
    const texts = teamTexts.questions.withdraw
    const question = {
      title: texts.title,
      text: texts.text(email),
      action: texts.action,
      run: async () => void (await this.context.api.send('DELETE', pathOf('invitations', id))),
    }
    this.#ask(question, () => {
      this.context.notify(texts.done)
      void this.#invitations.reload()
    })
  }

  readonly #end = async ({ id }: TeamSession): Promise<void> => {
    try {
      await this.context.api.send('DELETE', pathOf('sessions', id))
      this.context.notify(teamTexts.sessions.ended)
    } catch (error) {
      this.context.notify(errorText(error))
    }
    await this.#sessions.reload()
    await this.updateComplete
    if (document.activeElement === document.body) this.querySelector<HTMLElement>('#sessions-title')?.focus()
  }

  readonly #changed = async (): Promise<void> => {
    const isSelf = this.open?.kind === 'change' && this.open.member.id === this.context.session.member.id
    await this.#close()
    // The navigation follows one's own role.
    if (isSelf) await this.context.refreshSession()
    await this.#members.reload()
  }

  readonly #endOthers = (): void => {
    const texts = teamTexts.questions.endAll
    const { api, session } = this.context
    const run = (): Promise<void> => endSessions(api, ({ id }) => id !== session.id)
    this.#ask({ title: texts.title, text: texts.text, action: texts.action, run }, () => {
      this.context.notify(teamTexts.sessions.allEnded)
      void this.#sessions.reload()
    })
  }

  #lastSeen({ id }: Member): string | null {
    const times = (this.#sessions.rows ?? []).filter(({ member }) => member === id).map(({ lastSeen }) => lastSeen)
    return times.toSorted().at(-1) ?? null
  }

  #membersTable(members: readonly Member[]): TemplateResult {
    const { context } = this
    return membersTable(members, {
      self: context.session.member.id,
      lastSeen: (member) => this.#lastSeen(member),
      change: context.can('updateMember') ? (member) => this.#show({ kind: 'change', member }) : null,
      remove: context.can('removeMember') ? this.#remove : null,
    })
  }

  #nameOf(id: string): string {
    return this.#members.rows?.find((member) => member.id === id)?.name ?? teamTexts.sessions.unknown
  }

  /** Nothing is shown before all lists are there, so that none moves another. */
  #skeleton(): TemplateResult {
    return html`
      <p class="hidden" role="status">${teamTexts.loading}</p>
      <div class="list-skeleton">${rowSkeleton(6)}</div>
    `
  }

  #lists(): TemplateResult {
    const { context } = this
    const { more, invitations, members, sessions } = teamTexts
    const rows = this.#sessions.rows ?? []
    return html`
      <section class="list-section" aria-labelledby="members-title">
        <h2 id="members-title">${members.title}</h2>
        ${this.#members.render({ loading: teamTexts.loading, more, empty: teamTexts.empty }, 2, (rows) => this.#membersTable(rows))}
      </section>
      <section class="list-section" aria-labelledby="invitations-title">
        <h2 id="invitations-title">${invitations.title}</h2>
        ${this.#invitations.render({ ...invitations, more }, 1, (rows) =>
          invitationsTable(rows, context.can('cancelInvitation') ? this.#withdraw : null),
        )}
      </section>
      <section class="list-section" aria-labelledby="sessions-title">
        <div class="section-head">
          <div>
            <h2 id="sessions-title" tabindex="-1">${sessions.title}</h2>
            <p class="small muted">${sessions.intro}</p>
          </div>
          ${
            rows.length > 1
              ? html`
                  <button class="button" aria-haspopup="dialog" @click=${this.#endOthers}>${sessions.endOthers}</button>
                `
              : nothing
          }
        </div>
        ${this.#sessions.render({ ...sessions, more }, 2, (rows) =>
          sessionsTable(rows, {
            title: sessions.title,
            current: context.session.id,
            nameOf: (id) => this.#nameOf(id),
            end: (session) => void this.#end(session),
          }),
        )}
      </section>
    `
  }

  #dialog(): unknown {
    const { open, context } = this
    switch (open?.kind) {
      case 'invite':
        return html`
          <invite-dialog
            .context=${context}
            @made=${() => void this.#invitations.reload()}
            @close=${() => void this.#close()}
          ></invite-dialog>
        `
      case 'change':
        return html`
          <member-dialog
            .context=${context}
            .member=${open.member}
            @done=${() => void this.#changed()}
            @cancel=${() => void this.#close()}
          ></member-dialog>
        `
      case 'question':
        return html`
          <question-dialog
            .question=${open.question}
            @done=${() => {
              open.done()
              void this.#close()
            }}
            @cancel=${() => void this.#close()}
          ></question-dialog>
        `
      default:
        return nothing
    }
  }

  protected override render(): TemplateResult {
    const { context } = this
    const isReady = this.#members.isSettled && this.#invitations.isSettled && this.#sessions.isSettled
    return html`
      <div class="page-head">
        <h1 tabindex="-1">${teamTexts.title}</h1>
        ${
          context.can('inviteMember')
            ? html`
                <button class="button primary" aria-haspopup="dialog" @click=${() => this.#show({ kind: 'invite' })}>
                  ${teamTexts.invite}
                </button>
              `
            : nothing
        }
      </div>
      <p class="muted intro">${teamTexts.intro}</p>
      ${isReady ? this.#lists() : this.#skeleton()} ${this.#dialog()}
    `
  }
}

customElements.define('team-screen', TeamScreen)

export const createScreen = (): TeamScreen => new TeamScreen()
