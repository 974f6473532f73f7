import * as v from 'valibot'
import type { Endpoint, ErrorFormat } from '#contract/endpoint'
import { ApiError } from '#contract/errors/apiError'
import { toErrorDetails } from '#contract/schema/issues'
import { parseStrictly } from '#contract/schema/jsonScan'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { parseBody } from '#contract/schema/requestBody'
import { readQuery } from '../../http/query.ts'
import { cardNumberWarning, memberList } from '../../http/response/memberList.ts'
import { isDomainRule } from './knownGaps.ts'
import type { FuzzRequest } from './fuzzRequest.ts'

/** Statuses of checks before the schemas: Accept header, API keys, rate limits and the URL length. */
const statusesBeforeValidation: ReadonlySet<number> = new Set([401, 403, 406, 414, 429])

const maxBodyBytes = 256 * 1024

/** Error types that schemas return. */
const memberErrors =
  /^(required|type_invalid|pattern_mismatch|length_invalid|out_of_range|enum_invalid|format_invalid|card_number_not_allowed|unknown_member|query_invalid|id_invalid) /

/** Errors of a response, as type and member. Problem details have one error, whose member is the first word of the text. */
const responseErrors = (regime: ErrorFormat, text: string): readonly string[] => {
  if (text === '') return []
  const json = JSON.parse(text)
  if (regime === 'problem')
    return [`${json.type.split('/').at(-1).replaceAll('-', '_')} ${json.detail.split(' ', 1)[0]}`]
  return (json.errors ?? []).map(({ type, message }: any) => `${type} ${message.field}`)
}

/** Errors of path parameters or a query, as type and member. */
const urlErrors = (schema: v.GenericSchema | undefined, input: unknown, type: string): readonly string[] => {
  const { issues } = schema === undefined ? {} : v.safeParse(schema, input)
  return issues === undefined ? [] : toErrorDetails(issues).map(({ field = null }) => `${type} ${field}`)
}

/** Errors of a query, as type and member. */
const queryErrors = ({ query }: Endpoint, url: URL): readonly string[] => {
  if (query === undefined) return []
  try {
    return urlErrors(query, readQuery(url), 'query_invalid')
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    return thrown.items.map(({ type, field = null }) => `${type} ${field}`)
  }
}

/**
 * Parses a body by the settings of the account: one that ignores unknown members names them in a header, as it does members with a
 * card number, unless it refuses them. Errors, unknown members among them,
 * are type and member.
 */
const expectedOf = (schema: v.GenericSchema, input: unknown, headers: Headers, answered: readonly string[]) => {
  const unknownMembers = headers.has('sluice-ignored') ? 'ignore' : 'refuse'
  const isRefused = answered.some((error) => error.startsWith('card_number_not_allowed '))
  const parsed = parseBody(schema, input, { unknownMembers, cardNumbersInText: isRefused ? 'refuse' : 'warn' })
  const errors = parsed.valid ? [] : parsed.errors.map(({ type, field = null }) => `${type} ${field}`)
  return { errors, ignored: memberList(parsed.ignored), warning: cardNumberWarning(parsed.cardNumbers) }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Parses a body; null if it is not a JSON object. */
const parseObject = (bytes: Uint8Array): object | null => {
  try {
    const json = parseStrictly(decoder.decode(bytes), parseKeepingNumbers)
    const value = 'defect' in json ? null : json.value
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value) ? value : null
  } catch {
    return null
  }
}

const pathParams = ({ path }: Endpoint, pathname: string): Record<string, string> | null => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const segments = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname)?.slice(1)
  try {
    return segments === undefined
      ? null
      : Object.fromEntries(segments.map((one, at) => [names[at], decodeURIComponent(one)]))
  } catch {
    return null
  }
}

/**
 * Compares a response with the schemas of its endpoint: invalid input is rejected with exactly their errors, and valid input with none of
 * them. Path, query and body are checked in this order. openapi.test.ts compares the schemas with the OpenAPI description.
 */
export const schemaViolation = (
  endpoint: Endpoint,
  { method, path, headers, body }: FuzzRequest,
  { status, text, headers: sent }: { readonly status: number; readonly text: string; readonly headers: Headers },
): string | null => {
  if (method !== endpoint.method || statusesBeforeValidation.has(status)) return null
  const url = new URL(`https://gateway.example${path}`)
  const params = pathParams(endpoint, url.pathname)
  if (params === null) return null
  const errors = status === 400 ? responseErrors(endpoint.errorFormat, text) : []
  if (errors.some((error) => error.startsWith('idempotency_key_invalid')))
    return headers['idempotency-key'] === undefined ? 'a missing Idempotency-Key was rejected' : null
  const differs = (expected: readonly string[]): string | null => {
    const isSame =
      endpoint.errorFormat === 'problem'
        ? expected.includes(errors[0] ?? '')
        : JSON.stringify([...new Set(errors)].toSorted()) === JSON.stringify([...new Set(expected)].toSorted())
    return isSame
      ? null
      : `the schema returns ${expected.join(', ')}; the response has ${errors.join(', ') || 'no error'}`
  }
  const errorsInUrl = [urlErrors(endpoint.params, params, 'id_invalid'), queryErrors(endpoint, url)].find(
    (expected) => expected.length > 0,
  )
  if (errorsInUrl !== undefined) return differs(errorsInUrl)
  if (endpoint.body !== undefined) {
    const isLong = (body?.length ?? 0) > maxBodyBytes || headers['content-length'] !== undefined
    if (status === 413) return isLong ? null : 'a short body was rejected as too long'
    const isPlain = headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined
    if (status === 415) return isPlain ? 'JSON was rejected as unsupported media type' : null
    const isRejectedAsJson = errors.some((error) => /^(json_invalid|body_required) /.test(error))
    const object = body === null || body.length === 0 ? null : parseObject(body)
    if (object === null) return isRejectedAsJson ? null : 'a body that is not a JSON object was accepted'
    if (isRejectedAsJson) return 'a JSON object was rejected as invalid JSON'
    const expected = expectedOf(endpoint.body, object, sent, errors)
    const [ignored, warning] = ['sluice-ignored', 'sluice-warning'].map((name) => sent.get(name) ?? '')
    if (ignored !== expected.ignored) return `ignored members are named as ${ignored}`
    if (warning !== expected.warning) return `card numbers are named as ${warning}`
    if (expected.errors.length > 0) return differs(expected.errors)
  }
  const unexpected = errors.filter((error) => memberErrors.test(error) && !isDomainRule(endpoint.name, error))
  return unexpected.length === 0 ? null : `valid input was rejected: ${unexpected.join(', ')}`
}
