import { element, html } from './html.ts'
import { page } from './page.ts'

const places = [
  ['/docs', 'API reference', 'Every operation, with examples'],
  ['/errors', 'Errors', 'What each type means and what to do'],
  ['/openapi.json', 'OpenAPI 3.1', 'The same, for your tools'],
  ['/health', 'Health', 'What your monitoring may ask'],
] as const

const onThePage = (origin: string): string => `<script type="module"
  src="${origin}/embed.js"></script>
<form action="/pay" method="post">
  <sluice-card name="token" required
    publishable-key="sluice_pk_test_…">
  </sluice-card>
  <button>Pay</button>
</form>`

const onTheServer = (origin: string): string => `curl ${origin}/v1/transactions/authorize \\
  -H 'x-api-key: sluice_sk_test_…' \\
  -H 'content-type: application/json' \\
  -d '{
    "payment": { "token": "…" },
    "amount": { "value": 26.25 }
  }'`

/** `/`: says that the gateway runs, and what to do next, with the address at which it was asked. */
export const landingPage = (request: Request): Promise<Response> => {
  const { origin } = new URL(request.url)
  return page({
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
          <div class="panel">${element('pre', onThePage(origin))}</div>
        </section>
        <section>
          <h2>2. On your server</h2>
          <div class="panel">${element('pre', onTheServer(origin))}</div>
        </section>
      </div>
    `,
  })
}
