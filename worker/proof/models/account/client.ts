import { createClient } from '../kernel/client.ts'
import type { ApiResponse, Send } from '../kernel/client.ts'
import { assertInvariant } from '../kernel/invariant.ts'

/** Sends a request. Returns null without a response or for an unavailable service. */
export const sendRequest = async (
  send: Send,
  key: string,
  method: string,
  path: string,
  body?: object,
  idempotencyKey?: string,
): Promise<ApiResponse | null> => {
  let response: ApiResponse
  try {
    response = await createClient(send, key)(method, path, body, idempotencyKey)
  } catch {
    return null
  }
  const { status, text } = response
  assertInvariant(
    status !== 429 && status !== 401 && !text.includes('"internal_error"'),
    'no request fails with an internal error',
    () => `${method} ${path}: ${status} ${text}`,
  )
  return status >= 500 && !text.includes('"processor_timeout"') ? null : response
}

/** Reads a resource; the request must succeed. */
export const readResource = async (send: Send, key: string, path: string): Promise<ApiResponse['json']> => {
  const response = await sendRequest(send, key, 'GET', path)
  assertInvariant(
    response?.status === 200,
    'no request fails with an internal error',
    () => `GET ${path}: ${response?.status ?? 'no response'}`,
  )
  return response!.json
}

/** All entries of a paged list, newest first, up to the first page with a known entry. */
export const readList = async (
  send: Send,
  key: string,
  path: string,
  member: string,
  isKnown: (entry: ApiResponse['json']) => boolean = () => false,
): Promise<ApiResponse['json'][]> => {
  const entries: ApiResponse['json'][] = []
  for (let page: string | undefined = `${path}?pageSize=100`; page !== undefined;) {
    const { status, text, json, headers }: ApiResponse = await createClient(send, key)('GET', page)
    assertInvariant(status === 200, 'no request fails with an internal error', () => `GET ${page}: ${status} ${text}`)
    const listed: ApiResponse['json'][] = json[member] ?? []
    const newEntries = listed.filter((entry) => !isKnown(entry))
    entries.push(...newEntries)
    page = newEntries.length < listed.length ? undefined : /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  return entries
}
