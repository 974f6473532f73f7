import type { ConsoleFixture } from './consoleFixture.ts'
import {
  sampleConnection,
  sampleDelivery,
  sampleEntry,
  sampleKey,
  sampleProcessor,
  sampleWebhook,
} from './developerSamples.ts'
import { sampleBatch } from './batchSamples.ts'
import { sampleCheckout, sampleLink } from './checkoutSamples.ts'
import { sampleDispute } from './disputeSamples.ts'
import { sampleRow } from './rowSamples.ts'
import { sampleSubscription } from './subscriptionSamples.ts'
import {
  ownerMember,
  sampleAccountSettings,
  sampleInvitation,
  sampleMember,
  samplePasskeys,
  sampleQuotas,
  sampleSession,
  sampleView,
  teamOwner,
} from './teamSamples.ts'

const bodies: Readonly<Record<string, unknown>> = {
  'GET /session': teamOwner,
  'GET /v1/transactions': { transactions: [sampleRow(), sampleRow(1)], nextCursor: null },
  'GET /v1/views': { views: [sampleView()] },
  'GET /v1/dynamiccheckout': { checkouts: [sampleLink(), sampleLink({ status: 'expired' })], nextCursor: null },
  [`GET /v1/dynamiccheckout/${sampleLink().id}`]: sampleCheckout(),
  'GET /v1/customersubscriptions': { customerSubscriptions: [sampleSubscription()], nextCursor: null },
  'GET /v1/disputes': { disputes: [sampleDispute()] },
  'GET /v1/batches': { batches: [sampleBatch('b1')] },
  'GET /v1/apikeys': { apiKeys: [sampleKey()] },
  'GET /v1/webhook': { webhooks: [sampleWebhook({ id: 'w1' })] },
  'GET /v1/webhook/w1': { webhook: sampleWebhook({ id: 'w1' }) },
  'GET /v1/webhook/w1/deliveries': { deliveries: [sampleDelivery(), sampleDelivery()] },
  'GET /v1/processors': { processors: [sampleProcessor()] },
  'GET /v1/connections': { connections: [sampleConnection()] },
  'GET /v1/audit': { entries: [sampleEntry()] },
  'GET /v1/team/members': { members: [sampleMember(), ownerMember()] },
  'GET /v1/team/invitations': { invitations: [sampleInvitation()] },
  'GET /v1/team/sessions': { sessions: [sampleSession()] },
  'GET /session/passkeys': samplePasskeys(),
  'GET /v1/account': { account: sampleAccountSettings() },
  'GET /v1/account/quotas': { quotas: sampleQuotas() },
}

/** The addresses of the screens with rows or a form. */
export const screenAddresses: readonly string[] = [
  '/test/payments',
  '/test/checkouts',
  '/test/checkouts/new',
  `/test/checkouts/${sampleLink().id}`,
  '/test/subscriptions',
  '/test/disputes',
  '/test/settlements',
  '/test/keys',
  '/test/webhooks',
  '/test/webhooks/w1',
  '/test/connections',
  '/audit',
  '/team',
  '/settings',
  '/you',
]

/** Lets the gateway return rows for each list, to an owner who may do everything. */
export const respondToAllScreens = (fixture: ConsoleFixture): void => {
  for (const [name, body] of Object.entries(bodies)) fixture.respond(name, () => ({ body }))
}
