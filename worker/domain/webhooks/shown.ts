import { disabledReasons } from '#contract/webhooks'
import type { RequestServices } from '../../app/compose.ts'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'

const time = (ms: number): string => new Date(ms).toISOString()

/** A webhook as the API shows it: of its headers the names, of its secrets nothing. */
export const shownWebhook = async (row: WebhookRow, { webhookVault, clock }: RequestServices) => {
  const { id, disabledReason: code, disabledAt, previousUntil } = row
  const headers = row.headers === null ? {} : await webhookVault.openHeaders(id, row.headers)
  return {
    id,
    url: row.url,
    enabled: row.enabled,
    subscribedEvents: row.kinds,
    headerNames: Object.keys(headers),
    disabledReason: code === null ? null : { code, text: disabledReasons[code] },
    disabledAt: disabledAt === null ? null : time(disabledAt),
    secretRotatedUntil: previousUntil !== null && previousUntil > clock.now() ? time(previousUntil) : null,
    created: time(row.created),
    updated: time(row.updated),
  }
}
