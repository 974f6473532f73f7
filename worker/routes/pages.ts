import { parseEnvironment } from '../app/env.ts'
import { allowedOrigins } from '../domain/accounts/origins.ts'
import type { App } from '../http/app.ts'
import { lookUpKey } from '../http/authenticate.ts'
import { Meter } from '../http/meter.ts'
import { cardFrame } from '../pages/cardFrame.ts'
import { cardTexts } from '../pages/cardTexts.ts'
import { checkoutScript } from '../pages/checkout/script.ts'
import { docsFile, docsPage, openApi } from '../pages/docsPage.ts'
import { embedScript, embedVersion, scriptManifest, sriManifest } from '../pages/embedScript.ts'
import { errorsPage, eventsPage, landingPage, problemPage } from '../pages/readingPages.ts'
import type { Gateway } from '../app/compose.ts'

/** Who may frame the card form of a key: the origins that may use it; nobody for a key that is not publishable or no longer good. */
const frameAncestors = async (keyText: string | undefined, gateway: Gateway): Promise<string[] | '*' | null> => {
  const found = keyText === undefined ? null : await lookUpKey(keyText, gateway, new Meter())
  if (found === null) return null
  const { kind, revoked, expires, account } = found.key
  const now = gateway.clock.now()
  const isGood = (revoked ?? Infinity) > now && (expires ?? Infinity) > now && !account.suspended
  if (kind !== 'pk' || !isGood) return null
  const origins = allowedOrigins(found.key)
  return origins === '*' ? origins : [...origins]
}

const unkept = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Says whether the worker can work at all: what it is bound to and given. It asks no database, since anybody may ask it. */
const health = (env: Parameters<typeof parseEnvironment>[0]): Response => {
  try {
    parseEnvironment(env)
    return Response.json({ status: 'ok' }, { headers: unkept })
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : 'The environment cannot be read.'
    return Response.json({ status: 'misconfigured', problem }, { status: 503, headers: unkept })
  }
}

/** What is no API: the merchant's script, the card frame, health, the documentation. */
export const pages = ({ hono, gateway }: App): void => {
  hono.get('/', ({ req, env }) => landingPage(req.raw, env.ASSETS))
  hono.get('/docs', ({ req, env }) => docsPage(req.raw, env.ASSETS))
  hono.get(
    '/docs/:file',
    (context) => docsFile(context.req.raw, context.env.ASSETS, context.req.param('file')) ?? context.notFound(),
  )
  hono.get('/openapi.json', ({ req, env }) => openApi(req.raw, env.ASSETS))
  hono.get('/errors', ({ req, env }) => errorsPage(req.raw, env.ASSETS))
  hono.get('/events', ({ req, env }) => eventsPage(req.raw, env.ASSETS))
  hono.get(
    '/problems/:slug',
    (context) => problemPage(context.req.raw, context.env.ASSETS, context.req.param('slug')) ?? context.notFound(),
  )
  hono.get('/health', ({ env }) => health(env))
  hono.get('/embed.js', ({ req, env }) => embedScript(req.raw, env.ASSETS))
  hono.get(
    '/embed/:file',
    async (context) => (await embedVersion(context.req.raw, context.env.ASSETS)) ?? context.notFound(),
  )
  hono.get(
    '/checkout-assets/:file',
    async (context) => (await checkoutScript(context.req.raw, context.env.ASSETS)) ?? context.notFound(),
  )
  hono.get('/sri.json', ({ env }) => sriManifest(env.ASSETS))
  hono.get('/.well-known/payment-page-scripts.json', ({ env }) => scriptManifest(env.ASSETS))
  hono.get('/card/texts', ({ req, env }) => cardTexts(req.raw, env.ASSETS))
  hono.get('/card', async ({ req, env }) =>
    cardFrame(req.raw, env.ASSETS, { frameAncestors: await frameAncestors(req.query('key'), gateway(env)) }),
  )
}
