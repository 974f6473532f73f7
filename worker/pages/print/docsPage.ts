import { element, html } from '../html.ts'
import { page } from './page.ts'

const build = `npm install
npm run docs:build`

/** `/docs` of a gateway without DOCS_URL: where the documentation is. */
export const docsPage = (): string =>
  page({
    title: 'Documentation · Sluice',
    path: '/docs',
    main: html`
      <h1>Documentation</h1>
      <p>
        This gateway does not serve the documentation. It is in the ${element('code', 'docs')} folder of the release.
        Build it as static files:
      </p>
      <div class="panel">${element('pre', build)}</div>
      <p>
        Publish ${element('code', 'dist/docs')} on any host. Then set the variable ${element('code', 'DOCS_URL')} of the
        gateway to its address, and this page leads there. ${element('code', 'npm run dev')} serves the documentation on
        your machine, where you can try each operation.
      </p>
      <h2>On this gateway</h2>
      <ul class="cards">
        <li>
          <a href="/errors">
            <b>Errors</b>
            <span>Causes and fixes</span>
          </a>
        </li>
        <li>
          <a href="/events">
            <b>Events</b>
            <span>Webhook events and when they are sent</span>
          </a>
        </li>
        <li>
          <a href="/openapi.json">
            <b>OpenAPI 3.1</b>
            <span>API description for your tools</span>
          </a>
        </li>
      </ul>
    `,
  })
