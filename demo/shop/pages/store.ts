import { totalsOf, type Bag } from '../bag.ts'
import type { Bank } from '../bank.ts'
import { catalog, type Product } from '../catalog.ts'
import { customer } from '../customer.ts'
import { drawn, html, type Html } from '../html.ts'
import { printCents } from '../money.ts'
import type { Notice } from '../notices.ts'
import { layout } from './layout.ts'
import { lines, totalsTable } from './summary.ts'
import { testCards, testCardsButton } from './testCards.ts'

export type StoreSettings = { gateway: string; publishableKey: string; bank: Bank }

const warning = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7.25"/><path d="M10 6.25v4.5M10 13.5v.1"/></svg>`

const productCard = ({ id, name, about, cents, picture }: Product): Html => html`
  <li class="product">
    <div class="picture">${picture}</div>
    <h2>${name}</h2>
    <p>${about}</p>
    <form action="/bag" method="post" class="buy">
      <span class="price">${printCents(cents)}</span>
      <input type="hidden" name="product" value="${id}" />
      <button class="quiet" name="change" value="1" aria-label="Add ${name} to the bag">Add</button>
    </form>
  </li>
`

const stepper = ({ product, quantity }: Bag[number]): Html => html`
  <form action="/bag" method="post" class="stepper">
    <input type="hidden" name="product" value="${product.id}" />
    <button name="change" value="-1" aria-label="Remove one ${product.name}">−</button>
    <span>${quantity}</span>
    <button name="change" value="1" aria-label="Add one ${product.name}">+</button>
  </form>
`

const noticeBox = ({ title, text, small }: Notice): Html => html`
  <div class="notice" role="alert" tabindex="-1" autofocus>
    ${warning}
    <div>
      <strong>${title}</strong>
      <p>${text}</p>
      ${
        small !== undefined &&
        html`
          <p class="small">${small}</p>
        `
      }
    </div>
  </div>
`

const deliverTo = ({ name, line1, city, state, postalCode }: typeof customer.address): Html => html`
  <p class="deliver">
    <span>Deliver to</span>
    ${name}, ${line1}, ${city}, ${state} ${postalCode}
  </p>
`

/** A plain form with one custom element: all that a shop needs to accept cards. */
const paymentForm = (bag: Bag, publishableKey: string): Html => {
  const { total } = totalsOf(bag)
  return html`
    <form action="/pay" method="post" class="pay">
      <sluice-card publishable-key="${publishableKey}" name="token" required></sluice-card>
      <noscript><p>Turn on JavaScript to pay by card.</p></noscript>
      <input type="hidden" name="total" value="${total}" />
      <button class="main">Pay ${printCents(total)}</button>
    </form>
  `
}

const linkButton: Html = html`
  <form action="/link" method="post"><button class="quiet">Pay with a link</button></form>
`

/** Payment on the hosted checkout: in an iframe, or by redirect. Not by redirect in live mode, where it would show no mark of a demo. */
const otherWays = ({ isLive }: Bank): Html => html`
  <div class="ways">
    <p>or</p>
    ${!isLive && linkButton}
    <form action="/embedded" method="post"><button class="quiet">Pay with embedded checkout</button></form>
  </div>
`

const paymentPanel = (bag: Bag, { publishableKey, bank }: StoreSettings, notice: Notice | undefined): Html => html`
  <section class="panel till" aria-labelledby="pay-title">
    <div class="row">
      <h2 id="pay-title">Pay by card</h2>
      ${testCardsButton}
    </div>
    ${notice && noticeBox(notice)} ${paymentForm(bag, publishableKey)} ${otherWays(bank)} ${deliverTo(customer.address)}
  </section>
`

const bagPanel = (bag: Bag): Html => html`
  <section class="panel bag" aria-labelledby="bag-title">
    <h2 id="bag-title">Your bag</h2>
    ${
      bag.length > 0
        ? [lines(bag, stepper), totalsTable(totalsOf(bag))]
        : html`
            <p>Your bag is empty.</p>
          `
    }
  </section>
`

/** The shop's main page: products, bag and payment form. */
export const storePage = (bag: Bag, settings: StoreSettings, notice?: Notice): string => {
  const { gateway, bank } = settings
  return layout(
    notice ? notice.title : 'Shop',
    html`
      <div class="store">
        <div class="left">
          <section aria-labelledby="products-title">
            <h1 id="products-title">Made this week</h1>
            <ul class="products">
              ${catalog.map(productCard)}
            </ul>
          </section>
          ${bagPanel(bag)}
        </div>
        ${bag.length > 0 && paymentPanel(bag, settings, notice)}
      </div>
      ${testCards(bank.samples)}
    `,
    {
      bank,
      head: html`
        <script type="module" src="${gateway}/embed.js"></script>
        <script type="module" src="/copy.js"></script>
      `,
    },
  )
}
