import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint'
import { faultsOf } from '#contract/schema/issues'
import { Refusal } from '#contract/errors/apiError'
import type { Fault } from '#contract/errors/apiError'
import { readJsonObject } from './body.ts'

const checked = <S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  adapt: (fault: Fault) => Fault,
): v.InferOutput<S> => {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const [first, ...rest] = faultsOf(result.issues).map(adapt)
  if (first === undefined) throw new Error('A schema failed without an issue.')
  throw new Refusal(first, ...rest)
}

/** The parts of a request that a handler works with, and the body as it came, for what the log says of it. */
export interface Validated {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly rawBody: Record<string, unknown> | null
}

/** Path parameters, query and body by the endpoint's schemas, in this order. Refusals: those of the contract. */
export const validate = async (
  endpoint: Endpoint,
  request: Request,
  pathParams: Readonly<Record<string, string>>,
): Promise<Validated> => {
  const params =
    endpoint.params &&
    checked(endpoint.params, pathParams, ({ field }) => ({ type: 'id_invalid', field: field ?? null }))
  const search = Object.fromEntries(new URL(request.url).searchParams)
  const query =
    endpoint.query && checked(endpoint.query, search, ({ field }) => ({ type: 'query_invalid', field: field ?? null }))
  if (endpoint.body === undefined) return { params, query, body: undefined, rawBody: null }
  const rawBody = await readJsonObject(request)
  return { params, query, body: checked(endpoint.body, rawBody, (fault) => fault), rawBody }
}

/** The body of a request that is no endpoint of the API. Refusals: those of the schema, and of `readJsonObject`. */
export const validateBody = async <S extends v.GenericSchema>(schema: S, request: Request): Promise<v.InferOutput<S>> =>
  checked(schema, await readJsonObject(request), (fault) => fault)
