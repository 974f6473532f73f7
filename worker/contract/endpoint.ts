import type * as v from 'valibot'
import type { RateLimitName } from './rateLimits.ts'

/** What a key may do. Secret keys have all but `internal`, publishable keys only `tokens:write`, restricted keys a choice. */
export const scopes = [
  'transactions:read',
  'transactions:write',
  'transactions:credit',
  'customers:read',
  'customers:write',
  'subscriptions:read',
  'subscriptions:write',
  'terminals:read',
  'terminals:write',
  'checkout:write',
  'webhooks:write',
  'tokens:write',
  'keys:admin',
  'internal',
] as const
export type Scope = (typeof scopes)[number]

/**
 * How an endpoint speaks of failure.
 * - `bodyless`: an envelope, but 401, 403 and 429 have no body (authorize)
 * - `problem`: problem-details of RFC 9457
 * - `envelope`: { requestId, errors }
 */
export type ErrorRegime = 'bodyless' | 'problem' | 'envelope'

export type Shape = v.GenericSchema
type Output<S> = [NonNullable<S>] extends [never] ? undefined : v.InferOutput<Extract<S, Shape>>

/**
 * An endpoint as data. The worker serves it, clients call it, the OpenAPI description is printed from it, and generic tests walk the
 * list, so that nothing about an endpoint is written twice.
 */
export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
  Answer extends Shape = Shape,
> {
  /** Name of the operation, camelCase: its operationId. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with parameters in braces, as the interface writes them: /v1/customers/{Customer}/wallet. */
  readonly path: `/v1/${string}`
  readonly tag: string
  readonly scope: Scope
  /** May be called from a browser of another origin with a publishable key. Everything else has no CORS. */
  readonly publishable?: true
  /** The limit on calls with one publishable key from one address, beside the account's own. */
  readonly addressLimit?: RateLimitName
  readonly regime: ErrorRegime
  /** Members of the envelope that are null when the request fails ("array or null" in the interface). */
  readonly nulls?: readonly string[]
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly answer: Answer
  /** Goes beyond the interface. */
  readonly extension?: true
  /** Exists in test mode only. */
  readonly testOnly?: true
  /** May reach the processor: its work goes on when the caller hangs up. */
  readonly reachesProcessor?: true
  /**
   * How a writing endpoint takes an Idempotency-Key. Usually its answer is kept for repetitions; what reaches a processor claims the key
   * with its operation instead.
   * - `false`: not at all, since doing it twice harms nobody
   * - `'answer'`: by its answer, although it may reach a processor, since it opens no operation of its own
   */
  readonly idempotent?: false | 'answer'
  /** Members of the answer, dotted, that are shown once: an answer that is kept for repetitions has null in their place. */
  readonly secretMembers?: readonly string[]
}

/**
 * What people read about endpoints, by name. It stands at the end of their file, apart from them: nothing that the worker runs imports it,
 * so that it is left out of the bundle. `parameters` are those of the query.
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
  Answer extends Shape,
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Shape | undefined = undefined,
>(
  data: Endpoint<Params, Query, Body, Answer>,
): Endpoint<Params, Query, Body, Answer> => data

/** Whether an Idempotency-Key makes a request to this endpoint safe to repeat. Reads are so by themselves, and ignore the header. */
export const takesIdempotencyKey = ({ method, idempotent }: Endpoint): boolean =>
  method !== 'GET' && idempotent !== false

/** Whether the business claims the key itself, in the batch that opens the operation that the key then stands for. */
export const claimsKeyItself = ({ reachesProcessor, idempotent }: Endpoint): boolean =>
  reachesProcessor === true && idempotent === undefined

/** What a handler receives: the validated parts of the request. */
export interface Given<E extends Endpoint> {
  readonly params: Output<E['params']>
  readonly query: Output<E['query']>
  readonly body: Output<E['body']>
}
export type AnswerOf<E extends Endpoint> = v.InferInput<E['answer']>
