import { refuse } from '#contract/refusal'
import type { Refusal } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import { noSuchWebhook } from './noSuchWebhook.ts'

/** Refusal: not_found (404). */
export const findWebhook = async (id: string, { webhooks }: RequestServices): Promise<WebhookRow> => {
  const webhook = await webhooks.find(id)
  if (webhook === null) throw noSuchWebhook()
  return webhook
}

/** The refusal (409 webhook_disabled) of what is delivered to enabled ones alone. */
export const isDisabled = ({ id }: WebhookRow): Refusal => refuse('webhook_disabled', { details: { webhook: id } })
