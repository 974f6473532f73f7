import type { DeliveryAttempt } from './endpoints.ts'

/** One attempt as the API shows it, its time in RFC 3339. */
export const shownAttempt = ({ at, status, tookMs }: DeliveryAttempt) => ({
  at: new Date(at).toISOString(),
  status,
  tookMs,
})
