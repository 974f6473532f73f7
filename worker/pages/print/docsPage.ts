import { documentationOf } from '#contract/documentation'
import { endpoints } from '#contract/endpoints'
import { Html, html } from '../html.ts'
import { pageHeader } from './page.ts'

const tags = [...new Set(endpoints.map(({ tag }) => tag))]

const contents = html`
  <nav aria-label="Operations">
    ${tags.map(
      (tag) => html`
        <h2>${tag}</h2>
        <ul>
          ${endpoints
            .filter((endpoint) => endpoint.tag === tag)
            .map((endpoint) => {
              const { name, method } = endpoint
              return html`
                <li>
                  <a href="#/${tag}/${name}">
                    <span>${documentationOf(endpoint).summary}</span>
                    <b class="${method}">${method}</b>
                  </a>
                </li>
              `
            })}
        </ul>
      `,
    )}
  </nav>
`

/**
 * Loads the page's scripts in order after parsing. It is inline, so that the content security policy allows by hash only this script and
 * those that it loads, and no other file of this origin.
 */
export const loader =
  "for(const name of ['swagger-ui','start'])document.head.append(Object.assign(document.createElement('script'),{src:`/docs/${name}.js`,async:false}))"

/** `/docs`: the API reference, rendered in the browser by Swagger UI from /openapi.json. */
export const docsPage = (): string =>
  html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API reference · Sluice</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/swagger-ui.css" />
        <link rel="stylesheet" href="/docs/docs.css" />
        ${new Html(`<script type="module">${loader}</script>`)}
      </head>
      <body>
        ${pageHeader('/docs')}
        <div class="columns">
          ${contents}
          <main id="reference">
            <noscript>
              Turn on JavaScript to view the API reference, or read the
              <a href="/openapi.json">OpenAPI document</a>
              instead.
            </noscript>
          </main>
        </div>
      </body>
    </html>
  `.text
