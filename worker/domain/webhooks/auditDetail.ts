import type { EventKind, EventType } from '#contract/events/events'

interface Change {
  readonly url?: string | undefined
  readonly enabled?: boolean | undefined
  readonly kinds?: readonly EventKind[] | null | undefined
  readonly types?: readonly EventType[] | null | undefined
  readonly headers?: Readonly<Record<string, string>> | null | undefined
}

/**
 * The detail of an audit note, with the changed members. It contains only the host of the URL, since path and query may contain a secret, and
 * only the names of headers.
 */
export const webhookAuditDetail = (webhook: string, { url, enabled, kinds, types, headers }: Change) => ({
  webhook,
  ...(url !== undefined && { host: new URL(url).host }),
  ...(enabled !== undefined && { enabled }),
  ...(kinds !== undefined && { subscribedEvents: kinds }),
  ...(types !== undefined && { eventTypes: types }),
  ...(headers !== undefined && { headers: Object.keys(headers ?? {}) }),
})
