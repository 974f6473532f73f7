import type { SavedMethod } from '#contract/checkouts/form'
import { type Html, html } from '../html.ts'
import type { Drawing } from './viewModel.ts'
import type { LegalText } from './panels/legal.ts'
import { fillText } from './fill.ts'
import { networkTitle } from './panels/payment.ts'

/** What a saved payment method is called. */
const savedName = ({ network, last4 }: SavedMethod, methods: Drawing['texts']['methods']): string =>
  network === 'ach'
    ? fillText(methods.savedAccount, { last4 })
    : fillText(methods.savedCard, { network: networkTitle(network) ?? methods.card, last4 })

/** A field that is not there yet: its label, and a box where it will be. */
const ghost = (label: string): Html => html`
  <div class="ghost"><span>${label}</span></div>
`

/** Fields side by side: `pair` always, `wide` where there is room for two, `joined` where there is room for the three of a card. */
const row = (kind: 'pair' | 'wide' | 'joined', labels: readonly string[]): Html => html`
  <div class="ghosts ${kind}">${labels.map(ghost)}</div>
`

/** A box to tick. Only one that has to be ticked has a line for messages. */
const tick = (label: string, required = false): Html => html`
  <p class="ghost-tick ${required ? 'required' : ''}">${label}</p>
`

/** Saved payment methods, and at the end another. */
const choices = ({ view: { saved }, texts: { methods } }: Drawing): Html => html`
  <ul class="ghost-options">
    ${saved.map(
      (method) => html`
        <li class="marked">${savedName(method, methods)}</li>
      `,
    )}
    <li>${methods.another}</li>
  </ul>
`

const section = (title: string, content: readonly (Html | null)[]): Html => html`
  <section>
    <h2>${title}</h2>
    ${content}
  </section>
`

/** What the holder of a bank account agrees to. */
const debitText = ({ text, locale }: LegalText): Html => html`
  <p class="legal debit" lang="${locale}" dir="auto">${text}</p>
`

/** The rows of the form, drawn as it draws them. */
const rows = (drawing: Drawing) => {
  const {
    view: { form, saved },
    texts,
    file: { card },
  } = drawing
  const { labels, methods, sameAddress } = texts
  const optional = (label: string, required = false) => (required ? label : `${label} ${card.optional}`)
  const isSaved = saved.length > 0
  return {
    email: form.email === 'none' ? null : ghost(optional(labels.email, form.email === 'required')),
    /** A parcel goes to somebody, at an address that is known in full. */
    address: (shipping: boolean) => [
      shipping ? ghost(labels.name) : null,
      ghost(labels.country),
      ghost(labels.line1),
      ghost(optional(labels.line2)),
      row('pair', [labels.city, labels.state]),
      ghost(labels.postalCode),
    ],
    merchants: form.fields
      .filter(({ type }) => type !== 'hidden')
      .map(({ type, label, required }) =>
        type === 'checkbox' ? tick(label, required) : ghost(optional(label, required)),
      ),
    payment: isSaved
      ? [choices(drawing), saved[0]?.network === 'ach' ? null : ghost(card.labels.code)]
      : [
          form.methods.includes('bank')
            ? html`
                <div class="ghost-tabs">
                  <span>${methods.card}</span>
                  <span>${methods.bank}</span>
                </div>
              `
            : null,
          row('joined', [card.labels.number, card.labels.expiry, card.labels.code]),
          row('wide', [card.labels.name, ...(form.shipping || form.billing ? [] : [optional(card.labels.postalCode)])]),
        ],
    same: form.shipping ? tick(sameAddress) : null,
    save: form.store === 'ask' && !isSaved ? tick(methods.saveCard) : null,
  }
}

/**
 * The form as long as its script is not there: the same rows at the same heights, so that nothing moves when it comes. With scripts off
 * it says what would be asked.
 *
 * @param button what the pay button will say
 * @param agreement terms of a subscription, above the button
 * @param debit what the holder of a bank account agrees to
 */
export const outline = (drawing: Drawing, button: string, agreement: Html | null, debit: LegalText): Html => {
  const {
    view: { form, saved },
    texts: { sections },
  } = drawing
  const { email, address, merchants, payment, same, save } = rows(drawing)
  return html`
    <div class="outline">
      ${email && section(sections.contact, [email])} ${form.shipping ? section(sections.shipping, address(true)) : null}
      ${merchants.length > 0 ? section(sections.more, merchants) : null} ${section(sections.payment, payment)} ${same}
      ${form.billing ? section(sections.billing, address(false)) : null} ${save} ${agreement}
      ${saved[0]?.network === 'ach' ? debitText(debit) : null}
      <button type="button" class="pay" disabled>${button}</button>
      <div class="lines"></div>
    </div>
  `
}
