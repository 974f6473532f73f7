import type { RouteName } from './routes.ts'
import type { ScreenModule } from './screen.ts'

/** Each screen is a chunk of its own. */
export const screenModules: Readonly<Record<RouteName, () => Promise<ScreenModule>>> = {
  today: () => import('../screens/today/today-screen.ts'),
  payments: () => import('../screens/payments/payments-screen.ts'),
  payment: () => import('../screens/payment/payment-screen.ts'),
  checkouts: () => import('../screens/checkouts/checkouts-screen.ts'),
  checkout: () => import('../screens/checkout/checkout-screen.ts'),
  'new-link': () => import('../screens/new-link/new-link-screen.ts'),
  subscriptions: () => import('../screens/subscriptions/subscriptions-screen.ts'),
  disputes: () => import('../screens/disputes/disputes-screen.ts'),
  settlements: () => import('../screens/settlements/settlements-screen.ts'),
  keys: () => import('../screens/keys/keys-screen.ts'),
  webhooks: () => import('../screens/webhooks/webhooks-screen.ts'),
  webhook: () => import('../screens/webhook/webhook-screen.ts'),
  connections: () => import('../screens/connections/connections-screen.ts'),
  audit: () => import('../screens/audit/audit-screen.ts'),
  team: () => import('../screens/team/team-screen.ts'),
  settings: () => import('../screens/settings/settings-screen.ts'),
  you: () => import('../screens/you/you-screen.ts'),
}
