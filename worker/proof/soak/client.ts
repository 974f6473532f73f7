import { gatewayOrigin } from '../../testing/given.ts'
import type { Send } from './underTest.ts'
import { holds } from './violation.ts'

/** An answer as a client of the API reads it. */
// Answers of every endpoint, each of which the contract's own tests hold to its schema.
type Json = any
export interface Answered {
  readonly status: number
  readonly json: Json
}

/** What is heard of a request: null where nothing is, or only that the service is not available. */
export type Heard = Answered | null

export interface Ask {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly idempotencyKey?: string
}

const bodyless = new Set([401, 403, 404, 405, 429])

/** Sends a request over the public API. @throws Violation where the gateway says that it has failed in a way that it does not know */
export const ask = async (send: Send, { key, method, path, body, idempotencyKey }: Ask): Promise<Heard> => {
  const request = new Request(gatewayOrigin + path, {
    method,
    headers: {
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  let status: number
  let text: string
  try {
    const response = await send(request)
    status = response.status
    text = await response.text()
  } catch {
    return null
  }
  holds(status !== 429 && status !== 401, 'no failure is our own', () => `${method} ${path}: ${status}`)
  holds(!text.includes('"internal_error"'), 'no failure is our own', () => `${method} ${path}: ${text}`)
  if (status >= 500 && !text.includes('"processor_timeout"')) return null
  return { status, json: text === '' || bodyless.has(status) ? null : JSON.parse(text) }
}

/** What must be heard, since nothing is wrong. */
export const read = async (send: Send, key: string, path: string): Promise<Json> => {
  const heard = await ask(send, { key, method: 'GET', path })
  holds(heard?.status === 200, 'no failure is our own', () => `GET ${path}: ${heard?.status ?? 'nothing'}`)
  return heard!.json
}

/** All entries of a list that is read by pages, newest first, as far as `known` says that the rest is known. */
export const readList = async (
  send: Send,
  key: string,
  path: string,
  member: string,
  known: (entry: Json) => boolean = () => false,
): Promise<Json[]> => {
  const entries: Json[] = []
  for (let page: string | undefined = `${path}?pageSize=100`; page !== undefined;) {
    const response: Response = await send(new Request(gatewayOrigin + page, { headers: { 'x-api-key': key } }))
    const text = await response.text()
    holds(response.status === 200, 'no failure is our own', () => `GET ${page}: ${response.status} ${text}`)
    const read: Json[] = JSON.parse(text)[member] ?? []
    const fresh = read.filter((entry) => !known(entry))
    entries.push(...fresh)
    page =
      fresh.length < read.length ? undefined : /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return entries
}
