import { type Html, html } from '../../html.ts'
import { type Drawing, money } from '../viewModel.ts'
import { fill } from '../fill.ts'
import { itemList } from './items.ts'
import { head } from './panel.ts'
import { sumsOf } from './sums.ts'
import { toggle } from './toggle.ts'

/** Number and dates of the invoice. */
const facts = ({ view, texts, formats, ink }: Drawing): Html | null => {
  const { number, invoiceDate, dueDate } = view.invoice
  const { number: numbered, issued, due } = texts.invoice
  const said = [
    number && fill(numbered, { number: ink.words(number) }),
    invoiceDate && fill(issued, { date: formats.date(invoiceDate) }),
    dueDate && fill(due, { date: formats.date(dueDate) }),
  ].filter((fact) => fact !== null && fact !== '')
  return said.length > 0
    ? html`
        <ul class="facts">
          ${said.map(
            (fact) => html`
              <li>${fact}</li>
            `,
          )}
        </ul>
      `
    : null
}

/** An amount of more characters is set smaller. */
const LONG = 13

/** The sums: left out where there is but the total, which stands above. */
const sums = (drawing: Drawing): Html | null => {
  const rows = sumsOf(drawing)
  if (rows.length === 1 && drawing.view.invoice.items.length === 0) return null
  return html`
    <dl class="sums">
      ${rows.map(
        ({ label, amount, total }) => html`
          <div class="${total ? 'total' : ''}">
            <dt>${label}</dt>
            <dd>${money(drawing, amount)}</dd>
          </div>
        `,
      )}
    </dl>
  `
}

/**
 * The panel of the invoice. Where there is one column, a line with the total stays at the head of the page and opens the bill, which
 * stands beside that line and not in it: so the bill is there on a wide screen, whether it is open or not, without a script.
 *
 * @param more below the bill, or where there is one column at the end of the page
 */
export const invoicePanel = (drawing: Drawing, more: Html | null = null): Html => {
  const { view, texts, formats } = drawing
  const isLong = formats.money(view.invoice.total).length > LONG
  const total = html`
    <span>${texts.invoice.total}</span>
    <strong class="${isLong ? 'long' : ''}">${money(drawing, view.invoice.total)}</strong>
  `
  const bill = [facts(drawing), itemList(drawing), sums(drawing)].filter((part) => part !== null)
  const fold =
    bill.length > 0
      ? html`
          <details class="fold">
            <summary>
              <span class="due">${total}</span>
              ${toggle(drawing)}
            </summary>
          </details>
        `
      : html`
          <p class="fold due">${total}</p>
        `
  return html`
    <section class="invoice" aria-label="${texts.invoice.label}">
      ${head(drawing)}
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
