import { apiError } from '#contract/errors/apiError'
import type { ApiError } from '#contract/errors/apiError'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import type { WebhookStore } from '../../store/webhooks/webhookStore.ts'
import { notFound } from '../notFound.ts'

export interface FindWebhookNeeds {
  readonly webhooks: Pick<WebhookStore, 'find'>
}

/** Error: not_found (404). */
export const findWebhook = async (id: string, { webhooks }: FindWebhookNeeds): Promise<WebhookRow> => {
  const webhook = await webhooks.find(id)
  if (webhook === null) throw notFound('webhook')
  return webhook
}

/** The API error webhook_disabled (409) of deliveries to a disabled webhook. */
export const webhookDisabled = ({ id }: Pick<WebhookRow, 'id'>): ApiError =>
  apiError('webhook_disabled', { details: { webhook: id } })
