import { html, nothing, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import type { Network } from '#contract/card/networks'
import type { FieldKind } from '../../card/fieldKinds.ts'
import type { CheckoutTexts } from '../../locales/checkoutTexts.ts'
import type { Texts } from '../../locales/cardTexts.ts'
import '../../fields/field/field.ts'

/** The texts that the worker gives the script. */
export type PageTexts = {
  readonly card: Texts
  readonly checkout: Omit<
    CheckoutTexts,
    'title' | 'testMode' | 'noScript' | 'secured' | 'invoice' | 'terms' | 'closed' | 'receipt' | 'mail'
  >
}

/** What every question of the form is drawn with. */
export type Asking = {
  readonly texts: PageTexts
  readonly locale: string
  /** It is being paid: nothing can be edited. */
  readonly locked: boolean
}

/** A text with its places filled in. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)

export const section = (title: string, content: unknown): TemplateResult => html`
  <section>
    <h2>${title}</h2>
    ${content}
  </section>
`

/** A label that says where a field may stay empty. */
export const labelled = <Label extends string | TemplateResult>(
  label: Label,
  required: boolean,
  { texts }: Asking,
): Label | TemplateResult =>
  required
    ? label
    : html`
        ${label}
        <span class="optional">${texts.card.optional}</span>
      `

export type Question = {
  /** Its member of the body of a try. */
  path: string
  kind: FieldKind<string>
  label: string | TemplateResult
  /** What is known already. */
  value?: string
  /** What to say of a text that is not right. */
  wrong?: string
  help?: string
  /** Sentences in place of the usual. */
  errors?: Partial<Record<FieldError, string>>
  /** Of a security code: the network of its card. */
  network?: Network
}

/** One line of text. */
export const textField = (
  { texts: { checkout }, locked }: Asking,
  { path, kind, label, value = '', wrong = checkout.errors.wrong, help = '', errors, network = 'unknown' }: Question,
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
