import docs from '#built/docs' with { type: 'json' }
import { builtFile } from './builtFile.ts'
import { staticPage } from './staticPages.ts'

/**
 * `/docs`: leads to the documentation at DOCS_URL. Without it, a page says where the documentation is.
 *
 * The gateway serves no documentation of its own, so that no script of a documentation site runs on the origin where cards are typed.
 */
export const docsPage = async (request: Request, assets: Fetcher, docsUrl: string | null): Promise<Response> =>
  docsUrl === null
    ? staticPage(request, assets, { path: '/pages/docs.html' })
    : new Response(null, {
        status: 302,
        headers: { location: docsUrl, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
      })

/** `/openapi.json`: the API description, readable from any origin. */
export const openApi = (request: Request, assets: Fetcher): Promise<Response> =>
  builtFile(request, assets, {
    path: '/pages/openapi.json',
    etag: docs.version,
    headers: {
      'x-content-type-options': 'nosniff',
      // Revalidated each time, usually by 304, since the name does not change with the content.
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    },
  })
