import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint'
import { toErrorDetails } from '#contract/schema/issues'
import { parseBody } from '#contract/schema/requestBody'
import type { BodyPolicies } from '#contract/schema/requestBody'
import { ApiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { Warning } from '../../domain/warning.ts'
import { readQuery } from '../query.ts'
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
}

/** A request, with what its body contains for response headers and the log line, whether or not it is valid. */
export interface BodyContext {
  readonly request: Request
  /** Paths of unknown members of the body that the account's settings tolerate, masked. */
  ignoredMembers: readonly string[]
  /** Paths of members with a card number in their text, where the account's settings tolerate it. */
  cardNumberMembers: readonly string[]
  readonly warnings: Warning[]
}

/** Reads a body and validates it. Errors: those of the schema and of `readJsonObject`. */
const readBody = async <S extends v.GenericSchema>(schema: S, context: BodyContext, policies: BodyPolicies) => {
  const rawBody = await readJsonObject(context.request)
  const parsed = parseBody(schema, rawBody, policies)
  context.ignoredMembers = parsed.ignored
  context.cardNumberMembers = parsed.cardNumbers
  if (parsed.cardNumbers.length > 0) context.warnings.push('card_number_in_text')
  if (!parsed.valid) throw new ApiError(...parsed.errors)
  return { body: parsed.output, rawBody }
}

/** Validates path parameters, query and body, in this order. Errors: those of the endpoint's schemas. */
export const validate = async (
  endpoint: Endpoint,
  context: BodyContext,
  pathParams: Readonly<Record<string, string>>,
  policies: BodyPolicies,
): Promise<Validated> => {
  const params =
    endpoint.params &&
    parseWith(endpoint.params, pathParams, ({ field }) => ({ type: 'id_invalid', field: field ?? null }))
  const query =
    endpoint.query &&
    parseWith(endpoint.query, readQuery(new URL(context.request.url)), ({ field }) => ({
      type: 'query_invalid',
      field: field ?? null,
    }))
  if (endpoint.body === undefined) return { params, query, body: undefined, rawBody: null }
  return { params, query, ...(await readBody(endpoint.body, context, policies)) }
}

/**
 * Validates the body of a request of the gateway's own pages. Unknown members are ignored: a page that was opened before a deploy may send
 * members of its own version. Errors: those of the schema and of `readJsonObject`.
 */
export const validateBody = async <S extends v.GenericSchema>(
  schema: S,
  context: BodyContext,
  { cardNumbersInText }: Pick<BodyPolicies, 'cardNumbersInText'>,
): Promise<v.InferOutput<S>> => (await readBody(schema, context, { unknownMembers: 'ignore', cardNumbersInText })).body
