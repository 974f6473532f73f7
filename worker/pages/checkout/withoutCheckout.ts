import pages from '#built/pages'
import { type Html, html } from '../html.ts'
import { localeOf } from '../locale.ts'
import { document } from './document.ts'
import { pageHeaders } from './headers.ts'
import { freshNonce } from './nonce.ts'
import { type LocaleFile, localeFile } from './texts.ts'

type Saying = { readonly title: string; readonly text?: string }

/** A page that says one thing, of no merchant and no checkout. */
const page = async (
  request: Request,
  assets: Fetcher,
  status: number,
  sayingOf: (file: LocaleFile) => Saying,
): Promise<Response> => {
  const locale = localeOf(request, pages.checkout.locales)
  const file = await localeFile(locale, assets)
  const nonce = freshNonce()
  const { title, text } = sayingOf(file)
  const sentence: Html | null =
    text === undefined
      ? null
      : html`
          <p>${text}</p>
        `
  const body = html`
    <main class="form alone">
      <div class="column">
        <div class="closed">
          <h1>${title}</h1>
          ${sentence}
        </div>
      </div>
    </main>
  `
  return new Response(document({ locale, file, title, appearance: {}, nonce, body, script: false }), {
    status,
    headers: pageHeaders(locale, { nonce, framedBy: null, image: null, script: null }),
  })
}

/** 404, for an address that is no checkout's: it says so, and nothing of any merchant. */
export const missingPage = (request: Request, assets: Fetcher): Promise<Response> =>
  page(request, assets, 404, ({ checkout }) => checkout.closed.missing)

/** For when we cannot say how a checkout stands: that it did not work, and to try again. */
export const unavailablePage = (request: Request, assets: Fetcher, status: number): Promise<Response> =>
  page(request, assets, status, ({ card }) => ({ title: card.failures.unavailable }))
