import { ancestors } from './frameAncestors.ts'
import { permissionsPolicy } from './permissionsPolicy.ts'
import { strictTransportSecurity } from './strictTransportSecurity.ts'

/** CSP sources of the frame's one script and one style element. */
interface Hashes {
  readonly scriptHash: string
  readonly styleHash: string
}

const policy = ({ scriptHash, styleHash }: Hashes, framedBy: readonly string[] | '*' | null): string =>
  [
    "default-src 'none'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `script-src '${scriptHash}' 'strict-dynamic'`,
    `style-src '${styleHash}'`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
    `frame-ancestors ${ancestors(framedBy)}`,
  ].join('; ')

/** The headers of the card frame. Independent of the build, which lists them in the manifest of scripts. */
export const cardHeaders = (
  locale: string,
  hashes: Hashes,
  framedBy: readonly string[] | '*' | null,
): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-language': locale,
  // Revalidated each time, usually by 304, so that a removed origin takes effect at once.
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding, Accept-Language',
  'content-security-policy': policy(hashes, framedBy),
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'strict-transport-security': strictTransportSecurity,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
})
