import { html } from '../shop/html.ts'
import type { Bank } from '../shop/bank.ts'
import { liveMark } from '../shop/pages/layout.ts'
import { pictures, soundIcon, wideIcon } from './pictures.ts'

/**
 * A terminal that runs in any browser. The page is an empty frame; its script renders the screens.
 *
 * @param gateway origin, shown in the request that registers the terminal
 * @param sockets the same origin for WebSockets
 * @param bank whose mode the terminal is paired in
 */
export const readerPage = (gateway: string, sockets: string, { isLive }: Bank): string =>
  html`
    <!doctype html>
    <html lang="en" data-gateway="${gateway}" data-sockets="${sockets}" data-mode="${isLive ? 'live' : 'test'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f7f9" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1116" />
        <meta name="mobile-web-app-capable" content="yes" />
        <title>Terminal · Kiln &amp; Tide</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/shop.css" />
        <link rel="stylesheet" href="/reader.css" />
        <script type="module" src="/reader.js"></script>
      </head>
      <body class="reader">
        <header class="bar">
          <p class="light" role="status" data-light="connecting">
            <span class="lamp"></span>
            <span class="word">Connecting</span>
          </p>
          <button type="button" class="bare" data-act="wide" aria-label="Full screen" aria-pressed="false" hidden>
            ${wideIcon}
          </button>
          <button type="button" class="bare" data-act="sound" aria-label="Sound" aria-pressed="true">
            ${soundIcon}
          </button>
        </header>
        ${isLive && liveMark}
        <main>
          <noscript><p class="screen calm">Turn on JavaScript to use the terminal.</p></noscript>
        </main>
        ${Object.entries(pictures).map(
          ([id, picture]) => html`
            <template id="${id}">${picture}</template>
          `,
        )}
      </body>
    </html>
  `.markup
