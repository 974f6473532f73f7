import { originPlaceholder } from '#contract/builtPages'
import { isErrorType, slugOf } from '#contract/errors/errorTypes'
import docs from '#built/docs' with { type: 'json' }
import { builtFile } from './builtFile.ts'
import { escapeHtml } from './html.ts'
import { permissionsPolicy } from './permissionsPolicy.ts'
import { strictTransportSecurity } from './strictTransportSecurity.ts'

/** Headers of every page without a form. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'strict-transport-security': strictTransportSecurity,
  'cache-control': 'public, max-age=300',
} as const

/** A page may load its one style element and nothing else. */
const staticPolicy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src data:; style-src '${docs.styleHash}'; require-trusted-types-for 'script'; trusted-types 'none'`

/**
 * Serves a page that the build has printed.
 *
 * @param path in dist/assets
 * @param policy its Content-Security-Policy, if it has scripts
 */
export const staticPage = (
  request: Request,
  assets: Fetcher,
  { path, policy = staticPolicy }: { path: string; policy?: string },
): Promise<Response> =>
  builtFile(request, assets, {
    path,
    etag: docs.version,
    headers: { ...headers, 'content-security-policy': policy, vary: 'Accept-Encoding' },
  })

/** `/`: the landing page, with first steps for the request's origin. */
export const landingPage = async (request: Request, assets: Fetcher): Promise<Response> => {
  const { origin } = new URL(request.url)
  const printed = await staticPage(new Request(request.url), assets, { path: '/pages/landing.html' })
  const text = (await printed.text()).replaceAll(originPlaceholder, () => escapeHtml(origin))
  return new Response(text, { headers: { ...headers, 'content-security-policy': staticPolicy } })
}

/** `/errors`: every error type, with an anchor that `docs` of an error item links to. */
export const errorsPage = (request: Request, assets: Fetcher): Promise<Response> =>
  staticPage(request, assets, { path: '/pages/errors.html' })

/** `/events`: every event type, with an anchor. */
export const eventsPage = (request: Request, assets: Fetcher): Promise<Response> =>
  staticPage(request, assets, { path: '/pages/events.html' })

/** The 404 page of an unknown address, for browsers; API clients get JSON. */
export const notFoundPage = async (request: Request, assets: Fetcher): Promise<Response> => {
  const printed = await staticPage(new Request(request.url), assets, { path: '/pages/not-found.html' })
  return new Response(request.method === 'HEAD' ? null : printed.body, {
    status: 404,
    headers: { ...headers, 'content-security-policy': staticPolicy, 'cache-control': 'no-store', vary: 'Accept' },
  })
}

/** `/problems/<slug>`: the page that `type` of problem details links to. The slug is the error type with hyphens. Null for unknown slugs. */
export const problemPage = (request: Request, assets: Fetcher, slug: string): Promise<Response> | null => {
  const type = slug.replaceAll('-', '_')
  return isErrorType(type) && slugOf(type) === slug
    ? staticPage(request, assets, { path: `/pages/problems/${slug}.html` })
    : null
}
