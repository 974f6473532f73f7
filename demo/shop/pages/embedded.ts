import { html } from '../html.ts'
import type { Order } from '../links.ts'
import type { StoreSettings } from './store.ts'
import { layout } from './layout.ts'

/** The hosted checkout in an iframe of the shop's page. /embedded.js lists its events. */
export const embeddedPage = ({ id, checkout }: Order, { gateway, bank }: StoreSettings): string =>
  layout(
    'Embedded checkout',
    html`
      <div class="embedded">
        <h1>Embedded checkout</h1>
        <p>The gateway’s checkout inside the shop’s page. The shop receives events, but no card details.</p>
        <sluice-checkout src="${checkout.url}"></sluice-checkout>
        <noscript><p>Turn on JavaScript to pay here.</p></noscript>
        <a class="quiet go-on" href="/orders/${id}" hidden>Go to your order</a>
        <section aria-labelledby="events-title">
          <h2 id="events-title">Events</h2>
          <ul class="heard" role="status"></ul>
        </section>
      </div>
    `,
    {
      bank,
      head: html`
        <script type="module" src="${gateway}/embed.js"></script>
        <script type="module" src="/embedded.js"></script>
      `,
    },
  )
