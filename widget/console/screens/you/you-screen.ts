import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { errorPanel } from '../../parts/errorPanel.ts'
import { icons } from '../../parts/icons.ts'
import { PagedList } from '../../parts/pagedList.ts'
import { peopleTable, rowButton } from '../../parts/peopleTable.ts'
import '../../parts/question-dialog.ts'
import type { Question } from '../../parts/question-dialog.ts'
import { timeAgo } from '../../parts/time.ts'
import { errorText } from '../../shell/errorText.ts'
import { Screen } from '../../shell/screen.ts'
import { rowSkeleton } from '../../shell/skeleton.ts'
import { shellTexts } from '../../shell/texts.ts'
import { endSessions } from '../team/endSessions.ts'
import { limitText } from '../team/limitText.ts'
import { sessionsTable } from '../team/tables.ts'
import type { TeamSession } from '../team/team.ts'
import './code-dialog.ts'
import './passkey-dialog.ts'
import { newRecoveryCode, readPasskeys, removePasskey, type OwnPasskeys, type Passkey } from './passkeys.ts'
import { youTexts as texts } from './texts.ts'

/** What is open above the screen. */
type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'question'; readonly question: Question; readonly done: () => void }

/** A member's own passkeys, recovery code and sessions. */
export class YouScreen extends Screen {
  static override properties = {
    ...Screen.properties,
    own: { state: true },
    failure: { state: true },
    open: { state: true },
  }

  /** Undefined until it is read. */
  declare own: OwnPasskeys | undefined
  declare failure: unknown
  declare open: Open | null

  readonly #sessions = new PagedList<TeamSession>(this, {
    api: () => this.context.api,
    path: '/v1/team/sessions',
    // Owners read those of the whole team.
    rowsIn: ({ sessions }: { sessions: readonly TeamSession[] }) =>
      sessions.filter(({ member }) => member === this.context.session.member.id),
  })
  readonly #stopped = new AbortController()
  #opener: HTMLElement | null = null

  constructor() {
    super()
    this.own = undefined
    this.failure = null
    this.open = null
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopped.abort()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('route')) return
    this.context.setTitle(texts.title)
    void this.#load()
    void this.#sessions.reload()
  }

  readonly #load = async (): Promise<void> => {
    this.failure = null
    const { signal } = this.#stopped
    try {
      this.own = await readPasskeys(this.context.api, signal)
    } catch (error) {
      if (!signal.aborted) this.failure = error
    }
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

  #ask(question: Pick<Question, 'title' | 'text' | 'action' | 'run'>, done: () => void): void {
    const { cancel, sending } = texts.questions
    this.#show({ kind: 'question', question: { ...question, cancel, sending }, done })
  }

  readonly #remove = ({ id, name }: Passkey): void => {
    const { title, text, action } = texts.questions.remove
    const run = (): Promise<void> => removePasskey(this.context.api, id)
    this.#ask({ title: title(name || texts.passkeys.unnamed), text, action, run }, () => {
      this.context.notify(texts.passkeys.removed)
      void this.#load()
      void this.#sessions.reload()
      void this.#close()
    })
  }

  readonly #makeCode = async (): Promise<void> => {
    let code = ''
    const run = async (): Promise<void> => {
      code = await newRecoveryCode(this.context.api)
    }
    const show = (): void => {
      this.open = { kind: 'code', code }
      void this.#load()
    }
    if (this.own?.hasRecoveryCode) return this.#ask({ ...texts.questions.newCode, run }, show)
    this.#opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    try {
      await run()
      show()
    } catch (error) {
      this.context.notify(errorText(error))
    }
  }

  readonly #endAll = (): void => {
    const { api, session } = this.context
    const run = (): Promise<void> =>
      endSessions(api, ({ id, member }) => member === session.member.id && id !== session.id)
    this.#ask({ ...texts.questions.endAll, run }, () => void this.context.signOut())
  }

  readonly #end = async ({ id }: TeamSession): Promise<void> => {
    try {
      await this.context.api.send('DELETE', `/v1/team/sessions/${encodeURIComponent(id)}`)
      this.context.notify(texts.sessions.ended)
    } catch (error) {
      this.context.notify(errorText(error))
    }
    await this.#sessions.reload()
    await this.updateComplete
    if (document.activeElement === document.body) this.querySelector<HTMLElement>('#sessions-title')?.focus()
  }

  #profile(): TemplateResult {
    const { name, email, role, refundLimit } = this.context.session.member
    const roleName = shellTexts.account.roles[role] ?? role
    return html`
      <p class="intro">
        <strong>${name}</strong>
        <span class="muted block">${email}</span>
        <span class="block">${roleName}. ${texts.refunds}: ${limitText(role, refundLimit)}.</span>
        ${
          role === 'owner'
            ? nothing
            : html`
                <span class="small muted block">${texts.asOwner}</span>
              `
        }
      </p>
    `
  }

  #passkeys({ passkeys, hasRecoveryCode }: OwnPasskeys): TemplateResult {
    const { title, intro, add, columns, never, unnamed, remove, only, none, empty } = texts.passkeys
    const nameOf = ({ name }: Passkey): string => name || unnamed
    return html`
      <section class="list-section" aria-labelledby="passkeys-title">
        <div class="section-head">
          <div>
            <h2 id="passkeys-title">${title}</h2>
            <p class="small muted">${intro}</p>
          </div>
          <button class="button" aria-haspopup="dialog" @click=${() => this.#show({ kind: 'add' })}>${add}</button>
        </div>
        ${
          passkeys.length < 2 && !hasRecoveryCode
            ? html`
                <div class="notice warn">
                  ${icons.alert}
                  <p>${passkeys.length === 0 ? none : only}</p>
                </div>
              `
            : nothing
        }
        ${
          passkeys.length === 0
            ? html`
                <p class="muted none">${empty}</p>
              `
            : peopleTable<Passkey>(
                title,
                [
                  {
                    heading: columns.name,
                    kind: 'name',
                    cell: (passkey) => html`
                      <strong>${nameOf(passkey)}</strong>
                    `,
                  },
                  { heading: columns.created, cell: ({ created }) => timeAgo(created) },
                  { heading: columns.used, cell: ({ lastUsed }) => (lastUsed === null ? never : timeAgo(lastUsed)) },
                  {
                    heading: columns.actions,
                    kind: 'actions',
                    cell: (passkey) => rowButton(remove, nameOf(passkey), () => this.#remove(passkey)),
                  },
                ],
                passkeys,
              )
        }
      </section>
      <section class="list-section" aria-labelledby="code-section-title">
        <div class="section-head">
          <div>
            <h2 id="code-section-title">${texts.code.title}</h2>
            <p class="small muted">${hasRecoveryCode ? texts.code.kept : texts.code.missing}</p>
          </div>
          <button class="button" aria-haspopup="dialog" @click=${this.#makeCode}>
            ${hasRecoveryCode ? texts.code.makeNew : texts.code.make}
          </button>
        </div>
      </section>
    `
  }

  #sessionList(): TemplateResult {
    const { title, intro, endAll } = texts.sessions
    return html`
      <section class="list-section" aria-labelledby="sessions-title">
        <div class="section-head">
          <div>
            <h2 id="sessions-title" tabindex="-1">${title}</h2>
            <p class="small muted">${intro}</p>
          </div>
          <button class="button" aria-haspopup="dialog" @click=${this.#endAll}>${endAll}</button>
        </div>
        ${this.#sessions.render(texts.sessions, 1, (rows) =>
          sessionsTable(rows, {
            title,
            current: this.context.session.id,
            nameOf: null,
            end: (session) => void this.#end(session),
          }),
        )}
      </section>
    `
  }

  #dialog(): unknown {
    const { open, context } = this
    switch (open?.kind) {
      case 'add':
        return html`
          <passkey-dialog
            .context=${context}
            @done=${() => {
              void this.#load()
              void this.#close()
            }}
            @cancel=${() => void this.#close()}
          ></passkey-dialog>
        `
      case 'code':
        return html`
          <code-dialog .context=${context} .code=${open.code} @close=${() => void this.#close()}></code-dialog>
        `
      case 'question':
        return html`
          <question-dialog
            .question=${open.question}
            @done=${open.done}
            @cancel=${() => void this.#close()}
          ></question-dialog>
        `
      default:
        return nothing
    }
  }

  /** Nothing is shown before both lists are there, so that none moves the other. */
  #lists(): TemplateResult {
    const { own, failure } = this
    if (!this.#sessions.isSettled || (!own && !failure))
      return html`
        <p class="hidden" role="status">${texts.loading}</p>
        <div class="list-skeleton">${rowSkeleton(5)}</div>
      `
    return html`
      ${failure ? errorPanel(failure, () => void this.#load()) : nothing} ${own ? this.#passkeys(own) : nothing}
      ${this.#sessionList()}
    `
  }

  protected override render(): TemplateResult {
    return html`
      <div class="page-head"><h1 tabindex="-1">${texts.title}</h1></div>
      ${this.#profile()} ${this.#lists()} ${this.#dialog()}
    `
  }
}

customElements.define('you-screen', YouScreen)

export const createScreen = (): YouScreen => new YouScreen()
