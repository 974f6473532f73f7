import { gatewayOrigin } from '../../../testing/requestDefaults.ts'

/** Sends a request. Throws for a machine that died. */
export type Send = (request: Request) => Promise<Response>

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** The body as JSON; null for an empty one. */
  // Bodies of every endpoint; the contract's own tests hold each to its schema.
  readonly json: any
}

/** A client of the API with a key. */
export const clientOf =
  (send: Send, key: string) =>
  async (method: string, path: string, body?: object, idempotencyKey?: string | null): Promise<Answer> => {
    const response = await send(
      new Request(gatewayOrigin + path, {
        method,
        headers: {
          'x-api-key': key,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    return { status: response.status, text, headers: response.headers, json: text === '' ? null : JSON.parse(text) }
  }
