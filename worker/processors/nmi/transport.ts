import type { ProcessorPorts } from '../definition.ts'

/** What a request of NMI came to. `aborted`: it was not sent. */
export type Transmission =
  | { readonly result: 'answered'; readonly body: string }
  | { readonly result: 'lost'; readonly reason: 'timeout' | 'disconnected' | 'unparsable' }
  | { readonly result: 'aborted' }

export interface SendLimits {
  /** Milliseconds since 1970. */
  readonly deadline: number
  readonly signal?: AbortSignal
  /** Bytes of the answer. A larger one is not read. */
  readonly maxBytes: number
}

/** An answer that is too large or not UTF-8. */
class UnreadableBody extends Error {}

const readBounded = async (response: Response, maxBytes: number, signal: AbortSignal): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  const cancel = () => void reader?.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel)
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    length += read.value.byteLength
    if (length > maxBytes) {
      cancel()
      throw new UnreadableBody('The answer is too large.')
    }
    chunks.push(read.value)
  }
  signal.throwIfAborted()
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw new UnreadableBody('The answer is not UTF-8.')
  }
}

/** Rejects when the signal does, also if the runtime has lost sight of the signal in a copy of the request. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason))
  return Promise.race([work, aborted])
}

export type Send = (path: string, form: URLSearchParams, limits: SendLimits) => Promise<Transmission>

/**
 * Sends requests to the host of a connection. Never throws. A request ends at its deadline, with its connection: what it came to is found by
 * a look-up. Every status but 200 leaves open what has happened. An error is never kept: it may quote the request.
 */
export const createTransport =
  (host: string, { fetch, now }: Pick<ProcessorPorts, 'fetch' | 'now'>): Send =>
  async (path, form, { deadline, signal, maxBytes }) => {
    if (signal?.aborted) return { result: 'aborted' }
    const controller = new AbortController()
    let reason: 'timeout' | 'disconnected' = 'disconnected'
    const abort = () => {
      reason = 'timeout'
      controller.abort()
    }
    // Not AbortSignal.timeout: its timer cannot be cleared and would keep a Durable Object awake.
    const timer = setTimeout(abort, Math.max(0, deadline - now()))
    signal?.addEventListener('abort', abort)
    try {
      const request = new Request(new URL(path, host), {
        method: 'POST',
        body: form,
        redirect: 'manual',
        signal: controller.signal,
      })
      const response = await orAborted(fetch(request), controller.signal)
      if (response.status !== 200) {
        await response.body?.cancel()
        return { result: 'lost', reason: 'unparsable' }
      }
      return { result: 'answered', body: await readBounded(response, maxBytes, controller.signal) }
    } catch (error) {
      return { result: 'lost', reason: error instanceof UnreadableBody ? 'unparsable' : reason }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
