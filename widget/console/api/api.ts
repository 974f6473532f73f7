import { ApiError, toApiError, unreachable } from './apiError.ts'
import { askForPasskey } from './passkey.ts'
import type { Mode, Session } from './session.ts'

/** Values of a query; an absent value leaves its parameter out. */
export type Query = { readonly [name: string]: string | number | boolean | undefined }

export type RequestOptions = {
  readonly query?: Query
  readonly body?: unknown
  /** The Idempotency-Key of a write: one per intention, so that repeating it cannot do it twice. */
  readonly key?: string
  readonly signal?: AbortSignal
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Path with its query. */
export const withQuery = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

/** A key for one intention to write. */
export const newIdempotencyKey = (): string => crypto.randomUUID()

const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return null
  }
}

/** The response of a request, if it is successful. @throws {ApiError} */
const successful = async (request: Promise<Response>, signal?: AbortSignal): Promise<Response> => {
  const response = await request.catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw unreachable()
  })
  if (!response.ok) throw toApiError(response.status, await readJson(response))
  return response
}

declare global {
  /** The session, asked for by the page before its scripts were loaded. */
  var firstSession: Promise<Response> | undefined
  /** What the page has read of the API before its scripts were loaded, by path with query. */
  var firstReads: Map<string, Promise<Response>> | undefined
}

/** The response that the page asked for itself. Each is taken once. */
const takeFirstRead = (path: string): Promise<Response> | undefined => {
  const response = globalThis.firstReads?.get(path)
  globalThis.firstReads?.delete(path)
  return response
}

/** For another page, mode or session than those of the address that was loaded: its reads are not for them, or are old. */
export const forgetFirstReads = (): void => {
  // A response that nobody reads would keep its connection.
  for (const response of globalThis.firstReads?.values() ?? [])
    response.then(
      ({ body }) => body?.cancel(),
      () => {},
    )
  globalThis.firstReads?.clear()
}

/**
 * The gateway's API with the session of the browser.
 *
 * A response without a session calls `onSignedOut`. A write that needs a fresh passkey asks for it, and is repeated with its key.
 */
export class Api {
  /** The mode of requests to /v1. */
  mode: Mode = 'live'
  /** The number of writes sent to /v1. What was read before the last one may be out of date. */
  writes = 0
  readonly #onSignedOut: () => void

  constructor(onSignedOut: () => void) {
    this.#onSignedOut = onSignedOut
  }

  /** Sends a request and returns its successful response. @throws {ApiError} */
  async send(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
    if (method !== 'GET' && path.startsWith('/v1/')) this.writes++
    try {
      return await this.#attempt(method, path, options)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 401 && path.startsWith('/v1/')) this.#onSignedOut()
      if (error.type !== 'passkey_required') throw error
      await this.#confirm()
      return await this.#attempt(method, path, options)
    }
  }

  /** The JSON of a response. @throws {ApiError} */
  async json<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return (await this.send(method, path, options).then(readJson)) as T
  }

  get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
    return this.json('GET', path, { ...(query && { query }), ...(signal && { signal }) })
  }

  /** The session of the browser. The first call takes the response that the page asked for itself. */
  async session(): Promise<Session> {
    const first = globalThis.firstSession
    if (!first) return this.get('/session')
    globalThis.firstSession = undefined
    return (await readJson(await successful(first))) as Session
  }

  async signIn(): Promise<Session> {
    return this.json('POST', '/session', { body: { credential: await this.#credential('/session/options') } })
  }

  /** Signs in the demo owner, in local runs only. */
  signInToDemo(): Promise<Session> {
    return this.json('POST', '/session/demo')
  }

  async signOut(): Promise<void> {
    await this.send('DELETE', '/session')
  }

  async #confirm(): Promise<void> {
    await this.send('POST', '/session/confirm', {
      body: { credential: await this.#credential('/session/confirm/options') },
    })
  }

  async #credential(optionsPath: string): Promise<unknown> {
    const { publicKey } = await this.json<{ publicKey: PublicKeyCredentialRequestOptionsJSON }>('POST', optionsPath)
    return askForPasskey(publicKey)
  }

  async #attempt(method: Method, path: string, { query, body, key, signal }: RequestOptions): Promise<Response> {
    const address = withQuery(path, query)
    const first = method === 'GET' ? takeFirstRead(address) : undefined
    const request =
      first ??
      fetch(address, {
        method,
        headers: {
          ...(path.startsWith('/v1/') && { 'sluice-mode': this.mode }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      })
    const response = await successful(request, signal)
    // The page's own request cannot be aborted.
    if (signal?.aborted) void response.body?.cancel()
    signal?.throwIfAborted()
    return response
  }
}
