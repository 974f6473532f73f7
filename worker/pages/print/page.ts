import { html, Html } from '../html.ts'
import { pageStyle } from './pageStyle.ts'

/** Favicon of a sluice gate as a data URL, which saves a request. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='%233656e3' stroke-width='2' stroke-linecap='round'%3E%3Cpath d='M4 2v16M16 2v16M4 7h12M10 7v6M3 17q2-2 4 0t4 0 4 0'/%3E%3C/svg%3E"

const links = [
  ['/', 'Sluice'],
  ['/docs', 'Documentation'],
  ['/errors', 'Errors'],
  ['/events', 'Events'],
] as const

/** The header of every page. */
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
  /** Path of the page's link in the header. */
  readonly path: string
  readonly main: Html
}

/** A page without scripts. Its only style element contains pageStyle. */
export const page = ({ title, path, main }: Page): string =>
  html`
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
