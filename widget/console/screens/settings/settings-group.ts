import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { GetAccountAnswer } from '../../../client/types.ts'
import { errorNotice } from '../../parts/errorNotice.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { errorText } from '../../shell/errorText.ts'
import { pagePath, paths } from '../../shell/routes.ts'
import { control } from './control.ts'
import { fieldsIn, type Field, type FieldName, type Group } from './groups.ts'
import { readDraft, showValue, type Draft } from './kinds.ts'
import { LongOptions } from './longOptions.ts'
import { settingErrors } from './settingErrors.ts'
import { settingsTexts as texts } from './texts.ts'
import { valueText } from './valueText.ts'

export type Account = GetAccountAnswer['account']

/**
 * Settings that are saved together, with their own state: what was typed stays here until it is saved or undone.
 *
 * @fires saved - `detail` is the account as stored
 */
export class SettingsGroup extends LitElement {
  static override properties = {
    context: { attribute: false },
    group: { attribute: false },
    account: { attribute: false },
    drafts: { state: true },
    errors: { state: true },
    state: { state: true },
    error: { state: true },
  }

  declare context: ConsoleContext
  declare group: Group
  declare account: Account
  /** What was changed and not saved. */
  declare drafts: ReadonlyMap<FieldName, Draft>
  declare errors: ReadonlyMap<FieldName, string>
  declare state: 'edit' | 'saving' | 'saved'
  declare error: string

  readonly #longOptions = { zone: new LongOptions(this, 'zone'), currency: new LongOptions(this, 'currency') }

  constructor() {
    super()
    this.drafts = new Map()
    this.errors = new Map()
    this.state = 'edit'
    this.error = ''
  }

  protected override createRenderRoot() {
    return this
  }

  /** In test mode, what both modes share is only shown, so that nobody changes live mode from there. */
  get #isReadOnly(): boolean {
    const { mode, session } = this.context
    return this.group.isShared && mode === 'test' && session.account.modes.includes('live')
  }

  #stored({ name, kind }: Field): Draft {
    return showValue(kind, this.account[name])
  }

  #change(field: Field, draft: Draft): void {
    const drafts = new Map(this.drafts)
    if (JSON.stringify(draft) === JSON.stringify(this.#stored(field))) drafts.delete(field.name)
    else drafts.set(field.name, draft)
    this.drafts = drafts
    this.errors = new Map([...this.errors].filter(([name]) => name !== field.name))
    this.state = 'edit'
    this.error = ''
  }

  readonly #undo = (): void => {
    this.drafts = new Map()
    this.errors = new Map()
    this.state = 'edit'
    this.error = ''
  }

  /** The changed settings for the API; null if one cannot be read. */
  #read(): Record<string, unknown> | null {
    const errors = new Map<FieldName, string>()
    const body: Record<string, unknown> = {}
    for (const { name, kind } of this.group.fields) {
      const draft = this.drafts.get(name)
      if (draft === undefined) continue
      const reading = readDraft(kind, draft)
      if ('problem' in reading) errors.set(name, reading.problem)
      else body[name] = reading.value
    }
    this.errors = errors
    return errors.size > 0 ? null : body
  }

  readonly #save = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (this.state === 'saving' || this.drafts.size === 0) return
    this.error = ''
    const body = this.#read()
    if (!body) return this.#showErrors()
    this.state = 'saving'
    try {
      const { account } = await this.context.api.json<{ account: Account }>('PUT', '/v1/account', { body })
      this.drafts = new Map()
      this.state = 'saved'
      this.account = account
      this.dispatchEvent(new CustomEvent('saved', { detail: account }))
    } catch (error) {
      this.state = 'edit'
      this.errors = settingErrors(error, body)
      if (this.errors.size > 0) this.#showErrors()
      else this.error = errorText(error)
    }
  }

  #showErrors(): void {
    this.error = texts.failed
    const [first] = this.errors.keys()
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#setting-${first}`)?.focus())
  }

  #facts(fields: readonly Field[]): TemplateResult {
    return html`
      <p class="small muted">${texts.readOnly}</p>
      <dl class="facts">
        ${fields.map(
          ({ name, kind }) => html`
            <div>
              <dt>${texts.fields[name].label}</dt>
              <dd>${valueText(kind, this.account[name])}</dd>
            </div>
          `,
        )}
      </dl>
      <p><a href=${`${pagePath('live', paths.settings)}#${this.group.name}`}>${texts.openLive}</a></p>
    `
  }

  get #stateText(): string {
    if (this.state === 'saved') return texts.saved
    return this.drafts.size > 0 ? texts.unsaved : ''
  }

  #form(fields: readonly Field[]): TemplateResult {
    const isSaving = this.state === 'saving'
    const hasChanges = this.drafts.size > 0
    return html`
      <form class="settings-form" novalidate @submit=${this.#save}>
        ${fields.map((field) =>
          control(field, {
            draft: this.drafts.get(field.name) ?? this.#stored(field),
            error: this.errors.get(field.name) ?? '',
            isDisabled: isSaving,
            change: (draft) => this.#change(field, draft),
            optionsOf: (kind, selected) => this.#longOptions[kind].of(selected),
          }),
        )}
        ${errorNotice(this.error)}
        <div class="settings-foot">
          <p class="small ${this.state === 'saved' ? 'good' : 'muted'}" role="status">${this.#stateText}</p>
          ${
            hasChanges && !isSaving
              ? html`
                  <button type="button" class="button" @click=${this.#undo}>${texts.undo}</button>
                `
              : nothing
          }
          <button class="button primary" ?disabled=${!hasChanges && !isSaving} aria-disabled=${isSaving}>
            ${isSaving ? texts.saving : texts.save}
          </button>
        </div>
      </form>
    `
  }

  protected override render(): TemplateResult {
    const { group, context } = this
    const { title, intro } = texts.groups[group.name]
    const scope = group.isShared ? 'shared' : context.mode
    const fields = fieldsIn(group, context.mode)
    return html`
      <section class="panel settings-group" id=${group.name} data-scope=${scope} aria-labelledby="${group.name}-title">
        <div class="section-head">
          <h2 id="${group.name}-title">${title}</h2>
          <p class="scope">${texts.scopes[scope]}</p>
        </div>
        <p class="small muted">${intro}</p>
        ${this.#isReadOnly ? this.#facts(fields) : this.#form(fields)}
      </section>
    `
  }
}

customElements.define('settings-group', SettingsGroup)

declare global {
  interface HTMLElementTagNameMap {
    'settings-group': SettingsGroup
  }
}
