import pages from '../../dist/pages.json'
import { ancestors } from './ancestors.ts'
import { builtFile } from './builtFile.ts'
import { localeOf } from './locale.ts'
import { PERMISSIONS } from './permissions.ts'

const policy = (frameAncestors: string[] | '*' | null): string =>
  [
    "default-src 'none'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `script-src '${pages.card.scriptHash}' 'strict-dynamic'`,
    `style-src '${pages.card.styleHash}'`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
    `frame-ancestors ${ancestors(frameAncestors)}`,
  ].join('; ')

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
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      // Asked again every time, so that an origin that is no longer allowed is refused; mostly answered by 304.
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Accept-Language',
      'content-security-policy': policy(options.frameAncestors),
      'permissions-policy': PERMISSIONS,
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'origin-agent-cluster': '?1',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  })
}
