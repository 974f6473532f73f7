import type { Bag, Totals } from '../bag.ts'
import type { customer } from '../customer.ts'
import { html, type Html } from '../html.ts'
import { printCents } from '../money.ts'

const sums: readonly { name: string; of: keyof Totals }[] = [
  { name: 'Subtotal', of: 'subtotal' },
  { name: 'Shipping', of: 'shipping' },
  { name: 'Sales tax (7%)', of: 'tax' },
  { name: 'Total', of: 'total' },
]

export const deliverTo = ({ name, line1, city, state, postalCode }: typeof customer.address): Html => html`
  <p class="deliver">
    <span>Deliver to</span>
    ${name}, ${line1}, ${city}, ${state} ${postalCode}
  </p>
`

/** The lines of a bag; `beside` renders an extra element for each. */
export const lines = (bag: Bag, beside: (line: Bag[number]) => Html): Html => html`
  <ul class="lines">
    ${bag.map(
      (line) => html`
        <li>
          <span class="thumb">${line.product.picture}</span>
          <span class="what">
            ${line.product.name}
            <small>${printCents(line.product.cents)} each</small>
          </span>
          ${beside(line)}
          <span class="sum">${printCents(line.product.cents * line.quantity)}</span>
        </li>
      `,
    )}
  </ul>
`

export const totalsTable = (totals: Totals): Html => html`
  <dl class="totals">
    ${sums.map(
      ({ name, of }) => html`
        <div class="${of}">
          <dt>${name}</dt>
          <dd>${printCents(totals[of])}</dd>
        </div>
      `,
    )}
  </dl>
`
