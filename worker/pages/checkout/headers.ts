import { ancestors, ORIGIN } from '../ancestors.ts'
import { PERMISSIONS } from '../permissions.ts'
import { TRANSPORT } from '../transport.ts'

interface Given {
  /** Of the one style element, and of the script. */
  readonly nonce: string
  readonly framedBy: readonly string[] | '*' | null
  /** The merchant's logo, if there is one. */
  readonly image: URL | null
  /** Where the script is, if the page has a use for it. */
  readonly script: string | null
}

const policy = ({ nonce, framedBy, image }: Given): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    ...(image && ORIGIN.test(image.origin) ? [`img-src ${image.origin}`] : []),
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors(framedBy)}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')

/** The headers of a page of the checkout. It sets no cookies and reads none. They know nothing of the build, so that it can list them beside its scripts. */
export const pageHeaders = (locale: string, given: Given): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-language': locale,
  'content-security-policy': policy(given),
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  // So that it also loads in a page that demands a resource policy of everything (COEP); a logo need not have one.
  ...(given.framedBy !== null && {
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'credentialless',
  }),
  'origin-agent-cluster': '?1',
  'strict-transport-security': TRANSPORT,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
  vary: 'Accept-Language',
  ...(given.script !== null && { link: `<${given.script}>; rel=modulepreload; nonce="${given.nonce}"` }),
})
