import type { RequestServices } from '../../app/compose.ts'
import { noSuchWebhook } from './noSuchWebhook.ts'
import { tellEndpoint } from './tell.ts'

/** Deletes a webhook for good. Refusal: not_found (404). */
export const deleteWebhook = async (id: string, services: RequestServices) => {
  const { webhooks, clock } = services
  const deleted = await webhooks.delete(id, { at: clock.now(), action: 'webhook.deleted', detail: { webhook: id } })
  if (!deleted) throw noSuchWebhook()
  await tellEndpoint(id, 'forget', services)
  return { errors: null }
}
