import pages from '#built/pages' with { type: 'json' }
import { builtFile } from './builtFile.ts'
import { cardHeaders } from './cardHeaders.ts'
import { chooseLocale } from './locale.ts'

/**
 * The page inside the merchant's iframe: the whole card form in one file, in the language of `?locale=`, else of
 * Accept-Language, else English. It uses no cookies. Its resource policy is cross-origin, so that it loads in pages with
 * COEP; `frame-ancestors` decides who may frame it.
 *
 * @param assets the files of dist/assets
 * @param options.frameAncestors origins that may frame it, `*` for any, null for none
 */
export const cardFrame = (
  request: Request,
  assets: Fetcher,
  options: { frameAncestors: string[] | '*' | null },
): Promise<Response> => {
  const locale = chooseLocale(request, pages.card.locales)
  return builtFile(request, assets, {
    path: `/card/${locale}.html`,
    etag: `${pages.card.version}-${locale}`,
    headers: cardHeaders(locale, pages.card, options.frameAncestors),
  })
}
