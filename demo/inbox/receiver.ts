import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Response } from '../shop/response.ts'
import { RESPONSES, type ResponseName, type ResponseSetting } from './responses.ts'
import type { Deliveries } from './deliveries.ts'
import type { Summary } from './delivery.ts'
import { signatureError } from './signature.ts'

/** An incoming request. */
export type Received = {
  headers: IncomingHttpHeaders
  body: string
  /** Aborts when the sender disconnects before the response. */
  hungUp: AbortSignal
}

export type ReceiverSettings = {
  deliveries: Deliveries
  /** The signing secret; null until the webhook is registered. */
  secret: () => string | null
  setting: () => ResponseSetting
  /** Runs after a delivery was received or its response sent. */
  onChange: (summary: Summary) => void
  /** Waits the given milliseconds; throws if the signal aborts first. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Does not keep the process alive, so that the shop can stop at once. */
const sleepUnlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal, ref: false })

const responseHeaders: Partial<Record<ResponseName, (setting: ResponseSetting) => Record<string, string>>> = {
  busy: ({ seconds }) => ({ 'retry-after': String(seconds) }),
}

/**
 * Receives webhooks: stores the delivery, verifies its signature, and returns the selected response. An invalid signature returns 400.
 * Without a secret every delivery returns 503, so that the gateway retries it later.
 */
export const createReceiver = ({
  deliveries,
  secret: readSecret,
  setting: readSetting,
  onChange,
  sleep = sleepUnlessAborted,
}: ReceiverSettings) => {
  /** The response, after the selected delay. */
  const decide = async (complaint: string | null, { hungUp }: Received): Promise<Response> => {
    if (complaint !== null) return { status: 400 }
    const setting = readSetting()
    if (setting.response === 'slow') await sleep(setting.seconds * 1000, hungUp)
    return { status: RESPONSES[setting.response].status, headers: responseHeaders[setting.response]?.(setting) ?? {} }
  }

  return async (request: Received): Promise<Response> => {
    const secret = readSecret()
    if (secret === null) return { status: 503 }
    const received = Date.now()
    const complaint = signatureError(request.body, request.headers, secret)
    const summary = deliveries.add(request, { complaint, received })
    onChange(summary)
    const response = await decide(complaint, request).catch((error: unknown) => {
      if (request.hungUp.aborted) return null
      throw error
    })
    deliveries.setResponse(summary, { status: response?.status ?? null, afterMs: Date.now() - received })
    onChange(summary)
    // The sender has disconnected, so this response is never sent.
    return response ?? { status: 499 }
  }
}

export type Receiver = ReturnType<typeof createReceiver>
