import { isStillUnknown, isTransient, pauseMs } from './retry.ts'
import { keyOf, pathOf, defaultTimeoutMs, type Call, type CallOptions } from './call.ts'
import { realClock, type Clock } from './clock.ts'
import { noAnswer, parsed, readFailure, type Heard } from './failures.ts'
import type { Fetch } from './platform.ts'
import { printJson } from './printJson.ts'
import { baseOf, type SluiceSettings } from './settings.ts'
import { SluiceError, type Failure } from './sluiceError.ts'

/** A successful response. */
export interface Answered {
  readonly body: unknown
  readonly headers: Heard['headers']
}

/**
 * Sends a call, with retries.
 *
 * @throws {SluiceError} if the gateway rejects it or does not respond
 * @throws {TypeError} for invalid arguments
 */
export type Transport = (call: Call, options?: CallOptions) => Promise<Answered>

type Request = Omit<Parameters<Fetch>[1], 'signal'> & { readonly url: string }

/** One attempt. */
const ask = async (fetch: Fetch, { url, ...request }: Request, signal: AbortSignal): Promise<Answered | Failure> => {
  const response = await fetch(url, { ...request, signal })
  const heard = {
    ok: response.ok,
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }
  const body = response.ok ? parsed(heard.text) : undefined
  return body === undefined ? readFailure(heard) : { body, headers: response.headers }
}

/** Creates the transport of a gateway. */
export const connect = (settings: SluiceSettings, clock: Clock = realClock): Transport => {
  const base = baseOf(settings)
  const fetch: Fetch = settings.fetch ?? ((url, init) => globalThis.fetch(url, init))

  return async (call, options = {}) => {
    const {
      timeoutMs = settings.timeoutMs ?? defaultTimeoutMs(call),
      retries = settings.retries ?? 2,
      signal,
    } = options
    const idempotencyKey = keyOf(call, options)
    const request: Request = {
      url: base + pathOf(call),
      method: call.method,
      headers: {
        'x-api-key': settings.apiKey,
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      },
      ...(call.body !== undefined && { body: printJson(call.body) }),
      redirect: 'manual',
    }
    const failed = (failure: Failure, outcomeUnknown: boolean, cause?: unknown): SluiceError =>
      new SluiceError(failure, { operation: call.operation, idempotencyKey, outcomeUnknown }, cause)

    let isUnknown = false
    for (let tried = 1; ; tried++) {
      if (signal?.aborted) throw failed(noAnswer, isUnknown, signal.reason)
      const patience = AbortSignal.timeout(timeoutMs)
      let cause: unknown
      const result = await ask(fetch, request, signal ? AbortSignal.any([signal, patience]) : patience).catch(
        (thrown: unknown) => {
          cause = thrown
          return noAnswer
        },
      )
      if ('headers' in result) return result
      isUnknown = call.method !== 'GET' && isStillUnknown(result, isUnknown)
      if (tried > retries || !isTransient(result)) throw failed(result, isUnknown, cause)
      await clock.wait(pauseMs(tried, result.retryAfter, clock.random()), signal)
    }
  }
}
