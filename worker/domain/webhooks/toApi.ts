import { disabledReasons } from '#contract/webhooks/webhooks'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import type { Clock } from '../clock.ts'
import type { DeliveryAttempt } from './endpoints.ts'
import { headerNamesOf } from './headerNames.ts'
import type { HeaderNamesNeeds } from './headerNames.ts'

export interface ToWebhookNeeds extends HeaderNamesNeeds {
  readonly clock: Clock
}

const time = (ms: number): string => new Date(ms).toISOString()

/** A webhook as an API resource, with the names of its headers and without its secret. */
export const toWebhook = async (row: WebhookRow, needs: ToWebhookNeeds) => {
  const { id, disabledReason: code, disabledAt, previousUntil } = row
  return {
    id,
    url: row.url,
    enabled: row.enabled,
    subscribedEvents: row.kinds,
    eventTypes: row.types,
    headerNames: await headerNamesOf(row, needs),
    maxConcurrency: row.maxConcurrency,
    disabledReason: code === null ? null : { code, text: disabledReasons[code] },
    disabledAt: disabledAt === null ? null : time(disabledAt),
    secretRotatedUntil: previousUntil !== null && previousUntil > needs.clock.now() ? time(previousUntil) : null,
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
