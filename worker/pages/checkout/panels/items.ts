import type { CheckoutView } from '#contract/checkouts/view'
import { type Html, html } from '../../html.ts'
import { type Drawing, money } from '../viewModel.ts'
import { fill } from '../fill.ts'
import { toggle } from './toggle.ts'

type Item = CheckoutView['invoice']['items'][number]

/** Longer descriptions are folded: about three lines. */
const LONG = 140

const description = (text: string, drawing: Drawing): Html | null => {
  if (text === '') return null
  const words = html`
    <p class="words">${drawing.ink.words(text)}</p>
  `
  if (text.length <= LONG) return words
  return html`
    <details>
      <summary>${toggle(drawing)}</summary>
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

/** What is bought, one line after the other. */
export const itemList = (drawing: Drawing): Html | null => {
  const { items } = drawing.view.invoice
  return items.length > 0
    ? html`
        <ul class="items">
          ${items.map((item) => line(item, drawing))}
        </ul>
      `
    : null
}
