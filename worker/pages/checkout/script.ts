import { findBuiltFile } from '../builtFile.ts'

/** The path of a version, which contains its hash. */
const VERSION = /^\/checkout-assets\/([0-9a-f]{16})\.js$/

const YEAR_S = 31_536_000

/**
 * `/checkout-assets/<hash>.js`: one version of the checkout page's script, for this origin only.
 *
 * @returns null if there is no such version
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
