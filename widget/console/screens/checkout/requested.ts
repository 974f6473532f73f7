import { html, nothing, type TemplateResult } from 'lit'
import type { GetCheckoutAnswer } from '../../../client/types.ts'
import { formatCount, formatMoney } from '../../format/money.ts'
import { checkoutTexts } from './texts.ts'

const texts = checkoutTexts.request

/** The items and amounts of the request. The gateway computed them. */
export const requested = (checkout: GetCheckoutAnswer): TemplateResult => {
  const { items, currency, total } = checkout
  const money = (amount: number): string => formatMoney(amount, currency)
  const sums = (['subtotal', 'tax', 'surcharge', 'shipping', 'discount'] as const).flatMap((name) => {
    const amount = checkout[name]
    // Alone, the subtotal is the total.
    if (amount === null || (name === 'subtotal' && amount === total)) return []
    return [{ text: texts[name], amount: name === 'discount' ? -amount : amount }]
  })
  return html`
    <section class="panel" aria-labelledby="requested-title">
      <h2 id="requested-title">${texts.title}</h2>
      ${
        items.length > 0
          ? html`
              <ul class="lines" aria-label=${texts.items}>
                ${items.map(
                  ({ name, description, price, quantity }) => html`
                    <li>
                      <span>
                        ${quantity === 1 ? name : `${formatCount(quantity)} × ${name}`}
                        ${
                          description
                            ? html`
                                <span class="small muted item-text">${description}</span>
                              `
                            : nothing
                        }
                      </span>
                      <span class="figure">${money(price)}</span>
                    </li>
                  `,
                )}
              </ul>
            `
          : nothing
      }
      <dl class="money-sums figure">
        ${[...sums, { text: texts.total, amount: total }].map(
          ({ text, amount }) => html`
            <div>
              <dt>${text}</dt>
              <dd>${money(amount)}</dd>
            </div>
          `,
        )}
      </dl>
    </section>
  `
}
