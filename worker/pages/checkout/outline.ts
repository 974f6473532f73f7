import type { CheckoutForm } from '#contract/checkout/form'
import { type Html, html } from '../html.ts'
import type { Drawing } from './drawing.ts'

/**
 * A row of fields that are not there yet: their labels, and boxes where they will be. `pair` lies side by side everywhere, `wide` where the
 * column is 360 px wide, `joined` in one row of three from 440 px on, as the card form does.
 */
const row = (labels: readonly string[], kind = ''): Html => html`
  <div class="ghosts ${kind}">
    ${labels.map(
      (label) => html`
        <div class="ghost"><span>${label}</span></div>
      `,
    )}
  </div>
`

const section = (title: string, rows: readonly (Html | null)[]): Html => html`
  <section>
    <h2>${title}</h2>
    ${rows}
  </section>
`

const addressRows = ({ labels }: Drawing['texts']): Html[] => [
  row([labels.name]),
  row([labels.country]),
  row([labels.line1]),
  row([labels.line2]),
  row([labels.city, labels.state], 'pair'),
  row([labels.postalCode]),
]

const visible = ({ fields }: CheckoutForm) => fields.filter(({ type }) => type !== 'hidden')

/**
 * The form as long as its script is not there: the same rows at the same heights, so that nothing moves when it comes. With scripts off
 * it says what would be asked.
 *
 * @param button what the pay button will say
 * @param agreement terms of a subscription, above the button
 */
export const outline = (
  { view: { form }, texts, file: { card } }: Drawing,
  button: string,
  agreement: Html | null,
): Html => {
  const { sections, labels } = texts
  return html`
    <div class="outline">
      ${form.email === 'none' ? null : section(sections.contact, [row([labels.email])])}
      ${form.shipping ? section(sections.shipping, addressRows(texts)) : null}
      ${form.billing ? section(sections.billing, addressRows(texts)) : null}
      ${
        visible(form).length > 0
          ? section(
              sections.more,
              visible(form).map(({ label }) => row([label])),
            )
          : null
      }
      ${section(sections.payment, [
        row([card.labels.number, card.labels.expiry, card.labels.code], 'joined'),
        row([card.labels.name, card.labels.postalCode], 'wide'),
      ])}
      ${agreement}
      <button type="button" class="pay" disabled>${button}</button>
    </div>
  `
}
