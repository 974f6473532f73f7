import { html, nothing, type TemplateResult } from 'lit'
import type {
  Connection,
  GetAccountAnswer,
  ListConnectionsAnswer,
  ListProcessorsAnswer,
} from '../../../client/types.ts'
import { icons } from '../../parts/icons.ts'
import { LoadedScreen } from '../../parts/loadedScreen.ts'
import '../../parts/question-dialog.ts'
import type { Question } from '../../parts/question-dialog.ts'
import { errorText } from '../../shell/errorText.ts'
import './connection-dialog.ts'
import { connectionFacts } from './connectionFacts.ts'
import { checkConnection, isBuiltIn, removeConnection, turnConnection } from './connectionRequests.ts'
import { health, healthLabel } from './health.ts'
import { routing, type Rules } from './routing.ts'
import type { Processor } from './settings.ts'
import { connectionsTexts } from './texts.ts'

type Data = {
  readonly connections: readonly Connection[]
  readonly processors: readonly Processor[]
  /** Null if the role cannot read the account's settings. */
  readonly rules: Rules | null
}

/** The connections to processors with their health, and the rules that route payments to them. */
export class ConnectionsScreen extends LoadedScreen<Data> {
  static override properties = {
    ...LoadedScreen.properties,
    edited: { state: true },
    question: { state: true },
    checking: { state: true },
    results: { state: true },
  }

  /** The connection of the open dialog, `new` for one that is added; null without a dialog. */
  declare edited: Connection | 'new' | null
  declare question: Question | null
  /** The id of the connection that is being checked. */
  declare checking: string
  /** The result of the last check in words, by connection. */
  declare results: ReadonlyMap<string, string>

  protected override readonly heading = connectionsTexts.title
  protected override readonly loadingText = connectionsTexts.loading

  constructor() {
    super()
    this.edited = null
    this.question = null
    this.checking = ''
    this.results = new Map()
  }

  protected override async read(signal: AbortSignal): Promise<Data> {
    const { api, can } = this.context
    const [{ connections }, { processors }, account] = await Promise.all([
      api.get<ListConnectionsAnswer>('/v1/connections', {}, signal),
      api.get<ListProcessorsAnswer>('/v1/processors', {}, signal),
      can('getAccount') ? api.get<GetAccountAnswer>('/v1/account', {}, signal) : null,
    ])
    return { connections, processors, rules: account?.account.routing ?? null }
  }

  async #check(connection: Connection): Promise<void> {
    if (this.checking) return
    this.checking = connection.id
    this.results = new Map(this.results).set(connection.id, '')
    const result = await checkConnection(connection, this.context.api)
    this.results = new Map(this.results).set(connection.id, result)
    this.checking = ''
    await this.load()
  }

  async #setDisabled(connection: Connection, disabled: boolean): Promise<void> {
    await turnConnection(connection, disabled, this.context.api)
    this.context.notify(connectionsTexts.changed)
    void this.load()
  }

  #askToTurnOff(connection: Connection): void {
    const { title, ...texts } = connectionsTexts.turnOffQuestion
    this.question = { ...texts, title: title(connection.label), run: () => this.#setDisabled(connection, true) }
  }

  #askToRemove(connection: Connection): void {
    const { title, ...texts } = connectionsTexts.removeQuestion
    this.question = { ...texts, title: title(connection.label), run: () => this.#remove(connection) }
  }

  async #remove(connection: Connection): Promise<void> {
    await removeConnection(connection, this.context.api)
    this.context.notify(connectionsTexts.removed)
    void this.load()
  }

  async #turnOn(connection: Connection): Promise<void> {
    try {
      await this.#setDisabled(connection, false)
    } catch (error) {
      this.context.notify(errorText(error))
    }
  }

  async #focus(action: string): Promise<void> {
    await this.updateComplete
    const target = this.querySelector<HTMLElement>(`[data-action="${action}"]`) ?? this.querySelector<HTMLElement>('h1')
    target?.focus()
  }

  protected override actions(): unknown {
    return this.context.can('createConnection') && this.data
      ? html`
          <button
            class="button primary"
            data-action="create"
            aria-haspopup="dialog"
            @click=${() => {
              this.edited = 'new'
            }}
          >
            ${icons.plus}
            <span>${connectionsTexts.create}</span>
          </button>
        `
      : nothing
  }

  #action(connection: Connection, operation: string, text: string, run: () => void, isDialog = true): unknown {
    return this.context.can(operation)
      ? html`
          <button
            class="button"
            data-action="${operation}-${connection.id}"
            aria-haspopup=${isDialog ? 'dialog' : nothing}
            aria-label=${connectionsTexts.of(text, connection.label)}
            @click=${run}
          >
            ${text}
          </button>
        `
      : nothing
  }

  #actions(connection: Connection): TemplateResult {
    const { actions } = connectionsTexts
    const checkText = this.checking === connection.id ? actions.checking : actions.check
    return html`
      <div class="panel-actions">
        ${this.#action(connection, 'checkConnection', checkText, () => void this.#check(connection), false)}
        ${
          isBuiltIn(connection)
            ? nothing
            : [
                this.#action(connection, 'updateConnection', actions.edit, () => {
                  this.edited = connection
                }),
                connection.disabled
                  ? this.#action(
                      connection,
                      'updateConnection',
                      actions.turnOn,
                      () => void this.#turnOn(connection),
                      false,
                    )
                  : this.#action(connection, 'updateConnection', actions.turnOff, () => this.#askToTurnOff(connection)),
                this.#action(connection, 'deleteConnection', actions.remove, () => this.#askToRemove(connection)),
              ]
        }
      </div>
    `
  }

  #connection(connection: Connection, { processors }: Data): TemplateResult {
    const titleId = `connection-${connection.id}`
    return html`
      <article class="panel connection" aria-labelledby=${titleId}>
        <div class="connection-head">
          <h2 id=${titleId}>${connection.label}</h2>
          ${healthLabel(connection)}
        </div>
        ${
          isBuiltIn(connection)
            ? html`
                <p class="small muted">${connectionsTexts.builtIn}</p>
              `
            : [
                health(connection),
                connectionFacts(
                  connection,
                  processors.find(({ name }) => name === connection.processor),
                  (text) => this.context.notify(text),
                ),
              ]
        }
        <p class="small check-result" role="status">${this.results.get(connection.id) ?? ''}</p>
        ${this.#actions(connection)}
      </article>
    `
  }

  protected override content(data: Data): TemplateResult {
    const { connections, rules } = data
    const { empty } = connectionsTexts
    return html`
      ${
        connections.length === 0
          ? html`
              <div class="empty">
                <h2>${empty.title}</h2>
                <p class="muted">${empty.text}</p>
              </div>
            `
          : html`
              <div class="connection-list">${connections.map((connection) => this.#connection(connection, data))}</div>
            `
      }
      ${rules ? routing(rules, connections) : nothing}
    `
  }

  #saved(): void {
    const isNew = this.edited === 'new'
    this.edited = null
    this.context.notify(isNew ? connectionsTexts.saved : connectionsTexts.changed)
    void this.load()
    void this.#focus(isNew ? 'create' : 'title')
  }

  protected override render(): TemplateResult {
    const { edited, question, data } = this
    // Processors that are not available in this mode would be refused.
    const processors = (data?.processors ?? []).filter(
      ({ name, modes, settings }) =>
        modes.includes(this.context.mode) && !(name === 'simulator' && settings.length === 0),
    )
    return html`
      ${super.render()}
      ${
        edited
          ? html`
              <connection-dialog
                .context=${this.context}
                .processors=${edited === 'new' ? processors : (data?.processors ?? [])}
                .connection=${edited === 'new' ? null : edited}
                @done=${() => this.#saved()}
                @cancel=${() => {
                  this.edited = null
                  void this.#focus(edited === 'new' ? 'create' : `updateConnection-${edited.id}`)
                }}
              ></connection-dialog>
            `
          : nothing
      }
      ${
        question
          ? html`
              <question-dialog
                .question=${question}
                @done=${() => {
                  this.question = null
                  void this.#focus('title')
                }}
                @cancel=${() => {
                  this.question = null
                  void this.#focus('title')
                }}
              ></question-dialog>
            `
          : nothing
      }
    `
  }
}

customElements.define('connections-screen', ConnectionsScreen)

export const createScreen = (): ConnectionsScreen => new ConnectionsScreen()
