import { html, nothing, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import type { Network } from '#contract/card/networks'
import type { FieldKind } from '../../card/fieldKinds.ts'
import type { CheckoutTexts } from '../../locales/checkoutTexts.ts'
import type { Texts } from '../../locales/cardTexts.ts'
import '../../fields/field/field.ts'

/** Texts in the page's inline JSON. */
export type PageTexts = {
  readonly card: Texts
  readonly checkout: Omit<
    CheckoutTexts,
    | 'title'
    | 'testMode'
    | 'noScript'
    | 'secured'
    | 'statement'
    | 'invoice'
    | 'terms'
    | 'closed'
    | 'receipt'
    | 'mail'
    | 'order'
  > & {
    /** Present if the checkout offers choices. */
    readonly order?: CheckoutTexts['order']
  }
}

/** Input to the rendering of all form fields. */
export type FormContext = {
  readonly texts: PageTexts
  readonly locale: string
  /** A payment is in progress: all fields are read-only. */
  readonly locked: boolean
}

/** Replaces `{name}` placeholders. */
export const interpolate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)

export const section = (title: string, content: unknown): TemplateResult => html`
  <section>
    <h2>${title}</h2>
    ${content}
  </section>
`

/** The label, with a note if the field is optional. */
export const fieldLabel = <Label extends string | TemplateResult>(
  label: Label,
  required: boolean,
  { texts }: FormContext,
): Label | TemplateResult =>
  required
    ? label
    : html`
        ${label}
        <span class="optional">${texts.card.optional}</span>
      `

export type TextFieldOptions = {
  /** Path of its member in the pay request. */
  path: string
  kind: FieldKind<string>
  label: string | TemplateResult
  /** The initial value. */
  value?: string
  /** Message for an invalid text. */
  wrong?: string
  help?: string
  /** Messages in place of the default ones. */
  errors?: Partial<Record<FieldError, string>>
  /** The card's network, for a security code. */
  network?: Network
}

/** Renders a text field. */
export const textField = (
  { texts: { checkout }, locked }: FormContext,
  {
    path,
    kind,
    label,
    value = '',
    wrong = checkout.errors.wrong,
    help = '',
    errors,
    network = 'unknown',
  }: TextFieldOptions,
): TemplateResult => html`
  <sluice-field
    data-path=${path}
    .kind=${kind}
    .label=${label}
    .errors=${errors ?? { missing: checkout.errors.required, incomplete: wrong, wrong }}
    .value=${value}
    .help=${help}
    .network=${network}
    .locked=${locked}
  ></sluice-field>
`

export const when = <T>(condition: unknown, content: () => T): T | typeof nothing => (condition ? content() : nothing)
