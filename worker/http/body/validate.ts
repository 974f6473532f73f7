import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint'
import { toErrorDetails } from '#contract/schema/issues'
import { parseBody } from '#contract/schema/requestBody'
import type { UnknownMemberPolicy } from '#contract/schema/unknownMembers'
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

/** The validated parts of a request. */
export interface Validated {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  /** The parsed body before validation, which identifies a repeated request; null if there is none. */
  readonly rawBody: Record<string, unknown> | null
  /** Paths of unknown members of the body that the policy tolerates. */
  readonly ignored: readonly string[]
}

/** Reads a body and validates it. Errors: those of the schema and of `readJsonObject`. */
const readBody = async <S extends v.GenericSchema>(schema: S, request: Request, policy: UnknownMemberPolicy) => {
  const rawBody = await readJsonObject(request)
  const parsed = parseBody(schema, rawBody, policy)
  if (!parsed.valid) throw new ApiError(...parsed.errors)
  return { body: parsed.output, rawBody, ignored: parsed.ignored }
}

/** Validates path parameters, query and body, in this order. Errors: those of the endpoint's schemas. */
export const validate = async (
  endpoint: Endpoint,
  request: Request,
  pathParams: Readonly<Record<string, string>>,
  policy: UnknownMemberPolicy,
): Promise<Validated> => {
  const params =
    endpoint.params &&
    parseWith(endpoint.params, pathParams, ({ field }) => ({ type: 'id_invalid', field: field ?? null }))
  const search = Object.fromEntries(new URL(request.url).searchParams)
  const query =
    endpoint.query &&
    parseWith(endpoint.query, search, ({ field }) => ({ type: 'query_invalid', field: field ?? null }))
  if (endpoint.body === undefined) return { params, query, body: undefined, rawBody: null, ignored: [] }
  return { params, query, ...(await readBody(endpoint.body, request, policy)) }
}

/**
 * Validates the body of a request of the gateway's own pages. Unknown members are ignored: a page that was opened before a deploy may send
 * members of its own version. Errors: those of the schema and of `readJsonObject`.
 */
export const validateBody = async <S extends v.GenericSchema>(schema: S, request: Request): Promise<v.InferOutput<S>> =>
  (await readBody(schema, request, 'ignore')).body
