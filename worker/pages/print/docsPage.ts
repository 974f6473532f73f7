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
 * Loads the scripts of the page in their order, once it has been read. It stands in the page, so that the policy can allow it, and what it
 * loads, by its hash, and nothing else that may once lie on this origin.
 */
export const loader =
  "for(const name of ['swagger-ui','start'])document.head.append(Object.assign(document.createElement('script'),{src:`/docs/${name}.js`,async:false}))"

/** `/docs`: the API reference, model in the browser by Swagger UI from /openapi.json. */
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
              The reference needs JavaScript.
              <a href="/openapi.json">The description itself</a>
              does not.
            </noscript>
          </main>
        </div>
      </body>
    </html>
  `.text
