import type { SluiceClient } from '../../widget/client/index.ts'
import { json, page, type Routes } from '../shop/response.ts'
import { serveScript } from '../shop/bundle.ts'
import { openStudio } from './checkouts.ts'
import { imagesPolicy } from '../shop/policy.ts'
import { studioPage } from './page.ts'
import { isPreview } from './previews.ts'

/**
 * `GET /studio` is the page. `POST /studio` creates a checkout with the members in `checkout`, which is JSON, and returns its URL or the
 * gateway's errors; with `preview` it returns the URL of a preview checkout, which may exist already.
 */
export const studioRoutes = ({ gateway, sluice }: { gateway: string; sluice: SluiceClient }): Routes => {
  const studio = openStudio(sluice)

  return {
    'GET /studio': () =>
      page(studioPage(gateway), 200, {
        // A favicon may be on any host.
        'content-security-policy': imagesPolicy(
          "'self' https: http://localhost:* http://127.0.0.1:*",
          "connect-src 'self'",
          `frame-src ${gateway}`,
        ),
      }),
    'GET /studio.js': serveScript(new URL('browser/main.ts', import.meta.url)),
    'POST /studio': async ({ form }) => {
      const preview = form.get('preview')
      const request = JSON.parse(form.get('checkout') ?? '{}')
      return json(await (isPreview(preview) ? studio.preview(preview, request) : studio.create(request)))
    },
  }
}
