import { findBuiltFile } from '../builtFile.ts'

/** Where the versions of the page's script are, each named by its hash. */
const VERSION = /^\/checkout-assets\/([0-9a-f]{16})\.js$/

const YEAR_S = 31_536_000

/**
 * `/checkout-assets/<hash>.js`: the script of the checkout page in one version, for pages of our own origin.
 *
 * @returns null where there is no such version
 */
export const checkoutScript = async (request: Request, assets: Fetcher): Promise<Response | null> => {
  const { pathname } = new URL(request.url)
  const etag = VERSION.exec(pathname)?.[1]
  if (etag === undefined) return null
  return findBuiltFile(request, assets, {
    path: pathname,
    etag,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': `public, max-age=${YEAR_S}, immutable`,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    },
  })
}
