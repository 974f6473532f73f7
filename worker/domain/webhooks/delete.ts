import type { WebhookStore } from '../../store/webhooks/webhookStore.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'
import { notifyEndpoint } from './notify.ts'
import type { NotifyNeeds } from './notify.ts'

interface Needs extends NotifyNeeds {
  readonly clock: Clock
  readonly webhooks: Pick<WebhookStore, 'delete'>
}

/** Deletes a webhook permanently. Error: not_found (404). */
export const deleteWebhook = async (id: string, needs: Needs) => {
  const { webhooks, clock } = needs
  const deleted = await webhooks.delete(id, { at: clock.now(), action: 'webhook.deleted', detail: { webhook: id } })
  if (!deleted) throw notFound('webhook')
  await notifyEndpoint(id, 'forget', needs)
  return { errors: null }
}
