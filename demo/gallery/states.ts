import { readFileSync } from 'node:fs'
import type { Texts } from '../../widget/locales/cardTexts.ts'
import { serveScript } from '../shop/bundle.ts'
import { html } from '../shop/html.ts'
import { missingPage } from '../shop/pages/receipt.ts'
import { page, type Routes } from '../shop/response.ts'
import { languages } from './languages.ts'
import { type ShownState, shownStates } from './specimens.ts'

/** Data of the page of one state, for its script. */
export type StatePageData = { state: ShownState; scheme: 'light' | 'dark' | ''; texts: Texts }

/** The page may be framed by the gallery. Lit needs a policy of its own for its templates. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

const readTexts = (tag: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../widget/locales/card/${tag}.json`, import.meta.url), 'utf8')) as Texts

/** The card form in one state, in a language and colour scheme. Undefined if there is no such state. */
const statePage = (parameters: URLSearchParams): string | undefined => {
  const state = shownStates().get(parameters.get('id') ?? '')
  if (!state) return undefined
  const tag = languages().find(({ tag }) => tag === parameters.get('locale'))?.tag ?? 'en'
  const texts = readTexts(tag)
  const scheme = (['light', 'dark'] as const).find((scheme) => scheme === parameters.get('scheme')) ?? ''
  const data: StatePageData = { state, scheme, texts }
  return html`
    <!doctype html>
    <html lang="${tag}" dir="${texts.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="${scheme || 'light dark'}" />
        <title>${texts.frameTitle}</title>
        <script type="module" src="/state.js"></script>
      </head>
      <body data-state="${JSON.stringify(data)}">
        <form novalidate></form>
      </body>
    </html>
  `.markup
}

/** `GET /state?id=…` is one state of the card form, filled in, with example data only. */
export const stateRoutes: Routes = {
  'GET /state': ({ url }) => {
    const body = statePage(url.searchParams)
    return body === undefined ? page(missingPage(), 404) : page(body, 200, { 'content-security-policy': policy })
  },
  'GET /state.js': serveScript(new URL('browser/state.ts', import.meta.url)),
}
