import type { Transport } from './messages.ts'

/** HTTP transport to an acquirer, usually on loopback. */
export const httpTransport =
  (baseUrl: string, send: typeof fetch = (input, init) => fetch(input, init)): Transport =>
  async (path, body, signal) => {
    const method = body === undefined ? 'GET' : 'POST'
    const response = await send(`${baseUrl}${path}`, {
      method,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, text: await response.text() }
  }
