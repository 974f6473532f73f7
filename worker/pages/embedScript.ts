import pages from '#built/pages'
import { builtFile, findBuiltFile } from './builtFile.ts'

/** A cross-origin module only runs with CORS, and in a page that demands a resource policy (COEP) only with one. */
const OPEN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

const DAY_S = 86_400

/** Where the versions of the script are, each named by its hash. */
const VERSION = /^\/embed\/([0-9a-f]{16})\.js$/

const script = (path: string, cacheControl: string) => ({
  path,
  etag: VERSION.exec(path)![1]!,
  headers: {
    ...OPEN,
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': cacheControl,
    vary: 'Accept-Encoding',
  },
})

/** `/embed.js`: the merchant's script in its latest version; for five minutes from the cache, then asked for again. */
export const embedScript = (request: Request, assets: Fetcher): Promise<Response> =>
  builtFile(request, assets, script(pages.embed.path, `public, max-age=300, stale-while-revalidate=${DAY_S}`))

/**
 * `/embed/<hash>.js`: the script in one version, which never changes and may be pinned by its hash. Versions from before
 * this deploy are there, too: see cli/keepVersions.ts.
 *
 * @returns null where there is no such version
 */
export const embedVersion = async (request: Request, assets: Fetcher): Promise<Response | null> => {
  const { pathname } = new URL(request.url)
  if (!VERSION.test(pathname)) return null
  return findBuiltFile(request, assets, script(pathname, `public, max-age=${365 * DAY_S}, immutable`))
}

/** A list of the build, for anybody's tool: asked for again every time, since it changes with each deploy. */
const list = async (assets: Fetcher, path: string): Promise<Response> => {
  const { body } = await assets.fetch(`https://assets.invalid${path}`)
  return new Response(body, { headers: { ...OPEN, 'content-type': 'application/json', 'cache-control': 'no-cache' } })
}

/** `/sri.json`: the `integrity` value of each version of the script. */
export const sriManifest = (assets: Fetcher): Promise<Response> => list(assets, '/sri.json')

/** `/.well-known/payment-page-scripts.json`: every script of the pages that take payments, and the headers of those pages: see widget/paymentPages.ts. */
export const scriptManifest = (assets: Fetcher): Promise<Response> => list(assets, '/payment-page-scripts.json')
