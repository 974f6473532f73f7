import type { SluiceClient } from '../../widget/client/index.ts'
import { json, page, type Routes } from '../shop/response.ts'
import { serveScript } from '../shop/bundle.ts'
import { openStudio } from './checkouts.ts'
import { scriptPagePolicy } from '../shop/policy.ts'
import { studioPage } from './page.ts'
import { isPreview } from './previews.ts'

/**
 * `GET /studio` is the page. `POST /studio` with `preview` returns the URL of a preview checkout; with `appearance` it creates a checkout and
 * returns its URL or the gateway's errors.
 */
export const studioRoutes = ({ gateway, sluice }: { gateway: string; sluice: SluiceClient }): Routes => {
  const studio = openStudio(sluice)

  return {
    'GET /studio': () =>
      page(studioPage(gateway), 200, {
        'content-security-policy': scriptPagePolicy("connect-src 'self'", `frame-src ${gateway}`),
      }),
    'GET /studio.js': serveScript(new URL('browser/main.ts', import.meta.url)),
    'POST /studio': async ({ form }) => {
      const preview = form.get('preview')
      if (isPreview(preview)) return json(await studio.preview(preview))
      return json(await studio.create(JSON.parse(form.get('appearance') ?? '{}')))
    },
  }
}
