import { ancestors, originPattern } from '../frameAncestors.ts'
import { permissionsPolicy } from '../permissionsPolicy.ts'
import { strictTransportSecurity } from '../strictTransportSecurity.ts'

interface PolicyParts {
  /** Of the style element and the scripts. */
  readonly nonce: string
  readonly framedBy: readonly string[] | '*' | null
  /** Origins of the merchant's logo and of pictures. */
  readonly images: readonly string[]
  /** The path of the script, if the page needs it. */
  readonly script: string | null
}

const policy = ({ nonce, framedBy, images }: PolicyParts): string => {
  const origins = images.filter((origin) => originPattern.test(origin))
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    ...(origins.length > 0 ? [`img-src ${origins.join(' ')}`] : []),
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors(framedBy)}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')
}

/** The headers of a checkout page, which sets no cookies: a payment does (receiptCookie.ts). Independent of the build, which lists them in the manifest of scripts. */
export const pageHeaders = (locale: string, parts: PolicyParts): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-language': locale,
  'content-security-policy': policy(parts),
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  // For pages with COEP. credentialless, since a logo may have no resource policy.
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
