import type { DeliveryAttempt } from './endpoints.ts'

/** A delivery attempt as an API resource, its time in RFC 3339. */
export const shownAttempt = ({ at, status, tookMs }: DeliveryAttempt) => ({
  at: new Date(at).toISOString(),
  status,
  tookMs,
})
