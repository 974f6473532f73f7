import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint'
import { toErrorDetails } from '#contract/schema/issues'
import { ApiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import { readJsonObject } from './body.ts'

const parseWith = <S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  adapt: (fault: ErrorDetail) => ErrorDetail,
): v.InferOutput<S> => {
  const result = v.safeParse(schema, input)
  if (result.success) return result.output
  const [first, ...rest] = toErrorDetails(result.issues).map(adapt)
  if (first === undefined) throw new Error('A schema failed without an issue.')
  throw new ApiError(first, ...rest)
}

/** The validated parts of a request, and the raw body for the log. */
export interface Validated {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly rawBody: Record<string, unknown> | null
}

/** Validates path parameters, query and body, in this order. Errors: those of the endpoint's schemas. */
export const validate = async (
  endpoint: Endpoint,
  request: Request,
  pathParams: Readonly<Record<string, string>>,
): Promise<Validated> => {
  const params =
    endpoint.params &&
    parseWith(endpoint.params, pathParams, ({ field }) => ({ type: 'id_invalid', field: field ?? null }))
  const search = Object.fromEntries(new URL(request.url).searchParams)
  const query =
    endpoint.query &&
    parseWith(endpoint.query, search, ({ field }) => ({ type: 'query_invalid', field: field ?? null }))
  if (endpoint.body === undefined) return { params, query, body: undefined, rawBody: null }
  const rawBody = await readJsonObject(request)
  return { params, query, body: parseWith(endpoint.body, rawBody, (fault) => fault), rawBody }
}

/** Validates the body of a request outside the API. Errors: those of the schema and of `readJsonObject`. */
export const validateBody = async <S extends v.GenericSchema>(schema: S, request: Request): Promise<v.InferOutput<S>> =>
  parseWith(schema, await readJsonObject(request), (fault) => fault)
