import { originPattern } from '#contract/schema/originPattern'
import { ancestors } from '../frameAncestors.ts'
import { permissionsPolicy } from '../permissionsPolicy.ts'
import { strictTransportSecurity } from '../strictTransportSecurity.ts'

interface PolicyParts {
  /** Of the style element and the scripts. */
  readonly nonce: string
  readonly framedBy: readonly string[] | '*' | null
  /** The merchant's logo, favicon and pictures, if there are any. */
  readonly images: readonly URL[]
  /** The merchant's font, if there is one. */
  readonly font: URL | null
  /** The path of the script, if the page needs it. */
  readonly script: string | null
}

/** A directive with the origins of files of the merchant; none without files. */
const originsOf = (directive: string, urls: readonly URL[]): string[] => {
  const origins = new Set(urls.map(({ origin }) => origin).filter((origin) => originPattern.test(origin)))
  return origins.size > 0 ? [`${directive} ${[...origins].join(' ')}`] : []
}

const policy = ({ nonce, framedBy, images, font }: PolicyParts): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    ...originsOf('img-src', images),
    ...originsOf('font-src', font ? [font] : []),
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors(framedBy)}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')

/** The headers of a checkout page, which sets no cookies: a payment does (receiptCookie.ts). Independent of the build, which lists them in the manifest of scripts. */
export const pageHeaders = (locale: string, parts: PolicyParts): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-language': locale,
  'content-security-policy': policy(parts),
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  // For pages with COEP. credentialless, since a logo may have no resource policy. A font is requested with CORS.
  ...(parts.framedBy !== null && {
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'credentialless',
  }),
  'origin-agent-cluster': '?1',
  'strict-transport-security': strictTransportSecurity,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
  vary: 'Accept-Language',
  ...(parts.script !== null && { link: `<${parts.script}>; rel=modulepreload; nonce="${parts.nonce}"` }),
})
