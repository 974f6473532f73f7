import type { Environment } from '../app/env.ts'
import type { Endpoints } from '../domain/webhooks/endpoints.ts'
import { endpointObjectName } from './objectName.ts'

/** The account that the endpoints belong to. */
interface EndpointsContext {
  readonly shard: string
  /** With the ids of its enabled webhooks. */
  readonly account: { readonly endpoints: readonly string[] }
}

const warn =
  (what: string) =>
  (reason: unknown): undefined =>
    void console.warn(JSON.stringify({ webhook: what, exception: reason instanceof Error ? reason.name : null }))

/** Calls several objects concurrently. The sweep retries those that fail, whose result is undefined. */
const callEach = <Result>(webhooks: readonly string[], call: (webhook: string) => Promise<Result>) =>
  Promise.all(webhooks.map((webhook) => call(webhook).catch(warn('wake failed'))))

/** The webhook endpoints of an account, by RPC to their Durable Objects. */
export const createEndpointsClient = (
  { webhookEndpoints }: Pick<Environment, 'webhookEndpoints'>,
  { shard, account }: EndpointsContext,
): Endpoints => {
  const endpoint = (webhook: string) => webhookEndpoints.getByName(endpointObjectName(shard, webhook))
  return {
    wakeAll: async () => void (await callEach(account.endpoints, async (webhook) => endpoint(webhook).wake())),
    refreshAll: async () => void (await callEach(account.endpoints, async (webhook) => endpoint(webhook).refresh())),
    refresh: async (webhook) => endpoint(webhook).refresh(),
    catchUp: async (moment) => {
      const next = await callEach(account.endpoints, async (webhook) => endpoint(webhook).catchUp(moment))
      const times = next.filter((time) => time != null)
      return times.length === 0 ? null : Math.min(...times)
    },
    replay: async (webhook, event) => endpoint(webhook).replay(event),
    replayRange: async (webhook, since, until) => endpoint(webhook).replayRange(since, until),
    replayUndelivered: async (webhook, since, until) => endpoint(webhook).replayUndelivered(since, until),
    deliveries: async (webhook, page) => endpoint(webhook).deliveries(page),
    failingSince: async (webhook) => {
      const read = async () => endpoint(webhook).failingSince()
      return (await read().catch(warn('health not read'))) ?? null
    },
    test: async (webhook) => endpoint(webhook).sendTest(),
    deliveryOf: async (webhook, event) => endpoint(webhook).deliveryOf(event),
    forget: async (webhook) => endpoint(webhook).forget(),
  }
}
