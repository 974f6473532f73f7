import { originPlace } from '#contract/builtPages'
import { element, html } from '../html.ts'
import { page } from './page.ts'

const places = [
  ['/docs', 'API reference', 'Every operation, with examples'],
  ['/errors', 'Errors', 'What each type means and what to do'],
  ['/events', 'Events', 'What webhooks tell, and when'],
  ['/openapi.json', 'OpenAPI 3.1', 'The same, for your tools'],
  ['/health', 'Health', 'What your monitoring may ask'],
] as const

const onThePage = `<script type="module"
  src="${originPlace}/embed.js"></script>
<form action="/pay" method="post">
  <sluice-card name="token" required
    publishable-key="sluice_pk_test_…">
  </sluice-card>
  <button>Pay</button>
</form>`

const onTheServer = `curl ${originPlace}/v1/transactions/authorize \\
  -H 'x-api-key: sluice_sk_test_…' \\
  -H 'content-type: application/json' \\
  -d '{
    "payment": { "token": "…" },
    "amount": { "value": 26.25 }
  }'`

/** `/`: says that the gateway runs, and what to do next. The address at which it is asked is filled in when it is served. */
export const landingPage = (): string =>
  page({
    title: 'Sluice',
    path: '/',
    main: html`
      <h1>
        <span class="on" aria-hidden="true"></span>
        Sluice is running
      </h1>
      <p class="muted">A payment gateway: cards are typed into its frame, and your server charges a token.</p>
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
