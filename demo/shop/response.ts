import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Bag } from './bag.ts'

export type Answer = {
  status: number
  headers?: Record<string, string>
  /** Or what writes it, bit by bit, for as long as the browser listens. */
  body?: string | ((response: ServerResponse) => void)
}
export type Request = {
  url: URL
  bag: Bag
  headers: IncomingHttpHeaders
  /** As it came. */
  body: string
  /** The body, where it is a form. */
  form: URLSearchParams
  /** Aborted when whoever asks does not wait for the answer any longer. */
  hungUp: AbortSignal
}
/** By method and the first part of the path: `/orders/123` is answered by `GET /orders`. */
export type Routes = Record<string, (request: Request) => Answer | Promise<Answer>>

export const page = (body: string, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
})

export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

/** After a POST: the browser asks for the next page with GET, so that reloading it repeats nothing. */
export const seeOther = (location: string, headers: Record<string, string> = {}): Answer => ({
  status: 303,
  headers: { location, ...headers },
})
