import docs from '#built/docs'
import { builtFile } from './builtFile.ts'
import { readingPage } from './readingPages.ts'

/**
 * The library styles by CSSOM and links, and runs without eval: no script passes but the one that loads it, and nothing leaves the origin. It
 * writes HTML of its own making, so this page alone cannot require Trusted Types.
 */
const policy = [
  "default-src 'none'",
  `script-src '${docs.loaderHash}' 'strict-dynamic'`,
  "style-src 'self'",
  "connect-src 'self'",
  // Arrows and other marks of the library.
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `/docs`: the API reference, drawn in the browser by Swagger UI from /openapi.json. */
export const docsPage = (request: Request, assets: Fetcher): Promise<Response> =>
  readingPage(request, assets, { path: '/pages/docs.html', policy })

const types: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
  'swagger-ui.js': 'text/javascript; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
}

const headers = {
  'x-content-type-options': 'nosniff',
  // Asked again every time, and mostly answered by 304: the names do not change with the content.
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
} as const

/**
 * `/docs/<file>`: what the reference is made of.
 *
 * @returns null where there is no such file
 */
export const docsFile = (request: Request, assets: Fetcher, file: string): Promise<Response> | null => {
  const type = Object.hasOwn(types, file) ? types[file] : undefined
  if (type === undefined) return null
  return builtFile(request, assets, {
    path: `/docs/${file}`,
    etag: docs.version,
    headers: { ...headers, 'content-type': type, 'cross-origin-resource-policy': 'same-origin' },
  })
}

/** `/openapi.json`: the description of the API. Anybody's tool may read it, from any origin. */
export const openApi = (request: Request, assets: Fetcher): Promise<Response> =>
  builtFile(request, assets, {
    path: '/docs/openapi.json',
    etag: docs.version,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' },
  })
