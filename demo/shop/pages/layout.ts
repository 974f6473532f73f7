import { banks, type Bank } from '../bank.ts'
import { drawn, html, type Html } from '../html.ts'

export const mark = drawn`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#3f7791"/><path d="M5 13c4-4 7-4 11 0s7 4 11 0" fill="none" stroke="#f3efe6" stroke-width="2.6" stroke-linecap="round"/><path d="M5 20c4-4 7-4 11 0s7 4 11 0" fill="none" stroke="#e9973f" stroke-width="2.6" stroke-linecap="round"/></svg>`

/** Shown in live mode, so that nobody takes it for a real shop. */
export const liveMark: Html = html`
  <p class="live-mode">
    ${drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 3.25 17.25 16H2.75zM10 8v3.5M10 13.7v.1"/></svg>`}
    <span>
      <strong>Live mode on a stand-in</strong>
      No real money moves. Never type a real card.
    </span>
  </p>
`

const demoPages: Html = html`
  <a href="/studio">Theme studio</a>
  <a href="/mail">Mail</a>
  <a href="/inbox">Webhook inbox</a>
  <a href="/reader">Terminal</a>
  <a href="/gallery">Card form gallery</a>
`

/** The pages that need no test mode. */
const livePages: Html = html`
  <a href="/inbox">Webhook inbox</a>
  <a href="/reader">Terminal</a>
`

/** The layout of a shop page. */
export const layout = (
  title: string,
  content: Html,
  { head, bank = banks.simulator }: { head?: Html; bank?: Bank } = {},
): string =>
  html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Kiln &amp; Tide</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/shop.css" />
        ${head}
      </head>
      <body>
        <header class="top">
          <a href="/" class="brand">
            ${mark}
            <span>Kiln &amp; Tide</span>
          </a>
          <p>Pots for plants, soup and coffee</p>
        </header>
        <main>${bank.isLive && liveMark} ${content}</main>
        <footer class="bottom">
          <p>This is a demo shop with a simulated bank. Nothing is charged or shipped.</p>
          <nav aria-label="More of the demo">${bank.isLive ? livePages : demoPages}</nav>
        </footer>
      </body>
    </html>
  `.markup
