import { type Html, html } from '../../html.ts'
import { type ViewModel, money } from '../viewModel.ts'
import { fill } from '../fill.ts'
import { itemList } from './items.ts'
import { orderStatus, promoCode } from './choices.ts'
import { head } from './panel.ts'
import { headline, invoiceSums } from './sums.ts'
import { laterCharges } from './terms.ts'
import { toggle } from './toggle.ts'

/** Number and dates of the invoice. */
const facts = ({ view, texts, formats, bidi }: ViewModel): Html | null => {
  const { number, invoiceDate, dueDate } = view.invoice
  const { number: label, issued, due } = texts.invoice
  const lines = [
    number && fill(label, { number: bidi.words(number) }),
    invoiceDate && fill(issued, { date: formats.date(invoiceDate) }),
    dueDate && fill(due, { date: formats.date(dueDate) }),
  ].filter((fact) => fact !== null && fact !== '')
  return lines.length > 0
    ? html`
        <ul class="facts">
          ${lines.map(
            (fact) => html`
              <li>${fact}</li>
            `,
          )}
        </ul>
      `
    : null
}

/** The name of the subscription's plan. */
const plan = ({ view, bidi }: ViewModel): Html | null =>
  view.terms?.label
    ? html`
        <span class="plan">${bidi.words(view.terms.label)}</span>
      `
    : null

/** Longer amounts have a smaller font. */
const LONG = 13

/** The sums; null if there is only the total, which is shown above. */
const sums = (model: ViewModel): Html | null => {
  const rows = invoiceSums(model)
  if (rows.length === 1 && model.view.invoice.items.length === 0 && model.view.order === null) return null
  return html`
    <dl class="sums">
      ${rows.map(
        ({ label, amount, total }) => html`
          <div class="${total ? 'total' : ''}">
            <dt>${label}</dt>
            <dd>${money(model, amount)}</dd>
          </div>
        `,
      )}
    </dl>
  `
}

/**
 * The invoice panel. On a phone the total expands the bill. The bill is a sibling of `<details>`, not its content, so that a wide screen
 * shows it without a script.
 *
 * @param more below the bill; in one column at the end of the page
 */
export const invoicePanel = (model: ViewModel, more: Html | null = null): Html => {
  const { view, texts, formats } = model
  const { label, amount } = headline(model)
  const isLong = formats.money(amount).length > LONG
  const later = laterCharges(model)
  const total = html`
    ${plan(model)}
    <span>${label}</span>
    <strong class="${isLong ? 'long' : ''}">${money(model, amount)}</strong>
    ${
      later &&
      html`
        <span class="later">${later}</span>
      `
    }
  `
  const bill = [facts(model), itemList(model), sums(model), promoCode(model), orderStatus(model)].filter(
    (part) => part !== null,
  )
  const fold =
    bill.length > 0
      ? html`
          <details class="fold">
            <summary>
              <span class="due">${total}</span>
              ${toggle(model)}
            </summary>
          </details>
        `
      : html`
          <p class="fold due">${total}</p>
        `
  return html`
    <section class="invoice" aria-label="${texts.invoice.label}">
      ${head(model)}
      ${
        view.receipt &&
        html`
          <p class="printed">${texts.receipt.label}</p>
        `
      }
      ${fold}
      <div class="bill">
        <p class="due">${total}</p>
        ${bill}
      </div>
      ${more}
    </section>
  `
}
