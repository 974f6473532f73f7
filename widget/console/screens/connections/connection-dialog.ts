import { html, nothing, type TemplateResult } from 'lit'
import type { Connection, CreateConnectionAnswer } from '../../../client/types.ts'
import { FormDialog, type FormTexts, type Problems, type Write } from '../../parts/form-dialog.ts'
import { entryOf, problemOf, settingsOf, type Entry, type Processor, type Setting } from './settings.ts'
import { connectionsTexts } from './texts.ts'

const texts = connectionsTexts.dialog

/** Errors of the API name a setting by its path. */
const fieldOf = (name: string): string => `settings.${name}`

/** The dialog that adds or changes a connection, with the settings that its processor describes. */
export class ConnectionDialog extends FormDialog<CreateConnectionAnswer> {
  static override properties = {
    ...FormDialog.properties,
    processors: { attribute: false },
    connection: { attribute: false },
    processor: { state: true },
    name: { state: true },
    entries: { state: true },
  }

  declare processors: readonly Processor[]
  /** The connection to change; null for a new one. */
  declare connection: Connection | null
  /** Name of the chosen processor. */
  declare processor: string
  declare name: string
  /** What was entered, by the name of the setting. It may have credentials, and is gone with the dialog. */
  declare entries: ReadonlyMap<string, Entry>

  constructor() {
    super()
    this.processors = []
    this.connection = null
    this.processor = ''
    this.name = ''
    this.entries = new Map()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.processor = this.connection?.processor ?? this.processors[0]?.name ?? ''
    this.name = this.connection?.label ?? ''
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.entries = new Map()
  }

  get #settings(): readonly Setting[] {
    return this.#processor?.settings ?? []
  }

  get #processor(): Processor | undefined {
    return this.processors.find(({ name }) => name === this.processor)
  }

  protected override get texts(): FormTexts {
    return this.connection
      ? { ...texts, title: texts.editTitle(this.connection.label), submit: texts.save }
      : { ...texts, title: texts.addTitle, submit: texts.add }
  }

  #entry(setting: Setting): Entry {
    return this.entries.get(setting.name) ?? entryOf(setting, this.connection)
  }

  #set(name: string, entry: Entry): void {
    this.entries = new Map(this.entries).set(name, entry)
  }

  protected override check(): Problems {
    const problems = this.#settings.map(
      (setting) => [fieldOf(setting.name), problemOf(setting, this.#entry(setting), this.connection)] as const,
    )
    return {
      ...(this.name.trim() === '' && { label: texts.noLabel }),
      ...Object.fromEntries(problems.filter(([, problem]) => problem !== '')),
    }
  }

  protected override request(): Write {
    const { connection } = this
    const label = this.name.trim()
    const settings = settingsOf(this.#settings, this.entries, connection)
    return connection
      ? { method: 'PUT', path: `/v1/connections/${encodeURIComponent(connection.id)}`, body: { label, settings } }
      : { method: 'POST', path: '/v1/connections', body: { processor: this.processor, label, settings } }
  }

  #help({ name, kind, help }: Setting): string {
    const isStored = this.connection?.secretNames.includes(name) === true
    const more =
      kind === 'secret'
        ? isStored
          ? texts.secretStored
          : texts.secretHelp
        : kind === 'currencies'
          ? texts.numbers
          : kind === 'methods'
            ? texts.methods
            : ''
    return [help, more].filter(Boolean).join(' ')
  }

  #field(setting: Setting): TemplateResult {
    const { name, title, kind, choices } = setting
    const entry = this.#entry(setting)
    const help = this.#help(setting)
    if (typeof entry === 'boolean')
      return html`
        <div class="field">
          <label class="check">
            <input
              type="checkbox"
              name=${fieldOf(name)}
              aria-describedby="${fieldOf(name)}-message"
              .checked=${entry}
              @change=${(event: Event) => this.#set(name, (event.target as HTMLInputElement).checked)}
            />
            ${title}
          </label>
          ${this.message(fieldOf(name), help)}
        </div>
      `
    if (kind === 'choice')
      return html`
        <div class="field">
          <label for="field-${fieldOf(name)}">${title}</label>
          <select
            class="input"
            id="field-${fieldOf(name)}"
            name=${fieldOf(name)}
            aria-invalid=${fieldOf(name) in this.problems}
            aria-describedby="${fieldOf(name)}-message"
            @change=${(event: Event) => this.#set(name, (event.target as HTMLSelectElement).value)}
          >
            ${
              entry === '' || !setting.required
                ? html`
                    <option value="" ?selected=${entry === ''}>${texts.notChosen}</option>
                  `
                : nothing
            }
            ${(choices ?? []).map(
              (choice) => html`
                <option value=${choice} ?selected=${choice === entry}>${choice}</option>
              `,
            )}
          </select>
          ${this.message(fieldOf(name), help)}
        </div>
      `
    return this.textField(fieldOf(name), title, entry, (value) => this.#set(name, value), {
      help,
      type: kind === 'secret' ? 'password' : 'text',
      isCode: kind === 'host' || kind === 'secret',
    })
  }

  protected override fields(): TemplateResult {
    const count = this.context.mode === 'test' ? (this.#processor?.testCards ?? null) : null
    return html`
      ${
        this.connection
          ? nothing
          : html`
              <div class="field">
                <label for="field-processor">${texts.processor}</label>
                <select
                  class="input"
                  id="field-processor"
                  name="processor"
                  aria-describedby="processor-message"
                  @change=${(event: Event) => {
                    this.processor = (event.target as HTMLSelectElement).value
                    this.entries = new Map()
                  }}
                >
                  ${this.processors.map(
                    ({ name, title }) => html`
                      <option value=${name} ?selected=${name === this.processor}>${title}</option>
                    `,
                  )}
                </select>
                ${this.message('processor', count === null ? '' : texts.testCards(count))}
              </div>
            `
      }
      ${this.textField(
        'label',
        texts.label,
        this.name,
        (value) => {
          this.name = value
        },
        { help: texts.labelHelp },
      )}
      ${this.#settings.map((setting) => this.#field(setting))}
    `
  }
}

customElements.define('connection-dialog', ConnectionDialog)
