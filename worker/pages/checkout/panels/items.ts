import type { CheckoutView } from '#contract/checkouts/view'
import { Html, html } from '../../html.ts'
import { type ViewModel, money } from '../viewModel.ts'
import { fill } from '../fill.ts'
import { stepper } from './choices.ts'
import { webAddress } from './links.ts'
import { toggle } from './toggle.ts'

type Item = CheckoutView['invoice']['items'][number]

/** Longer descriptions, of more than about three lines, are collapsed. */
const LONG = 140

const description = (text: string, model: ViewModel): Html | null => {
  if (text === '') return null
  const paragraph = html`
    <p class="words">${model.bidi.words(text)}</p>
  `
  if (text.length <= LONG) return paragraph
  return html`
    <details>
      <summary>${toggle(model)}</summary>
      ${paragraph}
    </details>
  `
}

/** Quantity and unit price, if the quantity is not 1 or can be changed. */
const quantity = (item: Item, model: ViewModel): Html | null => {
  const { quantity, price, adjustable } = item
  const { quantity: label, each } = model.texts.invoice
  if (adjustable)
    return html`
      <p class="each">
        ${stepper(item, model)}
        <span>${fill(each, { price: money(model, price) })}</span>
      </p>
    `
  if (quantity === 1) return null
  return html`
    <p class="each">
      <span>${fill(label, { count: model.bidi.code(model.formats.count(quantity)) })}</span>
      <span>${fill(each, { price: money(model, price) })}</span>
    </p>
  `
}

/** A decorative picture: the name is beside it. page/logo.ts removes one that fails. */
const picture = ({ imageUrl }: Item): Html | null => {
  const url = webAddress(imageUrl ?? null)
  return (
    url &&
    html`
      <img
        class="picture"
        src="${url.href}"
        alt=""
        width="48"
        height="48"
        loading="lazy"
        decoding="async"
        referrerpolicy="no-referrer"
      />
    `
  )
}

const line = (item: Item, model: ViewModel): Html => html`
  <li${model.view.order && new Html(` data-quantity="${item.quantity}"`)}>
    ${picture(item)}
    <p class="name">${model.bidi.words(item.name)}</p>
    <p class="amount">${money(model, item.total)}</p>
    ${quantity(item, model)}${description(item.description, model)}
  </li>
`

/** More items than this scroll in a list of bounded height. */
const MANY = 6

/** The items of the invoice. A list that may scroll is a named region that takes the focus, so that a keyboard scrolls it. */
export const itemList = (model: ViewModel): Html | null => {
  const { items } = model.view.invoice
  if (items.length === 0) return null
  const list = html`
    <ul class="items">
      ${items.map((item) => line(item, model))}
    </ul>
  `
  if (items.length <= MANY) return list
  return html`
    <div class="scroll" role="group" aria-label="${model.texts.invoice.label}" tabindex="0">${list}</div>
  `
}
