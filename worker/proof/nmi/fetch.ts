import type { Nmi } from './nmi.ts'

/** `fetch` that calls the stand-in without a socket. */
export const nmiFetch =
  ({ handle }: Pick<Nmi, 'handle'>): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const aborted = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
    // It can be rejected while nobody waits for it.
    aborted.catch(() => {})
    request.signal.throwIfAborted()
    const body = new TextDecoder().decode(await request.arrayBuffer())
    const handled = handle(request.method, request.url, body, request.headers.get('content-type') ?? '')
    const result = await Promise.race([handled, aborted])
    if (result === 'silent') return aborted
    if (result === 'lost') throw new TypeError('Network connection lost.')
    return new Response(result.text, { status: result.status, headers: { 'content-type': result.contentType } })
  }
