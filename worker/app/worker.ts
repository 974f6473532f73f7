import { sweepAll } from './sweep.ts'
import { isForConsole } from '../http/console/consoleHost.ts'
import { joining } from '../routes/console/joining.ts'
import { accessSignIn } from '../routes/console/accessSignIn.ts'
import { ownPasskeys } from '../routes/console/ownPasskeys.ts'
import { consolePages } from '../routes/console/consolePages.ts'
import { consoleSession } from '../routes/console/session.ts'
import { createApp, addFallbackRoutes } from '../http/app.ts'
import type { App } from '../http/app.ts'
import { account } from '../routes/accounts/account.ts'
import { apiKeys } from '../routes/apiKeys/apiKeys.ts'
import { audit } from '../routes/audit/audit.ts'
import { disputes } from '../routes/disputes/disputes.ts'
import { figures } from '../routes/figures/figures.ts'
import { batches } from '../routes/batches/batches.ts'
import { checkoutPage } from '../routes/checkouts/checkoutPage.ts'
import { checkouts } from '../routes/checkouts/checkouts.ts'
import { customerData } from '../routes/customers/customerData.ts'
import { customers } from '../routes/customers/customers.ts'
import { device } from '../routes/terminals/device.ts'
import { events } from '../routes/events/events.ts'
import { notifications } from '../routes/connections/notifications.ts'
import { pages } from '../routes/pages.ts'
import { plans } from '../routes/plans/plans.ts'
import { subscriptions } from '../routes/subscriptions/subscriptions.ts'
import { team } from '../routes/team/team.ts'
import { terminals } from '../routes/terminals/terminals.ts'
import { testClock } from '../routes/testClock/testClock.ts'
import { views } from '../routes/views/views.ts'
import { tokens } from '../routes/tokens/tokens.ts'
import { transactions } from '../routes/transactions/transactions.ts'
import { connections } from '../routes/connections/connections.ts'
import { webhooks } from '../routes/webhooks/webhooks.ts'
import type { Bindings } from './env.ts'
import { memoizedGateway } from './gateway.ts'
import type { GatewayParts } from './gateway.ts'

type Routes = (app: App) => void

/** The API, which the console's host serves to sessions and every other host to keys. */
const apiRoutes: readonly Routes[] = [
  transactions,
  tokens,
  account,
  apiKeys,
  audit,
  customers,
  customerData,
  plans,
  subscriptions,
  batches,
  disputes,
  figures,
  checkouts,
  terminals,
  connections,
  webhooks,
  events,
  team,
  views,
  testClock,
]

/** @param last routes after the fallbacks of /v1 */
const withRoutes = (app: App, all: readonly Routes[], last: readonly Routes[] = []): App => {
  for (const routes of all) routes(app)
  addFallbackRoutes(app)
  for (const routes of last) routes(app)
  return app
}

/** The app of the payment host: the API and all pages of payments. */
export const createRouter = (parts: GatewayParts = {}): App =>
  withRoutes(createApp(memoizedGateway(parts), true), [pages, ...apiRoutes, checkoutPage, device, notifications])

/** The app of the console's host, which serves no payment page, so that a fault in one cannot reach the other. */
export const createConsole = (gateway: App['gateway']): App =>
  withRoutes(
    createApp(gateway, false),
    [...apiRoutes, consoleSession, accessSignIn, ownPasskeys, joining],
    [consolePages],
  )

/** The worker. Tests replace its processor, clock or cache. */
export const createWorker = (parts: GatewayParts = {}): ExportedHandler<Bindings> => {
  const app = createRouter(parts)
  const console = createConsole(app.gateway)
  /** Without bindings, the payment host's app responds with the error. */
  const isConsole = (request: Request, env: Bindings): boolean => {
    try {
      return isForConsole(request, app.gateway(env).environment)
    } catch {
      return false
    }
  }
  return {
    fetch: (request, env, context) => (isConsole(request, env) ? console : app).hono.fetch(request, env, context),
    scheduled: (_event, env) => sweepAll(app.gateway(env)),
  }
}
