import { originPlaceholder } from '#contract/builtPages'
import { element, html } from '../html.ts'
import { page } from './page.ts'

const places = [
  ['/docs', 'Documentation', 'Guides and the API reference'],
  ['/errors', 'Errors', 'Causes and fixes'],
  ['/events', 'Events', 'Webhook events and when they are sent'],
  ['/openapi.json', 'OpenAPI 3.1', 'API description for your tools'],
  ['/health', 'Health', 'Status for your monitoring'],
] as const

const onThePage = `<script type="module"
  src="${originPlaceholder}/embed.js"></script>
<form action="/pay" method="post">
  <sluice-card name="token" required
    publishable-key="sluice_pk_test_…">
  </sluice-card>
  <button>Pay</button>
</form>`

const onTheServer = `curl ${originPlaceholder}/v1/transactions/authorize \\
  -H 'x-api-key: sluice_sk_test_…' \\
  -H 'content-type: application/json' \\
  -d '{
    "payment": { "token": "…" },
    "amount": { "value": 26.25 }
  }'`

/** `/`: status, links and quick start. The origin is filled in when the page is served. */
export const landingPage = (): string =>
  page({
    title: 'Sluice',
    path: '/',
    main: html`
      <h1>
        <span class="on" aria-hidden="true"></span>
        Sluice is running
      </h1>
      <p class="muted">A payment gateway. Shoppers enter cards in its iframe; your server charges a token.</p>
      <ul class="cards">
        ${places.map(
          ([href, title, text]) => html`
            <li>
              <a href="${href}">
                <b>${title}</b>
                <span>${text}</span>
              </a>
            </li>
          `,
        )}
      </ul>
      <div class="steps">
        <section>
          <h2>1. On your page</h2>
          <div class="panel">${element('pre', onThePage)}</div>
        </section>
        <section>
          <h2>2. On your server</h2>
          <div class="panel">${element('pre', onTheServer)}</div>
        </section>
      </div>
    `,
  })
