import type { Environment } from '../app/env.ts'
import { endpointName } from './names.ts'

/** One attempt at a delivery, as its owner may see it: no byte of what was answered but its status is ever kept. */
export interface Attempted {
  /** When it began, milliseconds since 1970 by the account's clock. */
  readonly at: number
  /** Null where no answer came in time, or nobody was there. */
  readonly status: number | null
  readonly tookMs: number
}

/**
 * - `pending`: not delivered yet, `next` says when it is tried
 * - `delivered`: answered with 2xx
 * - `failed`: the attempts are used up
 * - `dropped`: the endpoint was disabled before it was delivered
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped'

/** How an event stands with one endpoint. */
export interface Delivery {
  readonly state: DeliveryState
  /** When it is tried next, milliseconds since 1970; null where it is not, or right now. */
  readonly next: number | null
  /** Oldest first. */
  readonly attempts: readonly Attempted[]
}

/** What the business may ask of webhooks: calls to their objects, each of which is asked by the id of its webhook. */
export interface Endpoints {
  /** Something has happened: those of the account that are enabled look for it. Never fails, since the sweep looks after them, too. */
  wakeAll(): Promise<void>
  /** The registration was changed. Answers when its object has looked. */
  lookAnew(webhook: string): Promise<void>
  /** The account's clock was changed: answers when all that is due now was tried once, or took too long. Never fails. */
  catchUp(): Promise<void>
  /** Delivers an event (its position) once more, as if it had just happened. */
  replay(webhook: string, position: number): Promise<void>
  /** The same for all events of its kinds from `since` until before `until`, milliseconds since 1970. */
  replayRange(webhook: string, since: number, until: number): Promise<void>
  /**
   * Sends a test at once, whether it is enabled or not. Null where the webhook is gone; `unread` where the database could not be asked how it
   * is registered.
   */
  test(webhook: string): Promise<Attempted | 'unread' | null>
  /** Null where the endpoint was never told of the event. */
  deliveryOf(webhook: string, position: number): Promise<Delivery | null>
  /** The webhook was deleted: its object forgets everything. */
  forget(webhook: string): Promise<void>
}

/** Whose they are. */
interface OfAccount {
  readonly shard: string
  /** Those that are enabled. */
  readonly account: { readonly endpoints: readonly string[] }
}

/** Asks several at once. Whoever could not be asked is left to the sweep. */
const each = async (webhooks: readonly string[], ask: (webhook: string) => Promise<void>): Promise<void> => {
  const asked = await Promise.allSettled(webhooks.map(ask))
  for (const { reason } of asked.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[])
    console.warn(JSON.stringify({ webhook: 'not woken', exception: reason instanceof Error ? reason.name : null }))
}

export const createEndpoints = (
  { webhookEndpoints }: Pick<Environment, 'webhookEndpoints'>,
  { shard, account }: OfAccount,
): Endpoints => {
  const endpoint = (webhook: string) => webhookEndpoints.getByName(endpointName(shard, webhook))
  return {
    wakeAll: () => each(account.endpoints, async (webhook) => endpoint(webhook).wake()),
    lookAnew: async (webhook) => endpoint(webhook).lookAnew(),
    catchUp: () => each(account.endpoints, async (webhook) => endpoint(webhook).catchUp()),
    replay: async (webhook, position) => endpoint(webhook).replay(position),
    replayRange: async (webhook, since, until) => endpoint(webhook).replayRange(since, until),
    test: async (webhook) => endpoint(webhook).sendTest(),
    deliveryOf: async (webhook, position) => endpoint(webhook).deliveryOf(position),
    forget: async (webhook) => endpoint(webhook).forget(),
  }
}
