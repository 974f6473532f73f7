import pages from '#built/pages' with { type: 'json' }
import { builtFile, findBuiltFile } from './builtFile.ts'

/** A cross-origin module needs CORS, and in pages with COEP a resource policy. */
const publicHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

const DAY_S = 86_400

/** The path of a version, which contains its hash. */
const VERSION = /^\/embed\/([0-9a-f]{16})\.js$/

const script = (path: string, cacheControl: string) => ({
  path,
  etag: VERSION.exec(path)![1]!,
  headers: {
    ...publicHeaders,
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': cacheControl,
    vary: 'Accept-Encoding',
  },
})

/** `/embed.js`: the merchant's script in its latest version, cached for five minutes. */
export const embedScript = (request: Request, assets: Fetcher): Promise<Response> =>
  builtFile(request, assets, script(pages.embed.path, `public, max-age=300, stale-while-revalidate=${DAY_S}`))

/**
 * `/embed/<hash>.js`: one immutable version of the script, which pages may pin by its hash. Earlier deploys' versions are
 * kept, see worker/cli/deploy/keepVersions.ts.
 *
 * @returns null if there is no such version
 */
export const embedVersion = async (request: Request, assets: Fetcher): Promise<Response | null> => {
  const { pathname } = new URL(request.url)
  if (!VERSION.test(pathname)) return null
  return findBuiltFile(request, assets, script(pathname, `public, max-age=${365 * DAY_S}, immutable`))
}

/** Serves a manifest of the build to any origin. Revalidated each time, since each deploy changes it. */
const serveManifest = async (assets: Fetcher, path: string): Promise<Response> => {
  const { body } = await assets.fetch(`https://assets.invalid${path}`)
  return new Response(body, {
    headers: { ...publicHeaders, 'content-type': 'application/json', 'cache-control': 'no-cache' },
  })
}

/** `/sri.json`: the `integrity` value of each version of the script. */
export const sriManifest = (assets: Fetcher): Promise<Response> => serveManifest(assets, '/sri.json')

/** `/.well-known/payment-page-scripts.json`: scripts and headers of the payment pages, see widget/paymentPages.ts. */
export const scriptManifest = (assets: Fetcher): Promise<Response> =>
  serveManifest(assets, '/payment-page-scripts.json')
