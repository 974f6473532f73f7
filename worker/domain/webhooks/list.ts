import type { RequestServices } from '../../app/compose.ts'
import { shownWebhook } from './shown.ts'

/** All webhooks of the account in the mode of the key that asks, newest first. There are never many. */
export const listWebhooks = async (services: RequestServices) => {
  const rows = await services.webhooks.list()
  return { webhooks: await Promise.all(rows.map((row) => shownWebhook(row, services))), errors: null }
}
