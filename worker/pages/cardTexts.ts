import pages from '#built/pages'
import { builtFile } from './builtFile.ts'
import { localeOf } from './locale.ts'

/**
 * `/card/texts?locale=`: the texts of the card form as JSON, in the language that the frame would come in; the header
 * `Content-Language` says which it is. For the frame alone, when its page changes the language.
 */
export const cardTexts = (request: Request, assets: Fetcher): Promise<Response> => {
  const locale = localeOf(request, pages.card.locales)
  return builtFile(request, assets, {
    path: `/texts/${locale}.json`,
    etag: `${pages.card.version}-${locale}`,
    headers: {
      'content-type': 'application/json',
      'content-language': locale,
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Encoding, Accept-Language',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}
