import { toBase64 } from '#contract/bytes'
import { html, Html } from './html.ts'
import { pageStyle } from './pageStyle.ts'

/** The gate of a sluice, drawn small. A data URL, so that no page asks for a favicon. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='%233656e3' stroke-width='2' stroke-linecap='round'%3E%3Cpath d='M4 2v16M16 2v16M4 7h12M10 7v6M3 17q2-2 4 0t4 0 4 0'/%3E%3C/svg%3E"

const links = [
  ['/', 'Sluice'],
  ['/docs', 'API reference'],
  ['/errors', 'Errors'],
] as const

/** The line at the top of every page. */
export const pageHeader = (path: string): Html => html`
  <header>
    ${links.map(([href, text]) =>
      href === path
        ? html`
            <a href="${href}" aria-current="page">${text}</a>
          `
        : html`
            <a href="${href}">${text}</a>
          `,
    )}
  </header>
`

export interface Page {
  readonly title: string
  /** Which link of the header is this page. */
  readonly path: string
  readonly main: Html
}

let hash: string | undefined

/** The source expression that lets the one style element pass. Computed once; Workers cannot while they start. */
const styleHash = async (): Promise<string> => {
  hash ??= toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pageStyle))))
  return `'sha256-${hash}'`
}

/** Headers that every page of ours has. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=300',
} as const

const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page without scripts, as an answer. Nothing may be loaded by it. */
export const page = async ({ title, path, main }: Page): Promise<Response> => {
  const text = html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
        ${new Html(`<style>${pageStyle}</style>`)}
      </head>
      <body>
        ${pageHeader(path)}
        <main>${main}</main>
      </body>
    </html>
  `.text
  const policy = `${nothing}; img-src data:; style-src ${await styleHash()}`
  return new Response(text, { headers: { ...pageHeaders, 'content-security-policy': policy } })
}
