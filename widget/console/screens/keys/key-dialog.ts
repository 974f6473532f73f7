import { html, nothing, type TemplateResult } from 'lit'
import { secretKeyScopes, type Scope } from '#contract/scopes'
import { roleRules } from '#contract/team/roles'
import type { IssueApiKeyAnswer } from '../../../client/types.ts'
import { FormDialog, type Problems, type Write } from '../../parts/form-dialog.ts'
import { scopeText } from './scopeWords.ts'
import { keysTexts } from './texts.ts'

const texts = keysTexts.dialog

type Kind = 'restricted' | 'secret' | 'publishable'

/** The dialog that creates an API key. It offers what the member's role may grant; the server decides. */
export class KeyDialog extends FormDialog<IssueApiKeyAnswer> {
  static override properties = {
    ...FormDialog.properties,
    name: { state: true },
    kind: { state: true },
    scopes: { state: true },
    origins: { state: true },
  }

  declare name: string
  declare kind: Kind
  declare scopes: readonly string[]
  declare origins: string

  protected override readonly texts = texts

  constructor() {
    super()
    this.name = ''
    this.kind = 'restricted'
    this.scopes = []
    this.origins = ''
  }

  /** The scopes that the role has: a key cannot have more. Test keys have none that must be named. */
  get #grantable(): readonly Scope[] {
    const rules: Readonly<Record<string, { readonly scopes: readonly Scope[] }>> = roleRules
    const scopes = rules[this.context.session.member.role]?.scopes ?? []
    return this.context.mode === 'live' ? scopes : scopes.filter((scope) => secretKeyScopes.includes(scope))
  }

  get #kinds(): readonly Kind[] {
    const grantable = this.#grantable
    const hasAll = secretKeyScopes.every((scope) => grantable.includes(scope))
    return [
      'restricted',
      ...(hasAll ? (['secret'] as const) : []),
      ...(grantable.includes('tokens:write') ? (['publishable'] as const) : []),
    ]
  }

  protected override check(): Problems {
    return this.kind === 'restricted' && this.scopes.length === 0 ? { scopes: texts.noScopes } : {}
  }

  protected override request(): Write {
    const origins = this.origins.split(/\s+/).filter(Boolean)
    return {
      method: 'POST',
      path: '/v1/apikeys',
      body: {
        kind: this.kind,
        ...(this.name.trim() && { name: this.name.trim() }),
        ...(this.kind === 'restricted' && { scopes: this.scopes }),
        ...(this.kind === 'publishable' && origins.length > 0 && { allowedOrigins: origins }),
      },
    }
  }

  #toggle(scope: string, isChosen: boolean): void {
    const chosen = new Set(this.scopes)
    if (isChosen) chosen.add(scope)
    else chosen.delete(scope)
    // In the order of the reference, so that an equal choice is an equal request.
    this.scopes = this.#grantable.filter((each) => chosen.has(each))
  }

  #kindField(): unknown {
    const kinds = this.#kinds
    if (kinds.length < 2) return nothing
    return html`
      <fieldset class="options">
        <legend class="label">${texts.kind}</legend>
        ${kinds.map(
          (kind) => html`
            <label class="option">
              <input
                type="radio"
                name="kind"
                .checked=${this.kind === kind}
                @change=${() => {
                  this.kind = kind
                }}
              />
              <span>
                <strong>${keysTexts.kinds[kind]}</strong>
                <span class="small muted">${texts.kindTexts[kind]}</span>
              </span>
            </label>
          `,
        )}
      </fieldset>
    `
  }

  #scopesField(): TemplateResult {
    return html`
      <div>
        <fieldset class="options scroll" aria-describedby="scopes-message" tabindex="-1">
          <legend class="label">${texts.scopes}</legend>
          ${this.#grantable.map(
            (scope) => html`
              <label class="option">
                <input
                  type="checkbox"
                  name="scopes"
                  value=${scope}
                  .checked=${this.scopes.includes(scope)}
                  @change=${(event: Event) => this.#toggle(scope, (event.target as HTMLInputElement).checked)}
                />
                <span>
                  <code>${scope}</code>
                  <span class="small muted">${scopeText(scope)}</span>
                </span>
              </label>
            `,
          )}
        </fieldset>
        ${this.message('scopes')}
      </div>
    `
  }

  protected override fields(): TemplateResult {
    return html`
      ${this.textField(
        'name',
        texts.name,
        this.name,
        (value) => {
          this.name = value
        },
        { help: texts.nameHelp },
      )}
      ${this.#kindField()} ${this.kind === 'restricted' ? this.#scopesField() : nothing}
      ${
        this.kind === 'publishable'
          ? this.linesField(
              'allowedOrigins',
              texts.origins,
              this.origins,
              (value) => {
                this.origins = value
              },
              texts.originsHelp,
            )
          : nothing
      }
    `
  }
}

customElements.define('key-dialog', KeyDialog)
