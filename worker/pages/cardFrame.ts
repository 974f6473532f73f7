import pages from '#built/pages'
import { builtFile } from './builtFile.ts'
import { cardHeaders } from './cardHeaders.ts'
import { localeOf } from './locale.ts'

/**
 * The page inside of the merchant's iframe: the whole card form in one file, in the language of `?locale=`, else of
 * Accept-Language, else English. It sets no cookies and reads none. Its resource policy is cross-origin, so that it also
 * loads in a page that demands one of everything (COEP); who may frame it is decided by `frame-ancestors`.
 *
 * @param assets the files of dist/assets
 * @param options.frameAncestors origins that may frame it, `*` for any, null for nobody
 */
export const cardFrame = (
  request: Request,
  assets: Fetcher,
  options: { frameAncestors: string[] | '*' | null },
): Promise<Response> => {
  const locale = localeOf(request, pages.card.locales)
  return builtFile(request, assets, {
    path: `/card/${locale}.html`,
    etag: `${pages.card.version}-${locale}`,
    headers: cardHeaders(locale, pages.card, options.frameAncestors),
  })
}
