import { type AddressRules, addressRows } from '#contract/addresses/addressRules'
import { lineLabel } from '#contract/addresses/lineLabel'
import type { KnownNetwork } from '#contract/card/networks'
import type { SavedMethod } from '#contract/checkouts/form'
import type { CheckoutView } from '#contract/checkouts/view'
import { type Html, html } from '../html.ts'
import type { ViewModel } from './viewModel.ts'
import type { LegalTexts } from './panels/legal.ts'
import { fillText } from './fill.ts'
import { networkTitle } from './panels/payment.ts'

/** The networks that a new card may have, each once; null for all. */
export const acceptedNetworks = ({ appearance }: Pick<CheckoutView, 'appearance'>): readonly KnownNetwork[] | null =>
  appearance.acceptedNetworks ? [...new Set(appearance.acceptedNetworks)] : null

/** The name of a saved payment method. */
const savedName = ({ network, last4, expiry }: SavedMethod, methods: ViewModel['texts']['methods']): string => {
  if (network === 'ach') return fillText(methods.savedAccount, { last4 })
  const name = fillText(methods.savedCard, { network: networkTitle(network) ?? methods.card, last4 })
  return expiry ? `${name} · ${fillText(methods.expires, { date: expiry })}` : name
}

/** The skeleton of a field: its label and an empty box. */
const fieldSkeleton = (label: string): Html => html`
  <div class="skeleton-field"><span>${label}</span></div>
`

/** Fields side by side: `pair` always, `wide` if two fit, `joined` if the three card fields fit. */
const rowSkeleton = (kind: 'pair' | 'wide' | 'joined', labels: readonly string[]): Html => html`
  <div class="skeleton-row ${kind}">${labels.map(fieldSkeleton)}</div>
`

/** The skeleton of a checkbox. A required one has a line for its error. */
const checkboxSkeleton = (label: string, required = false): Html => html`
  <p class="skeleton-checkbox ${required ? 'required' : ''}">${label}</p>
`

/** Saved payment methods, with the buttons that remove them, then "another". */
const choices = ({ view: { saved, removal }, texts: { methods, customer } }: ViewModel): Html => html`
  <ul class="skeleton-options">
    ${saved.map(
      (method) => html`
        <li class="marked">
          <span>${savedName(method, methods)}</span>
          ${
            removal
              ? html`
                  <b>${customer.remove}</b>
                `
              : null
          }
        </li>
      `,
    )}
    <li>${methods.another}</li>
  </ul>
`

/** A space for the mark of each accepted network. */
const networkMarks = (view: CheckoutView): Html | null => {
  const accepted = acceptedNetworks(view)
  return (
    accepted &&
    html`
      <div class="networks">
        ${accepted.map(
          () => html`
            <span></span>
          `,
        )}
      </div>
    `
  )
}

const section = (title: string, content: readonly (Html | null)[]): Html => html`
  <section>
    <h2>${title}</h2>
    ${content}
  </section>
`

/** The authorization for a bank debit, which the script moves into the form. Hidden while another payment method is selected. */
const debitText = (text: LegalTexts['bankDebit'], selected: boolean): Html | null =>
  text &&
  html`
    <div class="legal debit" id="debit" ${selected ? null : ' hidden'}>${text}</div>
  `

/** The rows of the form, in the same order and heights. */
const rows = (model: ViewModel, country: AddressRules | null) => {
  const {
    view: { form, saved, savedCode },
    texts,
    file: { card },
    locale,
  } = model
  const { labels, methods, sameAddress } = texts
  const optional = (label: string, required = false) => (required ? label : `${label} ${card.optional}`)
  const isSaved = saved.length > 0
  const addressLabels =
    country === null
      ? []
      : addressRows(country, locale).map((row) =>
          row.map((line) => optional(lineLabel(country, line, texts), country.required.includes(line))),
        )
  return {
    email: form.email === 'none' ? null : fieldSkeleton(optional(labels.email, form.email === 'required')),
    phone: form.phone === 'none' ? null : fieldSkeleton(optional(labels.phone, form.phone === 'required')),
    /** A shipping address has a recipient. */
    address: (shipping: boolean) => [
      shipping ? fieldSkeleton(labels.name) : null,
      fieldSkeleton(labels.country),
      ...addressLabels.map((row) => (row.length === 1 ? fieldSkeleton(row[0]!) : rowSkeleton('pair', row))),
    ],
    merchants: form.fields
      .filter(({ type }) => type !== 'hidden')
      .map(({ type, label, required }) =>
        type === 'checkbox' ? checkboxSkeleton(label, required) : fieldSkeleton(optional(label, required)),
      ),
    payment: isSaved
      ? [choices(model), saved[0]?.network === 'ach' || !savedCode ? null : fieldSkeleton(card.labels.code)]
      : [
          form.methods.includes('bank')
            ? html`
                <div class="skeleton-tabs">
                  <span>${methods.card}</span>
                  <span>${methods.bank}</span>
                </div>
              `
            : null,
          networkMarks(model.view),
          rowSkeleton('joined', [card.labels.number, card.labels.expiry, card.labels.code]),
          rowSkeleton('wide', [
            card.labels.name,
            ...(form.shipping || form.billing ? [] : [optional(card.labels.postalCode)]),
          ]),
        ],
    consents: form.consents.map(({ parts, required }) =>
      checkboxSkeleton(parts.map(({ text }) => text).join(''), required),
    ),
    same: form.shipping ? checkboxSkeleton(sameAddress) : null,
    save: form.store === 'ask' && !isSaved ? checkboxSkeleton(methods.saveCard) : null,
  }
}

/**
 * The form's skeleton while its script loads: the same rows at the same heights, so that the layout does not shift.
 *
 * @param country address rules of the country that the form begins with
 * @param parts the text of the pay button, the ways of shipping, the terms of a subscription above the button, and the authorization for a
 *   bank debit
 */
export const skeleton = (
  model: ViewModel,
  country: AddressRules | null,
  {
    button,
    methods,
    agreement,
    debit,
  }: {
    readonly button: string
    readonly methods: Html | null
    readonly agreement: Html | null
    readonly debit: LegalTexts['bankDebit']
  },
): Html => {
  const {
    view: { form, saved },
    texts: { sections },
  } = model
  const { email, phone, address, merchants, payment, same, save, consents } = rows(model, country)
  return html`
    <div class="skeleton">
      ${(email ?? phone) && section(sections.contact, [email, phone])}
      ${form.shipping ? section(sections.shipping, address(true)) : null} ${methods}
      ${merchants.length > 0 ? section(sections.more, merchants) : null} ${section(sections.payment, payment)} ${same}
      ${form.billing ? section(sections.billing, address(false)) : null} ${save} ${agreement}
      ${debitText(debit, saved[0]?.network === 'ach')} ${consents}
      <button type="button" class="pay" disabled>${button}</button>
      <div class="lines"></div>
    </div>
  `
}
