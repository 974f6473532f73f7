import type { Secret } from '#contract/schema/secret'
import { webhookHostOf } from '#contract/webhooks/webhookHost'
import { canonicalizePublicUrl } from '#contract/schema/publicUrl'
import type { HostBoundHeaders } from '../../vault/webhookVault.ts'
import { responseTimeoutMs } from './retrySchedule.ts'
import type { DeliveryResponse } from './retrySchedule.ts'
import { signWebhook } from './signing.ts'

/** Address, headers and secrets of an endpoint. */
export interface Target {
  readonly url: string
  /** Custom headers, own or default ones. Null for none. */
  readonly headers: HostBoundHeaders | null
  /** More than one during a rotation. */
  readonly secrets: readonly Secret[]
}

/** The message to deliver. Its id is the same for every attempt. */
export interface Message {
  readonly id: string
  readonly body: string
}

export interface SendOptions {
  readonly fetch: (request: Request) => Promise<Response>
  /** Milliseconds since 1970 by the real clock: the receiver compares it with its own. */
  readonly nowMs: number
  /** Whether http to localhost is allowed. */
  readonly allowLocal: boolean
}

/** The custom headers for a URL: none unless they are bound to its host. */
const headersFor = (url: string, headers: HostBoundHeaders | null): HostBoundHeaders['headers'] =>
  headers?.hosts.includes(webhookHostOf(url)) === true ? headers.headers : {}

/** A signed request in a form that another object can send. */
export interface SignedRequest {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/**
 * Signs a message. Null if the address is forbidden.
 *
 * The address is checked at every attempt, since the rules may have become stricter. Custom headers are selected by the URL that is
 * requested.
 */
export const signRequest = async (
  target: Target,
  message: Message,
  { nowMs, allowLocal }: Omit<SendOptions, 'fetch'>,
): Promise<SignedRequest | null> => {
  const url = canonicalizePublicUrl(target.url, { allowLocal })
  if (url === null) return null
  const signature = await signWebhook({ ...message, timestamp: Math.floor(nowMs / 1000) }, target.secrets)
  // Later values replace earlier ones. A plain object would merge names that differ in case.
  const headers = new Headers({ 'user-agent': 'Sluice/1' })
  for (const part of [headersFor(url, target.headers), { 'content-type': 'application/json' }, signature])
    for (const [name, value] of Object.entries(part)) headers.set(name, value)
  return { url, headers: [...headers], body: message.body }
}

/**
 * Sends a request once and returns the receiver's response. A network failure is a response without status.
 *
 * Redirects are not followed: they could lead to a forbidden address. Only the status and Retry-After of a response are read.
 */
export const sendRequest = async (
  { url, headers, body }: SignedRequest,
  fetch: SendOptions['fetch'],
): Promise<DeliveryResponse> => {
  const timeout = new AbortController()
  // Not AbortSignal.timeout: it cannot be cleared and would keep the object awake after the response.
  const timer = setTimeout(() => timeout.abort(), responseTimeoutMs)
  try {
    const request = new Request(url, {
      method: 'POST',
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body,
      redirect: 'manual',
      signal: timeout.signal,
    })
    const response = await fetch(request)
    void response.body?.cancel().catch(() => undefined)
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  } catch {
    // Connection failure, time-out or a broken response.
    return noResponse
  } finally {
    clearTimeout(timer)
  }
}

/** The response to a request that was not sent or had no response. */
export const noResponse: DeliveryResponse = { status: null, retryAfter: null }

/** Signs a message and sends it once. */
export const attemptDelivery = async (
  target: Target,
  message: Message,
  options: SendOptions,
): Promise<DeliveryResponse> => {
  const request = await signRequest(target, message, options)
  return request === null ? noResponse : sendRequest(request, options.fetch)
}
