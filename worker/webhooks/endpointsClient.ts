import type { Environment } from '../app/env.ts'
import type { Endpoints } from '../domain/webhooks/endpoints.ts'
import { endpointObjectName } from './objectName.ts'

/** The account that the endpoints belong to. */
interface EndpointsContext {
  readonly shard: string
  /** With the ids of its enabled webhooks. */
  readonly account: { readonly endpoints: readonly string[] }
}

const warn = (reason: unknown): void =>
  console.warn(JSON.stringify({ webhook: 'wake failed', exception: reason instanceof Error ? reason.name : null }))

/** Calls several objects concurrently. The sweep retries those that fail. */
const callEach = async (webhooks: readonly string[], call: (webhook: string) => Promise<void>): Promise<void> => {
  await Promise.all(webhooks.map((webhook) => call(webhook).catch(warn)))
}

/** The webhook endpoints of an account, by RPC to their Durable Objects. */
export const createEndpointsClient = (
  { webhookEndpoints }: Pick<Environment, 'webhookEndpoints'>,
  { shard, account }: EndpointsContext,
): Endpoints => {
  const endpoint = (webhook: string) => webhookEndpoints.getByName(endpointObjectName(shard, webhook))
  return {
    wakeAll: () => callEach(account.endpoints, async (webhook) => endpoint(webhook).wake()),
    refresh: async (webhook) => endpoint(webhook).refresh(),
    catchUp: () => callEach(account.endpoints, async (webhook) => endpoint(webhook).catchUp()),
    replay: async (webhook, position) => endpoint(webhook).replay(position),
    replayRange: async (webhook, since, until) => endpoint(webhook).replayRange(since, until),
    test: async (webhook) => endpoint(webhook).sendTest(),
    deliveryOf: async (webhook, position) => endpoint(webhook).deliveryOf(position),
    forget: async (webhook) => endpoint(webhook).forget(),
  }
}
