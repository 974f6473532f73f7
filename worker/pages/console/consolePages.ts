import pages from '#built/pages' with { type: 'json' }
import { findBuiltFile } from '../builtFile.ts'
import { permissionsPolicy } from '../permissionsPolicy.ts'
import { strictTransportSecurity } from '../strictTransportSecurity.ts'
import { printPage } from './printPage.ts'

const { scriptHashes, version } = pages.console

/** Passkeys, and copying a link or an id: nothing else of what a page can ask a browser for. */
const features: ReadonlySet<string> = new Set([
  'publickey-credentials-create',
  'publickey-credentials-get',
  'clipboard-write',
])

const consolePermissions = permissionsPolicy
  .replace('payment=(self)', 'payment=()')
  .split(', ')
  .map((feature) => (features.has(feature.replace('=()', '')) ? feature.replace('()', '(self)') : feature))
  .join(', ')

/** The page runs its own scripts and those of its import map, talks to its own host, and is in no frame. */
const policy = [
  "default-src 'none'",
  `script-src 'self' ${scriptHashes.map((hash) => `'${hash}'`).join(' ')}`,
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'permissions-policy': consolePermissions,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'strict-transport-security': strictTransportSecurity,
  'cache-control': 'no-cache',
} as const

/** The page of an address of the console. It contains nothing of an account. */
export const consoleShell = (request: Request): Response => {
  const etag = `"${version}"`
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
  const page = request.method === 'HEAD' ? null : printPage(pages.console, new URL(request.url).pathname)
  return new Response(page, { headers: { ...headers, etag } })
}

const yearSeconds = 31_536_000
const file = /^\/console-assets\/([\w-]+)\.(js|css|svg)$/
const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml' } as const

/** `/console-assets/<hash>.<type>`: a script, the style sheet or the icon of the console. Null if there is none. */
export const consoleAsset = async (request: Request, assets: Fetcher): Promise<Response | null> => {
  const { pathname } = new URL(request.url)
  const [, etag, type] = file.exec(pathname) ?? []
  if (etag === undefined) return null
  return findBuiltFile(request, assets, {
    path: pathname,
    etag,
    headers: {
      'content-type': types[type as keyof typeof types],
      'cache-control': `public, max-age=${yearSeconds}, immutable`,
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': strictTransportSecurity,
      vary: 'Accept-Encoding',
    },
  })
}
