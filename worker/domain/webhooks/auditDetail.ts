import type { EventKind } from '#contract/events/events'

interface Change {
  readonly url?: string | undefined
  readonly enabled?: boolean | undefined
  readonly kinds?: readonly EventKind[] | null | undefined
  readonly headers?: Readonly<Record<string, string>> | null | undefined
}

/**
 * The audit's detail of a change: of the URL the host, since path and query may hold a secret of the receiver; of headers the names.
 * Unchanged members are left out.
 */
export const webhookAuditDetail = (webhook: string, { url, enabled, kinds, headers }: Change) => ({
  webhook,
  ...(url !== undefined && { host: new URL(url).host }),
  ...(enabled !== undefined && { enabled }),
  ...(kinds !== undefined && { subscribedEvents: kinds }),
  ...(headers !== undefined && { headers: Object.keys(headers ?? {}) }),
})
