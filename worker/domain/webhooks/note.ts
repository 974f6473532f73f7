import type { EventKind } from '#contract/events'

interface Said {
  readonly url?: string | undefined
  readonly enabled?: boolean | undefined
  readonly kinds?: readonly EventKind[] | null | undefined
  readonly headers?: Readonly<Record<string, string>> | null | undefined
}

/**
 * What the audit keeps of a change: where to, without path and query, which may hold a secret of the receiver; of headers the names. What
 * was not said is left out.
 */
export const noteOf = (webhook: string, { url, enabled, kinds, headers }: Said) => ({
  webhook,
  ...(url !== undefined && { host: new URL(url).host }),
  ...(enabled !== undefined && { enabled }),
  ...(kinds !== undefined && { subscribedEvents: kinds }),
  ...(headers !== undefined && { headers: Object.keys(headers ?? {}) }),
})
