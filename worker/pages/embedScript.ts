import pages from '../../dist/pages.json'
import { builtFile } from './builtFile.ts'

/** A cross-origin module only runs with CORS, and in a page that demands a resource policy (COEP) only with one. */
const OPEN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

const DAY_S = 86_400

const script = (request: Request, assets: Fetcher, cacheControl: string): Promise<Response> =>
  builtFile(request, assets, {
    path: pages.embed.path,
    etag: pages.embed.path.replace(/^.*\/|\.js$/g, ''),
    headers: {
      ...OPEN,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': cacheControl,
      vary: 'Accept-Encoding',
    },
  })

/** `/embed.js`: the merchant's script in its latest version; for five minutes from the cache, then asked for again. */
export const embedScript = (request: Request, assets: Fetcher): Promise<Response> =>
  script(request, assets, `public, max-age=300, stale-while-revalidate=${DAY_S}`)

/** The path of the script's current version, `/embed/<hash>.js`. */
export const embedVersionPath: string = pages.embed.path

/**
 * `/embed/<hash>.js`: the script in one version, which never changes and may be pinned by its hash.
 *
 * @returns null where the path names another version than the one that is deployed
 */
export const embedVersion = (request: Request, assets: Fetcher): Promise<Response> | null =>
  new URL(request.url).pathname === pages.embed.path
    ? script(request, assets, `public, max-age=${365 * DAY_S}, immutable`)
    : null

/** `/sri.json`: the `integrity` value of each versioned script. */
export const sriManifest = (): Response =>
  Response.json({ [pages.embed.path]: pages.embed.integrity }, { headers: { ...OPEN, 'cache-control': 'no-cache' } })
