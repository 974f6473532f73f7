import type { Database } from '../../store/sql/database.ts'
import { findBacklogEnd } from '../../store/webhooks/endpoints.ts'
import type { EndpointEvents, EventReference } from '../../store/webhooks/endpoints.ts'

/** Unread events behind one of this age become a backlog, which takes turns with new events. */
const farBehindMs = 30_000

/**
 * At most one round trip: the end of the backlog that the unread events become if they are old, or too many without one that the webhook
 * receives. Null if they become none. @param now by the account's clock
 */
export const backlogEndOf = async (
  { events, upTo }: EndpointEvents['fresh'],
  { database, webhook, now }: { readonly database: Database; readonly webhook: string; readonly now: number },
): Promise<EventReference | null> => {
  if (upTo === null) return null
  const last = events.at(-1)
  const isRead = last?.position === upTo
  const before = now - farBehindMs
  if (isRead && last.at >= before) return null
  const end = await findBacklogEnd({ database }, webhook, before)
  return end !== null && (!isRead || end.position > upTo) ? end : null
}
