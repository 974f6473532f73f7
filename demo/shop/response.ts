import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Bag } from './bag.ts'

export type Response = {
  status: number
  headers?: Record<string, string>
  /** Text, or a function that streams. */
  body?: string | ((response: ServerResponse) => void)
}
export type Request = {
  url: URL
  bag: Bag
  headers: IncomingHttpHeaders
  /** Raw text. */
  body: string
  /** The parsed body of a form. */
  form: URLSearchParams
  /** Aborts when the client disconnects before the response. */
  hungUp: AbortSignal
}
/** Routes by method and first path segment: `GET /orders` handles `/orders/123`. */
export type Routes = Record<string, (request: Request) => Response | Promise<Response>>

export const page = (body: string, status = 200, headers: Record<string, string> = {}): Response => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
})

export const json = (value: unknown, status = 200): Response => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

/** Redirect after a POST: the browser loads the next page with GET, so a reload repeats nothing. */
export const seeOther = (location: string, headers: Record<string, string> = {}): Response => ({
  status: 303,
  headers: { location, ...headers },
})
