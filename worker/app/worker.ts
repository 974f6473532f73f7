import { sweepAll } from './sweep.ts'
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
import { terminals } from '../routes/terminals/terminals.ts'
import { testClock } from '../routes/testClock/testClock.ts'
import { tokens } from '../routes/tokens/tokens.ts'
import { transactions } from '../routes/transactions/transactions.ts'
import { connections } from '../routes/connections/connections.ts'
import { webhooks } from '../routes/webhooks/webhooks.ts'
import type { Bindings } from './env.ts'
import type { GatewayParts } from './gateway.ts'

/** The app with all routes. */
export const createRouter = (parts: GatewayParts = {}): App => {
  const app = createApp(parts)
  for (const routes of [
    pages,
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
    checkoutPage,
    terminals,
    device,
    connections,
    notifications,
    webhooks,
    events,
    testClock,
  ])
    routes(app)
  addFallbackRoutes(app)
  return app
}

/** The worker. Tests replace its processor, clock or cache. */
export const createWorker = (parts: GatewayParts = {}): ExportedHandler<Bindings> => {
  const app = createRouter(parts)
  return {
    fetch: (request, env, context) => app.hono.fetch(request, env, context),
    scheduled: (_event, env) => sweepAll(app.gateway(env)),
  }
}
