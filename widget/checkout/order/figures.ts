import type { ShownOrder } from '#contract/checkouts/order'

/** An amount, left to right in every language. */
const amountElement = (text: string): HTMLElement => {
  const amount = document.createElement('bdi')
  amount.dir = 'ltr'
  amount.textContent = text
  return amount
}

/** Longer amounts have a smaller font. */
const LONG = 13

/** Shows the figures of an order in the invoice, also in the folded one of a phone. */
export const showFigures = ({ items, sums, amount }: ShownOrder): void => {
  for (const [index, line] of document.querySelectorAll('.items > li').entries())
    line.querySelector('.amount')!.replaceChildren(amountElement(items[index]!.amount))
  for (const total of document.querySelectorAll('.invoice .due strong')) {
    total.replaceChildren(amountElement(amount))
    total.classList.toggle('long', amount.length > LONG)
  }
  const rows = sums.map((sum) => {
    const row = document.createElement('div')
    if (sum.total) row.className = 'total'
    const label = document.createElement('dt')
    label.textContent = sum.label
    const value = document.createElement('dd')
    value.append(amountElement(sum.amount))
    row.append(label, value)
    return row
  })
  document.querySelector('.sums')!.replaceChildren(...rows)
}
