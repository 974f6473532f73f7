import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'

const account = JSON.parse(readFileSync(new URL('../../../demo/account.json', import.meta.url), 'utf8')) as {
  secretKey: string
}

const local = new Set(['localhost', '127.0.0.1', '[::1]'])
const longestBody = 1_048_576

const readBody = async (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > longestBody) throw new Error('The body is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const fail = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }))
}

/** Headers of a request that reach the gateway. The key is the server's, never the page's. */
const forwarded = ['content-type', 'idempotency-key', 'accept'] as const

/**
 * Forwards API requests to the local gateway with the demo account's test key.
 *
 * Requests from other sites are rejected: with the key they could pay, refund and read. So are gateways on other machines and live keys.
 *
 * @param gateway the gateway's URL
 * @throws Error if the gateway is not on this machine, or the key is not a test key
 */
export const forwardToGateway = (gateway: string, key: string = account.secretKey) => {
  const { origin, hostname } = new URL(gateway)
  if (!local.has(hostname)) throw new Error(`Operations are tried at a local gateway only, not at ${origin}.`)
  if (!key.startsWith('sluice_sk_test_')) throw new Error('Operations are tried with a test key only.')
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Set by browsers, and pages cannot change it.
    if (request.headers['sec-fetch-site'] !== 'same-origin') return fail(response, 403, 'Only this site may send this.')
    const url = request.url ?? '/'
    if (!url.startsWith('/v1/')) return fail(response, 404, 'Only paths below /v1/ are forwarded.')
    const headers: Record<string, string> = { 'x-api-key': key }
    for (const name of forwarded) {
      const value = request.headers[name]
      if (typeof value === 'string') headers[name] = value
    }
    const method = request.method ?? 'GET'
    try {
      const body = method === 'GET' || method === 'HEAD' ? undefined : await readBody(request)
      const answer = await fetch(origin + url, { method, headers, redirect: 'manual', ...(body && { body }) })
      const returned = Object.fromEntries(answer.headers)
      // fetch has decompressed the body.
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
        delete returned[name]
      response.writeHead(answer.status, returned).end(Buffer.from(await answer.arrayBuffer()))
    } catch (error) {
      fail(response, 502, `The gateway at ${origin} does not respond: ${(error as Error).message}`)
    }
  }
}
