import type { WebhookStore } from '../../store/webhooks/webhookStore.ts'
import { wholeListHeaders } from '../pageHeaders.ts'
import { toWebhook } from './toApi.ts'
import type { ToWebhookNeeds } from './toApi.ts'

interface Needs extends ToWebhookNeeds {
  readonly webhooks: Pick<WebhookStore, 'list'>
}

/** Lists all webhooks in the mode of the key, newest first. An account has few. */
export const listWebhooks = async (needs: Needs) => {
  const rows = await needs.webhooks.list()
  const webhooks = await Promise.all(rows.map((row) => toWebhook(row, needs)))
  return { webhooks, headers: wholeListHeaders('/v1/webhook', webhooks), errors: null }
}
