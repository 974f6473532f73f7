import { disabledReasons } from '#contract/webhooks/webhooks'
import type { WebhookRow } from '../../store/webhooks/webhooks.ts'
import type { Clock } from '../clock.ts'
import type { DeliveryAttempt, Endpoints } from './endpoints.ts'
import { headerNamesOf } from './headerNames.ts'
import type { HeaderNamesNeeds } from './headerNames.ts'

export interface ToWebhookNeeds extends HeaderNamesNeeds {
  readonly clock: Clock
  readonly endpoints: Pick<Endpoints, 'failingSince'>
}

const time = (ms: number): string => new Date(ms).toISOString()

/** A webhook as an API resource, with the names of its headers and without its secret. Its object knows since when it fails. */
export const toWebhook = async (row: WebhookRow, needs: ToWebhookNeeds) => {
  const { id, disabledReason: code, disabledAt, previousUntil } = row
  const [headerNames, failingSince] = await Promise.all([headerNamesOf(row, needs), needs.endpoints.failingSince(id)])
  return {
    id,
    url: row.url,
    enabled: row.enabled,
    subscribedEvents: row.kinds,
    eventTypes: row.types,
    headerNames,
    maxConcurrency: row.maxConcurrency,
    disabledReason: code === null ? null : { code, text: disabledReasons[code] },
    disabledAt: disabledAt === null ? null : time(disabledAt),
    failingSince: failingSince === null ? null : time(failingSince),
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
