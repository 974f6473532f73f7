import type * as v from 'valibot'
import type { QuotaName } from './quotas.ts'
import type { RateLimitName } from './rateLimits.ts'
import type { Scope } from './scopes.ts'

/**
 * Format of an endpoint's error responses.
 * - `bodyless`: the envelope, except that 401, 403 and 429 have no body (authorize)
 * - `problem`: problem details of RFC 9457
 * - `envelope`: { requestId, errors }
 */
export type ErrorFormat = 'bodyless' | 'problem' | 'envelope'

export type AnySchema = v.GenericSchema
type Output<S> = [NonNullable<S>] extends [never] ? undefined : v.InferOutput<Extract<S, AnySchema>>

/**
 * Definition of an endpoint. The worker serves it, and the client, the OpenAPI description and generic tests are derived from it, so no
 * fact about an endpoint is written twice.
 */
export interface Endpoint<
  Params extends AnySchema | undefined = AnySchema | undefined,
  Query extends AnySchema | undefined = AnySchema | undefined,
  Body extends AnySchema | undefined = AnySchema | undefined,
  ResponseSchema extends AnySchema = AnySchema,
> {
  /** The operationId in camelCase. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with parameters in braces, spelled as in the interface: /v1/customers/{Customer}/wallet. */
  readonly path: `/v1/${string}`
  readonly tag: string
  readonly scope: Scope
  /** Scopes that the key needs as well. */
  readonly additionalScopes?: readonly Scope[]
  /** The scope that a request with a member needs as well, by the dotted path of the member. A null member counts as absent. */
  readonly memberScopes?: Readonly<Record<string, Scope>>
  /** Callable cross-origin from a browser with a publishable key. All other endpoints have no CORS headers. */
  readonly publishable?: true
  /** Additional rate limit per publishable key and IP address, beside the account's limit. */
  readonly ipRateLimit?: RateLimitName
  /**
   * The quotas that a request uses: it is rejected if one of them is used up. Default: `events` for all but GET and DELETE. None for what
   * must always work, such as the void of a payment.
   */
  readonly quotas?: readonly QuotaName[]
  readonly errorFormat: ErrorFormat
  /** Members of the envelope that are null in error responses ("array or null" in the interface). */
  readonly nullOnError?: readonly string[]
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly response: ResponseSchema
  /** A list: its responses have the header Link, and X-Total-Count if a counter knows the number of its entries. */
  readonly list?: { readonly counted: boolean }
  /** Media types of successful responses by the query parameter `format`. Default: JSON. */
  readonly formats?: Readonly<Record<string, `${string}/${string}`>>
  /** An extension of the interface. */
  readonly extension?: true
  /** Available in test mode only. */
  readonly testOnly?: true
  /** Belongs to the account and to no mode, so that API keys of live mode alone reach it. */
  readonly liveOnly?: true
  /** In the console, a passkey must have signed in the last five minutes. */
  readonly freshPasskey?: true
  /** May call the processor, so it runs to completion even if the client disconnects. */
  readonly reachesProcessor?: true
  /**
   * How a writing endpoint implements the Idempotency-Key. By default its response is stored for repeated requests; an endpoint that calls
   * the processor claims the key together with its operation instead.
   * - `false`: the header is ignored, since a repeated request does no harm
   * - `'storeResponse'`: stores the response although the endpoint may call the processor, since it creates no operation of its own
   */
  readonly idempotent?: false | 'storeResponse'
  /** Path of the POST that continues an incomplete response (`complete: false`) with its `cursor`. The client does so by itself. */
  readonly continuedBy?: `/v1/${string}`
  /** Dotted paths of response members that are returned only once. Stored responses for repeated requests have null instead. */
  readonly returnedOnce?: readonly string[]
}

/**
 * Documentation of endpoints by name. It is at the end of their file in a function of its own, which the worker does not import, so the
 * bundle leaves it out. `parameters` are those of the query.
 */
export type Documentation = Readonly<
  Record<
    string,
    {
      readonly summary: string
      readonly description?: string
      readonly parameters?: Readonly<Record<string, string>>
    }
  >
>

export const endpoint = <
  ResponseSchema extends AnySchema,
  Params extends AnySchema | undefined = undefined,
  Query extends AnySchema | undefined = undefined,
  Body extends AnySchema | undefined = undefined,
>(
  data: Endpoint<Params, Query, Body, ResponseSchema>,
): Endpoint<Params, Query, Body, ResponseSchema> => data

/** Whether the endpoint supports the Idempotency-Key header. Reads are idempotent and ignore it. */
export const takesIdempotencyKey = ({ method, idempotent }: Endpoint): boolean =>
  method !== 'GET' && idempotent !== false

/** Whether the domain claims the key itself, in the same batch that creates the operation. */
export const claimsKeyWithOperation = ({ reachesProcessor, idempotent }: Endpoint): boolean =>
  reachesProcessor === true && idempotent === undefined

/** The quotas that a request of the endpoint uses. */
export const quotasOf = ({ method, quotas }: Endpoint, hasIdempotencyKey: boolean): readonly QuotaName[] => {
  const names = quotas ?? (method === 'GET' || method === 'DELETE' ? [] : ['events' as const])
  return names.length > 0 && hasIdempotencyKey ? [...names, 'idempotencyKeys'] : names
}

/** Input of a handler: the validated parts of the request. */
export interface HandlerInput<E extends Endpoint> {
  readonly params: Output<E['params']>
  readonly query: Output<E['query']>
  readonly body: Output<E['body']>
}
export type ResponseBody<E extends Endpoint> = v.InferInput<E['response']>
