import pages from '#built/pages' with { type: 'json' }
import { builtFile } from './builtFile.ts'
import { chooseLocale } from './locale.ts'

/**
 * `/card/texts?locale=`: the texts of the card form as JSON. `Content-Language` has the chosen locale. The frame reads
 * them when the merchant's page changes the language.
 */
export const cardTexts = (request: Request, assets: Fetcher): Promise<Response> => {
  const locale = chooseLocale(request, pages.card.locales)
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
