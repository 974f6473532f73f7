import { html } from '../html.ts'
import type { Order } from '../links.ts'
import { layout } from './layout.ts'

/** The gateway's checkout page in a page of the shop's: one element. /embedded.js says what the shop's page hears of it. */
export const embeddedPage = ({ id, checkout }: Order, gateway: string): string =>
  layout(
    'Checkout in a frame',
    html`
      <div class="embedded">
        <h1>Checkout in a frame</h1>
        <p>The gateway’s page, inside of the shop’s. The shop never sees what is typed, only how it goes.</p>
        <sluice-checkout src="${checkout.url}"></sluice-checkout>
        <noscript><p>Turn on JavaScript to pay here.</p></noscript>
        <a class="quiet go-on" href="/orders/${id}" hidden>Go to your order</a>
        <section aria-labelledby="heard-title">
          <h2 id="heard-title">What the shop hears</h2>
          <ul class="heard" role="status"></ul>
        </section>
      </div>
    `,
    html`
      <script type="module" src="${gateway}/embed.js"></script>
      <script type="module" src="/embedded.js"></script>
    `,
  )
