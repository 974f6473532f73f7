import { html, nothing, type TemplateResult } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { avsTexts, cvvTexts } from '#contract/transactions/verificationCodes'
import type { Field, FieldName } from './groups.ts'
import type { Draft, LegalDraft } from './kinds.ts'
import { legalFields } from './legalFields.ts'
import type { LongListKind, Options } from './options.ts'
import { settingsTexts } from './texts.ts'

export type ControlState = {
  readonly draft: Draft
  readonly error: string
  readonly isDisabled: boolean
  readonly change: (draft: Draft) => void
  /** Options of a long list, with the selected one. */
  readonly optionsOf: (kind: LongListKind, selected: string) => Options
}

const idOf = (name: FieldName): string => `setting-${name}`
const textOf = (event: Event): string => (event.target as HTMLInputElement).value

const hasMessage = (name: FieldName, error: string): boolean => error !== '' || settingsTexts.fields[name].help !== ''

const describedBy = (name: FieldName, error: string): string | typeof nothing =>
  hasMessage(name, error) ? `${idOf(name)}-message` : nothing

/** Help or error below a field; both are announced with it. */
const message = (name: FieldName, error: string): unknown =>
  hasMessage(name, error)
    ? html`
        <p class="message ${error ? 'bad' : ''}" id="${idOf(name)}-message">
          ${error || settingsTexts.fields[name].help}
        </p>
      `
    : nothing

const labelled = (name: FieldName, error: string, control: TemplateResult): TemplateResult => html`
  <div class="field">
    <label for=${idOf(name)}>${settingsTexts.fields[name].label}</label>
    ${control} ${message(name, error)}
  </div>
`

const input = (name: FieldName, { draft, error, isDisabled, change }: ControlState, isNumeric = false) =>
  labelled(
    name,
    error,
    html`
      <input
        class="input"
        id=${idOf(name)}
        autocomplete="off"
        spellcheck="false"
        inputmode=${isNumeric ? 'numeric' : nothing}
        aria-describedby=${describedBy(name, error)}
        aria-invalid=${error !== ''}
        ?disabled=${isDisabled}
        .value=${draft as string}
        @input=${(event: Event) => change(textOf(event))}
      />
    `,
  )

const select = (name: FieldName, { draft, error, isDisabled, change }: ControlState, options: Options) =>
  labelled(
    name,
    error,
    html`
      <select
        class="input"
        id=${idOf(name)}
        aria-describedby=${describedBy(name, error)}
        aria-invalid=${error !== ''}
        ?disabled=${isDisabled}
        @change=${(event: Event) => change(textOf(event))}
      >
        ${guard([options, draft], () =>
          options.map(
            ([value, text]) => html`
              <option value=${value} .selected=${value === draft}>${text}</option>
            `,
          ),
        )}
      </select>
    `,
  )

const codes = (
  name: FieldName,
  table: Readonly<Record<string, string>>,
  { draft, error, isDisabled, change }: ControlState,
): TemplateResult => {
  const chosen = draft as readonly string[]
  const all = Object.entries(table)
  const toggle = (code: string): void =>
    change(all.map(([each]) => each).filter((each) => (each === code) !== chosen.includes(each)))
  return html`
    <fieldset class="choices" ?disabled=${isDisabled} aria-describedby=${describedBy(name, error)}>
      <legend class="label">${settingsTexts.fields[name].label}</legend>
      <details>
        <summary class="small" id=${idOf(name)}>${settingsTexts.codes(chosen.length, all.length)}</summary>
        ${all.map(
          ([code, text]) => html`
            <label class="check">
              <input type="checkbox" .checked=${chosen.includes(code)} @change=${() => toggle(code)} />
              <span>
                <code>${code}</code>
                ${text}
              </span>
            </label>
          `,
        )}
      </details>
      ${error ? message(name, error) : nothing}
    </fieldset>
  `
}

const switched = (name: FieldName, { draft, error, isDisabled, change }: ControlState): TemplateResult => html`
  <div class="field">
    <label class="check">
      <input
        type="checkbox"
        id=${idOf(name)}
        aria-describedby=${describedBy(name, error)}
        ?disabled=${isDisabled}
        .checked=${draft as boolean}
        @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
      />
      ${settingsTexts.fields[name].label}
    </label>
    ${message(name, error)}
  </div>
`

const lines = (name: FieldName, { draft, error, isDisabled, change }: ControlState): TemplateResult =>
  labelled(
    name,
    error,
    html`
      <textarea
        class="input"
        id=${idOf(name)}
        rows="4"
        spellcheck="false"
        aria-describedby=${describedBy(name, error)}
        aria-invalid=${error !== ''}
        ?disabled=${isDisabled}
        .value=${draft as string}
        @input=${(event: Event) => change(textOf(event))}
      ></textarea>
    `,
  )

/** The control of a setting with its label, its help and its error. */
export const control = ({ name, kind }: Field, state: ControlState): TemplateResult => {
  switch (kind) {
    case 'switch':
      return switched(name, state)
    case 'choice':
      return select(
        name,
        state,
        Object.entries(settingsTexts.options[name as keyof typeof settingsTexts.options]) as [string, string][],
      )
    case 'zone':
    case 'currency':
      return select(name, state, state.optionsOf(kind, state.draft as string))
    case 'cvv':
      return codes(name, cvvTexts, state)
    case 'avs':
      return codes(name, avsTexts, state)
    case 'lines':
      return lines(name, state)
    case 'legal':
      return legalFields(
        state.draft as readonly LegalDraft[],
        state.isDisabled,
        state.change,
        message(name, state.error),
      )
    default:
      return input(name, state, kind === 'number')
  }
}
