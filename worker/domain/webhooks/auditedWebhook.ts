import type { EventKind, EventType } from '#contract/events/events'
import { redactedSecret } from '#contract/accounts/audit'

interface Change {
  readonly url?: string | undefined
  readonly enabled?: boolean | undefined
  readonly kinds?: readonly EventKind[] | null | undefined
  readonly types?: readonly EventType[] | null | undefined
  /** Null for the account's default headers. */
  readonly headers?: Readonly<Record<string, string>> | null | undefined
  readonly maxConcurrency?: number | undefined
}

const redactHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, redactedSecret]))

/**
 * The changed members of a webhook as the audit stores them: of the URL only the origin, since path and query may contain a secret, and of
 * headers only the names.
 */
export const auditedWebhook = ({
  url,
  enabled,
  kinds,
  types,
  headers,
  maxConcurrency,
}: Change): Readonly<Record<string, unknown>> => ({
  ...(url !== undefined && { url: `${new URL(url).origin}/${redactedSecret}` }),
  ...(enabled !== undefined && { enabled }),
  ...(kinds !== undefined && { subscribedEvents: kinds }),
  ...(types !== undefined && { eventTypes: types }),
  ...(headers !== undefined && { headers: headers === null ? 'defaults' : redactHeaders(headers) }),
  ...(maxConcurrency !== undefined && { maxConcurrency }),
})
