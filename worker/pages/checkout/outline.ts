import { type Html, html } from '../html.ts'
import type { Drawing } from './drawing.ts'

/** A field that is not there yet: its label, and a box where it will be. */
const ghost = (label: string): Html => html`
  <div class="ghost"><span>${label}</span></div>
`

/** Fields side by side: `pair` always, `wide` where there is room for two, `joined` where there is room for the three of a card. */
const row = (kind: 'pair' | 'wide' | 'joined', labels: readonly string[]): Html => html`
  <div class="ghosts ${kind}">${labels.map(ghost)}</div>
`

/** A box to tick. */
const tick = (label: string): Html => html`
  <p class="ghost-tick">${label}</p>
`

const section = (title: string, content: readonly (Html | null)[]): Html => html`
  <section>
    <h2>${title}</h2>
    ${content}
  </section>
`

/** The rows of the form, drawn as it draws them. */
const rows = ({ view: { form, saved }, texts, file: { card } }: Drawing) => {
  const { labels, methods, sameAddress } = texts
  const optional = (label: string, required = false) => (required ? label : `${label} ${card.optional}`)
  const isSaved = saved.length > 0
  return {
    email: form.email === 'none' ? null : ghost(optional(labels.email, form.email === 'required')),
    /** A parcel goes to somebody, at an address that is known in full. */
    address: (shipping: boolean) => [
      shipping ? ghost(labels.name) : null,
      ghost(labels.country),
      ghost(optional(labels.line1, shipping)),
      ghost(labels.line2),
      row('pair', [optional(labels.city, shipping), optional(labels.state)]),
      ghost(optional(labels.postalCode)),
    ],
    merchants: form.fields
      .filter(({ type }) => type !== 'hidden')
      .map(({ type, label, required }) => (type === 'checkbox' ? tick(label) : ghost(optional(label, required)))),
    payment: isSaved
      ? [
          html`
            <ul class="ghost-options">
              ${[...saved.map(() => ''), methods.another].map(
                (label) => html`
                  <li>${label}</li>
                `,
              )}
            </ul>
          `,
          saved[0]?.network === 'ach' ? null : ghost(card.labels.code),
        ]
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
 */
export const outline = (drawing: Drawing, button: string, agreement: Html | null): Html => {
  const {
    view: { form },
    texts: { sections },
  } = drawing
  const { email, address, merchants, payment, same, save } = rows(drawing)
  return html`
    <div class="outline">
      ${email && section(sections.contact, [email])} ${form.shipping ? section(sections.shipping, address(true)) : null}
      ${merchants.length > 0 ? section(sections.more, merchants) : null} ${section(sections.payment, payment)} ${same}
      ${form.billing ? section(sections.billing, address(false)) : null} ${save} ${agreement}
      <button type="button" class="pay" disabled>${button}</button>
      <div class="lines"></div>
    </div>
  `
}
