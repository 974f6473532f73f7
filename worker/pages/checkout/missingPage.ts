import pages from '../../../dist/pages.json'
import { html } from '../html.ts'
import { localeOf } from '../locale.ts'
import { document } from './document.ts'
import { pageHeaders } from './headers.ts'
import { freshNonce } from './nonce.ts'
import { localeFile } from './texts.ts'

/** 404, for an address that is no checkout's: it says so, and nothing of any merchant. */
export const missingPage = async (request: Request, assets: Fetcher): Promise<Response> => {
  const locale = localeOf(request, pages.checkout.locales)
  const file = await localeFile(locale, assets)
  const nonce = freshNonce()
  const { title, text } = file.checkout.closed.missing
  const body = html`
    <main class="form alone">
      <div class="column">
        <div class="closed">
          <h1>${title}</h1>
          <p>${text}</p>
        </div>
      </div>
    </main>
  `
  const page = document({ locale, file, title, appearance: {}, nonce, body, script: false })
  return new Response(page, {
    status: 404,
    headers: pageHeaders(locale, { nonce, framedBy: null, image: null, script: false }),
  })
}
