import { disabledReasons } from '#contract/webhooks/webhooks'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import type { WebhookVault } from '../../vault/webhookVault.ts'
import type { Clock } from '../clock.ts'
import type { DeliveryAttempt } from './endpoints.ts'

export interface ToWebhookNeeds {
  readonly clock: Clock
  readonly webhookVault: Pick<WebhookVault, 'openHeaders'>
}

const time = (ms: number): string => new Date(ms).toISOString()

/** A webhook as an API resource, with the names of its headers and without its secret. */
export const toWebhook = async (row: WebhookRow, { webhookVault, clock }: ToWebhookNeeds) => {
  const { id, disabledReason: code, disabledAt, previousUntil } = row
  const headers = row.headers === null ? {} : await webhookVault.openHeaders(id, row.headers)
  return {
    id,
    url: row.url,
    enabled: row.enabled,
    subscribedEvents: row.kinds,
    eventTypes: row.types,
    headerNames: Object.keys(headers),
    disabledReason: code === null ? null : { code, text: disabledReasons[code] },
    disabledAt: disabledAt === null ? null : time(disabledAt),
    secretRotatedUntil: previousUntil !== null && previousUntil > clock.now() ? time(previousUntil) : null,
    created: time(row.created),
    updated: time(row.updated),
  }
}

/** A delivery attempt as an API resource, its time in RFC 3339. */
export const toDeliveryAttempt = ({ at, status, tookMs }: DeliveryAttempt) => ({
  at: new Date(at).toISOString(),
  status,
  tookMs,
})
