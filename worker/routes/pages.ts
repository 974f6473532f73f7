import { ApiError } from '#contract/errors/apiError'
import { errorOutsideApi } from '../http/app.ts'
import type { App } from '../http/app.ts'
import { frameAncestors } from '../http/response/frameAncestors.ts'
import { reloading, toApiError } from '../http/response/errors.ts'
import { health } from '../http/health.ts'
import { cardFrame } from '../pages/cardFrame.ts'
import { cardTexts } from '../pages/cardTexts.ts'
import { addressRulesFile } from '../pages/checkout/addressRules.ts'
import { checkoutScript } from '../pages/checkout/script.ts'
import { docsPage, openApi } from '../pages/docsPage.ts'
import { embedScript, embedVersion, scriptManifest, sriManifest } from '../pages/embedScript.ts'
import { errorsPage, eventsPage, landingPage, problemPage } from '../pages/staticPages.ts'

/** Routes outside of the API: scripts for merchants, the card frame, health and the documentation. */
export const pages = ({ hono, gateway }: App): void => {
  hono.get('/', ({ req, env }) => landingPage(req.raw, env.ASSETS))
  hono.get('/docs', ({ req, env }) => docsPage(req.raw, env.ASSETS, gateway(env).environment.docsUrl))
  hono.get('/openapi.json', ({ req, env }) => openApi(req.raw, env.ASSETS))
  hono.get('/errors', ({ req, env }) => errorsPage(req.raw, env.ASSETS))
  hono.get('/events', ({ req, env }) => eventsPage(req.raw, env.ASSETS))
  hono.get(
    '/problems/:slug',
    (context) => problemPage(context.req.raw, context.env.ASSETS, context.req.param('slug')) ?? context.notFound(),
  )
  hono.get('/health', ({ req, env }) => orError(req.raw, () => health(req.raw, env, gateway)))
  hono.get('/embed.js', ({ req, env }) => embedScript(req.raw, env.ASSETS))
  hono.get(
    '/embed/:file',
    async (context) => (await embedVersion(context.req.raw, context.env.ASSETS)) ?? context.notFound(),
  )
  hono.get(
    '/checkout-assets/:file',
    async (context) => (await checkoutScript(context.req.raw, context.env.ASSETS)) ?? context.notFound(),
  )
  hono.get(
    '/checkout-assets/address/:version/:file',
    async (context) => (await addressRulesFile(context.req.raw, context.env.ASSETS)) ?? context.notFound(),
  )
  hono.get('/sri.json', ({ env }) => sriManifest(env.ASSETS))
  hono.get('/.well-known/payment-page-scripts.json', ({ env }) => scriptManifest(env.ASSETS))
  hono.get('/card/texts', ({ req, env }) => cardTexts(req.raw, env.ASSETS))
  hono.get('/card', ({ req, env }) =>
    orError(req.raw, async () => {
      const origins = await frameAncestors(req.query('key'), req.raw, gateway(env))
      return cardFrame(req.raw, env.ASSETS, { frameAncestors: origins })
    }),
  )
}

/** The error of a page that an exception of the API ends, or a failure of the database. After the latter the page reloads itself. */
const orError = async (request: Request, work: () => Promise<Response>): Promise<Response> => {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof ApiError) return errorOutsideApi(request, thrown)
    const error = toApiError(thrown)
    if (error.items[0].type !== 'unavailable') throw thrown
    return reloading(errorOutsideApi(request, error))
  }
}
