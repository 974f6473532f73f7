import { originPlace } from '#contract/builtPages'
import { isErrorType, slugOf } from '#contract/errors/errorTypes'
import docs from '#built/docs'
import { builtFile } from './builtFile.ts'
import { escapeHtml } from './html.ts'
import { PERMISSIONS } from './permissions.ts'
import { TRANSPORT } from './transport.ts'

/** Headers that every page has that is read and not filled in. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'strict-transport-security': TRANSPORT,
  'cache-control': 'public, max-age=300',
} as const

/** Nothing may be loaded by a page but its one style element. */
const nothing = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src data:; style-src '${docs.styleHash}'; require-trusted-types-for 'script'; trusted-types 'none'`

/**
 * A page as the build printed it.
 *
 * @param path from dist/assets
 * @param policy its Content-Security-Policy, if it is not one without scripts
 */
export const readingPage = (
  request: Request,
  assets: Fetcher,
  { path, policy = nothing }: { path: string; policy?: string },
): Promise<Response> =>
  builtFile(request, assets, {
    path,
    etag: docs.version,
    headers: { ...headers, 'content-security-policy': policy, vary: 'Accept-Encoding' },
  })

/** `/`: says that the gateway runs, and what to do next, with the address at which it was asked. */
export const landingPage = async (request: Request, assets: Fetcher): Promise<Response> => {
  const { origin } = new URL(request.url)
  const printed = await readingPage(new Request(request.url), assets, { path: '/pages/landing.html' })
  const text = (await printed.text()).replaceAll(originPlace, () => escapeHtml(origin))
  return new Response(text, { headers: { ...headers, 'content-security-policy': nothing } })
}

/** `/errors`: every error type with an anchor of its name, which is where `docs` of an error item leads. */
export const errorsPage = (request: Request, assets: Fetcher): Promise<Response> =>
  readingPage(request, assets, { path: '/pages/errors.html' })

/** `/events`: every type of event with an anchor of its name. */
export const eventsPage = (request: Request, assets: Fetcher): Promise<Response> =>
  readingPage(request, assets, { path: '/pages/events.html' })

/**
 * `/problems/<slug>`: where `type` of problem details leads; the slug is the error type with hyphens.
 *
 * @returns null where no error has this slug
 */
export const problemPage = (request: Request, assets: Fetcher, slug: string): Promise<Response> | null => {
  const type = slug.replaceAll('-', '_')
  return isErrorType(type) && slugOf(type) === slug
    ? readingPage(request, assets, { path: `/pages/problems/${slug}.html` })
    : null
}
