import type { CheckoutView } from '#contract/checkout/view'
import { type Html, html } from '../html.ts'
import { type Drawing, money } from './drawing.ts'
import { fill } from './fill.ts'
import { chevron } from './icons.ts'
import { head } from './panels.ts'
import { sumsOf } from './sums.ts'

type Item = CheckoutView['invoice']['items'][number]

/** Longer descriptions are folded: about three lines. */
const LONG = 140

/** A summary says what it will do, by style sheet alone. */
const toggle = ({ texts: { invoice } }: Drawing): Html => html`
  <span class="toggle">
    <span class="show">${invoice.show}</span>
    <span class="hide">${invoice.hide}</span>
    ${chevron}
  </span>
`

const description = (text: string, drawing: Drawing): Html | null => {
  if (text === '') return null
  const words = html`
    <p class="words" dir="auto">${text}</p>
  `
  if (text.length <= LONG) return words
  return html`
    <details>
      <summary class="button">${toggle(drawing)}</summary>
      ${words}
    </details>
  `
}

/** How many, and where it is more than one for how much each. */
const quantity = ({ quantity, price }: Item, drawing: Drawing): Html | null => {
  if (quantity === 1) return null
  const { quantity: many, each } = drawing.texts.invoice
  return html`
    <p class="each">
      <span>${fill(many, { count: drawing.ink.code(drawing.formats.count(quantity)) })}</span>
      <span>${fill(each, { price: money(drawing, price) })}</span>
    </p>
  `
}

const line = (item: Item, drawing: Drawing): Html => html`
  <li>
    <p class="name">${drawing.ink.words(item.name)}</p>
    <p class="amount">${money(drawing, item.total)}</p>
    ${quantity(item, drawing)}${description(item.description, drawing)}
  </li>
`

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

/** What is bought, and what it comes to. */
export const bill = (drawing: Drawing): Html => {
  const { items } = drawing.view.invoice
  return html`
    ${facts(drawing)}
    ${
      items.length > 0
        ? html`
            <ul class="items">
              ${items.map((item) => line(item, drawing))}
            </ul>
          `
        : null
    }
    <dl class="sums">
      ${sumsOf(drawing).map(
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
 */
export const invoicePanel = (drawing: Drawing, more: Html | null = null): Html => {
  const { invoice } = drawing.texts
  const total = html`
    <span>${invoice.total}</span>
    <strong>${money(drawing, drawing.view.invoice.total)}</strong>
  `
  return html`
    <section class="invoice" aria-label="${invoice.label}">
      ${head(drawing)}
      <details class="fold">
        <summary>
          <span class="due">${total}</span>
          ${toggle(drawing)}
        </summary>
      </details>
      <div class="bill">
        <p class="due">${total}</p>
        ${bill(drawing)}${more}
      </div>
    </section>
  `
}
