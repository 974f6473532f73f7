/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** A recorded request, as samples send it. */
export interface SampleRequest {
  /** The operation's name, which is the method of the client. */
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With the ids in place: /v1/customers/0198c1a4-…. */
  readonly path: string
  /** The ids of the path, in order. */
  readonly ids: readonly string[]
  readonly query: Readonly<Record<string, string>>
  readonly idempotencyKey: string | undefined
  readonly body: JsonValue | undefined
  /** The environment variable with the key. */
  readonly key: 'SLUICE_SECRET_KEY' | 'SLUICE_PUBLISHABLE_KEY' | 'SLUICE_TEAM_KEY'
}

/** Path and query of a request. */
export const target = ({ path, query }: SampleRequest): string => {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

/** The gateway takes up to 60 s, and up to 120 s for a payment at a terminal. */
export const timeoutSeconds = ({ body }: SampleRequest): number =>
  JSON.stringify(body ?? null).includes('"terminal":{') ? 130 : 65
