import type { CheckoutView } from '#contract/checkouts/view'
import { Html, html } from '../../html.ts'
import { shippingAmount } from '../order/shownOrder.ts'
import type { ViewModel } from '../viewModel.ts'

/** The controls of an order. The script of choices makes them work; without scripts they are hidden. */

type Item = CheckoutView['invoice']['items'][number]

/** Buttons that change an item's quantity. */
export const stepper = ({ name, quantity, adjustable }: Item, { texts: { order }, bidi }: ViewModel): Html | null =>
  adjustable
    ? html`
        <span
          class="stepper"
          role="group"
          aria-label="${name}"
          data-minimum="${String(adjustable.minimum)}"
          data-maximum="${String(adjustable.maximum)}"
        >
          <button type="button" class="step" aria-label="${order.decrease}" disabled>−</button>
          <output>${bidi.code(String(quantity))}</output>
          <button type="button" class="step" aria-label="${order.increase}" disabled>+</button>
        </span>
      `
    : null

/** The input for a promo code, folded. The applied code and its button replace it. */
export const promoCode = ({ view, texts: { order } }: ViewModel): Html | null =>
  view.order?.takesCode
    ? html`
        <div class="promo">
          <details>
            <summary>${order.addCode}</summary>
            <form novalidate>
              <label for="code">${order.code}</label>
              <span class="entry">
                <input
                  id="code"
                  maxlength="100"
                  autocomplete="off"
                  autocapitalize="characters"
                  spellcheck="false"
                  dir="ltr"
                  aria-describedby="code-error"
                />
                <button class="button" disabled>${order.apply}</button>
              </span>
              <p id="code-error" role="alert"></p>
            </form>
          </details>
          <p class="applied" hidden>
            <bdi></bdi>
            <button type="button" class="button">${order.remove}</button>
          </p>
        </div>
      `
    : null

/** Announces a new total. */
export const orderStatus = ({ view }: ViewModel): Html | null =>
  view.order &&
  html`
    <p class="hidden" id="order-status" role="status"></p>
  `

/** The ways of shipping, which the script moves into the form. Hidden while there is none. */
export const shippingMethods = (model: ViewModel): Html | null => {
  const { view, texts, bidi } = model
  const options = view.order?.options
  if (!options) return null
  return html`
    <section id="shipping-method" ${options.length > 0 ? null : new Html(' hidden')}>
      <h2 id="shipping-method-title">${texts.order.shippingMethod}</h2>
      <div class="methods" role="radiogroup" aria-labelledby="shipping-method-title">
        ${options.map(
          ({ id, label, estimate, amount }) => html`
            <label>
              <input
                type="radio"
                name="shipping-method"
                autocomplete="off"
                value="${id}"
                disabled
                ${id === view.order?.shippingOption ? new Html('checked') : null}
              />
              <span>
                ${bidi.words(label)}
                <small>${estimate && bidi.words(estimate)}</small>
              </span>
              <bdi>${shippingAmount(amount, model)}</bdi>
            </label>
          `,
        )}
      </div>
    </section>
  `
}
