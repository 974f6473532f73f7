import { ancestors } from './ancestors.ts'
import { PERMISSIONS } from './permissions.ts'
import { TRANSPORT } from './transport.ts'

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

/** The headers of the card frame. They know nothing of the build, so that it can list them beside its scripts. */
export const cardHeaders = (
  locale: string,
  hashes: Hashes,
  framedBy: readonly string[] | '*' | null,
): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-language': locale,
  // Asked again every time, so that an origin that is no longer allowed is refused; mostly answered by 304.
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding, Accept-Language',
  'content-security-policy': policy(hashes, framedBy),
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'strict-transport-security': TRANSPORT,
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
})
