import type { Secret } from '#contract/schema/secret'
import { canonicalWebhookUrl } from '#contract/webhooks/webhookUrl'
import { answerWithinMs } from './schedule.ts'
import type { Answer } from './schedule.ts'
import { signWebhook } from './signing.ts'

/** Where an endpoint is, and what its deliveries look like. */
export interface Target {
  readonly url: string
  /** What its owner wants on its deliveries. */
  readonly headers: Readonly<Record<string, string>>
  /** More than one during a rotation. */
  readonly secrets: readonly Secret[]
}

/** What is delivered: the id is the same for every attempt. */
export interface Message {
  readonly id: string
  readonly body: string
}

/** How a delivery goes out. */
export interface Sending {
  readonly fetch: (request: Request) => Promise<Response>
  /** Milliseconds since 1970 by the real clock, since the receiver compares it with its own. */
  readonly nowMs: number
  /** Whether http to this machine is allowed. */
  readonly allowLocal: boolean
}

/**
 * Sends a message once, and answers what the receiver said. Never fails.
 *
 * The address is judged at every attempt, since rules may have become stricter; redirects are answers and not followed, or the target would
 * choose another; nothing of the answer is read but its status and how long it asks to be left alone.
 */
export const attemptDelivery = async (target: Target, message: Message, sending: Sending): Promise<Answer> => {
  const url = canonicalWebhookUrl(target.url, { allowLocal: sending.allowLocal })
  if (url === null) return noAnswer
  const signature = await signWebhook({ ...message, timestamp: Math.floor(sending.nowMs / 1000) }, target.secrets)
  // Each set over the ones before it: as an object, names in another case would be joined with ours.
  const headers = new Headers({ 'user-agent': 'Sluice/1' })
  for (const part of [target.headers, { 'content-type': 'application/json' }, signature])
    for (const [name, value] of Object.entries(part)) headers.set(name, value)
  const late = new AbortController()
  // Not AbortSignal.timeout: that one cannot be cleared, and would keep the object awake when the answer is long there.
  const timer = setTimeout(() => late.abort(), answerWithinMs)
  try {
    const request = new Request(url, {
      method: 'POST',
      headers,
      body: message.body,
      redirect: 'manual',
      signal: late.signal,
    })
    const response = await sending.fetch(request)
    void response.body?.cancel().catch(() => undefined)
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  } catch {
    // Nobody there, no answer in time, a broken one: it is all the same.
    return noAnswer
  } finally {
    clearTimeout(timer)
  }
}

const noAnswer: Answer = { status: null, retryAfter: null }
