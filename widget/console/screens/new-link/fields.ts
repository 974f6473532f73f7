import { html, nothing, type TemplateResult } from 'lit'
import type { Draft } from './form.ts'
import { newLinkTexts as texts } from './texts.ts'

/** The form as its fields see it. */
export type LinkForm = {
  readonly draft: Draft
  /** While a request has no response yet, only the same one can be sent. */
  readonly isDisabled: boolean
  /** What is wrong with a field; empty if nothing is. */
  readonly problemOf: (name: string) => string
  /** Changes the draft. What the gateway refused at the named fields is no longer shown. */
  readonly change: (change: Partial<Draft>, ...fields: readonly string[]) => void
}

type Flag = { [Name in keyof Draft]: Draft[Name] extends boolean ? Name : never }[keyof Draft]
type Text = { [Name in keyof Draft]: string extends Draft[Name] ? Name : never }[keyof Draft]

export type FieldOptions = {
  readonly type?: 'email' | 'date' | 'url'
  readonly isAmount?: boolean
  readonly isOptional?: boolean
  readonly help?: string
  readonly max?: number
}

/** A field of one line. */
export const inputField = (
  { isDisabled, problemOf }: LinkForm,
  field: { readonly name: string; readonly label: string; readonly value: string },
  onInput: (value: string) => void,
  { type, isAmount = false, isOptional = false, help = '', max = 100 }: FieldOptions = {},
): TemplateResult => {
  const { name, label, value } = field
  const problem = problemOf(name)
  return html`
    <div class="field">
      <label for="link-${name}">
        ${label}
        ${
          isOptional
            ? html`
                <span class="muted">(${texts.optional})</span>
              `
            : nothing
        }
      </label>
      <input
        class="input ${isAmount ? 'figure' : ''}"
        id="link-${name}"
        type=${type ?? 'text'}
        inputmode=${isAmount ? 'decimal' : nothing}
        autocomplete="off"
        maxlength=${type === 'date' ? nothing : max}
        aria-invalid=${problem !== ''}
        aria-describedby="link-${name}-message"
        .value=${value}
        ?disabled=${isDisabled}
        @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
      />
      <p class="message ${problem ? 'bad' : ''}" id="link-${name}-message">${problem || help}</p>
    </div>
  `
}

/** A field for a text of the draft, which may be empty. */
export const textField = (form: LinkForm, name: Text, label: string, options: FieldOptions = {}): TemplateResult =>
  inputField(form, { name, label, value: form.draft[name] }, (value) => form.change({ [name]: value }, name), {
    isOptional: true,
    ...options,
  })

/** A box for a choice of the draft. */
export const checkField = ({ draft, isDisabled, change }: LinkForm, name: Flag, label: string): TemplateResult => html`
  <label class="check">
    <input
      type="checkbox"
      .checked=${draft[name]}
      ?disabled=${isDisabled}
      @change=${(event: Event) => change({ [name]: (event.target as HTMLInputElement).checked })}
    />
    ${label}
  </label>
`

/** A field for one of several values. */
export const selectField = (
  { isDisabled, problemOf }: LinkForm,
  field: { readonly name: string; readonly label: string; readonly value: string },
  choices: Iterable<readonly [value: string, text: string]>,
  onChange: (value: string) => void,
): TemplateResult => {
  const { name, label, value } = field
  const problem = problemOf(name)
  return html`
    <div class="field">
      <label for="link-${name}">${label}</label>
      <select
        class="input"
        id="link-${name}"
        ?disabled=${isDisabled}
        aria-invalid=${problem !== ''}
        aria-describedby="link-${name}-message"
        @change=${(event: Event) => onChange((event.target as HTMLSelectElement).value)}
      >
        ${[...choices].map(
          ([id, text]) => html`
            <option value=${id} ?selected=${id === value}>${text}</option>
          `,
        )}
      </select>
      <p class="message ${problem ? 'bad' : ''}" id="link-${name}-message">${problem}</p>
    </div>
  `
}
