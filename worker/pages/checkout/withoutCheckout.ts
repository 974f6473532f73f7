import pages from '#built/pages' with { type: 'json' }
import { type Html, html } from '../html.ts'
import { chooseLocale } from '../locale.ts'
import { document } from './document.ts'
import { pageHeaders } from './headers.ts'
import { freshNonce } from './nonce.ts'
import { type LocaleFile, localeFile } from './texts.ts'

type Notice = { readonly title: string; readonly text?: string }

/** A page with a notice and without a merchant. */
const page = async (
  request: Request,
  assets: Fetcher,
  status: number,
  noticeOf: (file: LocaleFile) => Notice,
): Promise<Response> => {
  const locale = chooseLocale(request, pages.checkout.locales)
  const file = await localeFile(locale, assets)
  const nonce = freshNonce()
  const { title, text } = noticeOf(file)
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
  return new Response(
    document({ locale, file, title, appearance: {}, nonce, body, script: false, extraStyle: file.outcomeStyle }),
    {
      status,
      headers: pageHeaders(locale, { nonce, framedBy: null, images: [], font: null, script: null }),
    },
  )
}

/** The 404 page of an unknown checkout. */
export const missingPage = (request: Request, assets: Fetcher): Promise<Response> =>
  page(request, assets, 404, ({ checkout }) => checkout.closed.missing)

/** The error page if a checkout cannot be loaded. */
export const unavailablePage = (request: Request, assets: Fetcher, status: number): Promise<Response> =>
  page(request, assets, status, ({ card }) => ({ title: card.failures.unavailable }))
