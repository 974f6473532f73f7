import docs from '#built/docs'
import { builtFile } from './builtFile.ts'
import { staticPage } from './staticPages.ts'

/**
 * Swagger UI needs no eval and no inline styles, so only its loader's hash is allowed and nothing leaves the origin. It sets innerHTML, so
 * this page cannot require Trusted Types.
 */
const policy = [
  "default-src 'none'",
  `script-src '${docs.loaderHash}' 'strict-dynamic'`,
  "style-src 'self'",
  "connect-src 'self'",
  // Icons of Swagger UI.
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `/docs`: the API reference, rendered by Swagger UI from /openapi.json. */
export const docsPage = (request: Request, assets: Fetcher): Promise<Response> =>
  staticPage(request, assets, { path: '/pages/docs.html', policy })

const types: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
  'swagger-ui.js': 'text/javascript; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
}

const headers = {
  'x-content-type-options': 'nosniff',
  // Revalidated each time, usually by 304, since the names do not change with the content.
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
} as const

/** `/docs/<file>`: the files of the API reference. Null if there is no such file. */
export const docsFile = (request: Request, assets: Fetcher, file: string): Promise<Response> | null => {
  const type = Object.hasOwn(types, file) ? types[file] : undefined
  if (type === undefined) return null
  return builtFile(request, assets, {
    path: `/docs/${file}`,
    etag: docs.version,
    headers: { ...headers, 'content-type': type, 'cross-origin-resource-policy': 'same-origin' },
  })
}

/** `/openapi.json`: the API description, readable from any origin. */
export const openApi = (request: Request, assets: Fetcher): Promise<Response> =>
  builtFile(request, assets, {
    path: '/docs/openapi.json',
    etag: docs.version,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' },
  })
