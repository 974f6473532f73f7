import { gatewayOrigin } from '../../../testing/requestDefaults.ts'

/** Sends a request. Throws MachineCrashed if the machine crashes. */
export type Send = (request: Request) => Promise<Response>

export interface ApiResponse {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** The body as JSON; null if empty. Untyped: tests of the contract check bodies against their schemas. */
  readonly json: any
}

/** An API client with a key. */
export const createClient =
  (send: Send, key: string) =>
  async (method: string, path: string, body?: object, idempotencyKey?: string | null): Promise<ApiResponse> => {
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
