import * as v from 'valibot'
import type { Endpoint, ErrorFormat } from '#contract/endpoint'
import { toErrorDetails } from '#contract/schema/issues'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { scanJson } from '../../http/body/jsonScan.ts'
import { isOfDomain } from './knownGaps.ts'
import type { Sending } from './fuzzRequest.ts'

/** Statuses that come before the schemas: those of keys, rate limits and the length of the address. */
const before: ReadonlySet<number> = new Set([401, 403, 414, 429])

const largestBody = 256 * 1024

/** Errors that a schema finds in a member. */
const memberErrors =
  /^(required|type_invalid|pattern_mismatch|length_invalid|out_of_range|enum_invalid|format_invalid|unknown_member|query_invalid|id_invalid) /

/** The errors of an answer, as type and member. Problem details have one, whose member is the first word of its text. */
const errorsOf = (regime: ErrorFormat, text: string): readonly string[] => {
  if (text === '') return []
  const json = JSON.parse(text)
  if (regime === 'problem')
    return [`${json.type.split('/').at(-1).replaceAll('-', '_')} ${json.detail.split(' ', 1)[0]}`]
  return (json.errors ?? []).map(({ type, message }: any) => `${type} ${message.field}`)
}

/** The errors that a schema finds, as type and member. */
const found = (schema: v.GenericSchema | undefined, input: unknown, as?: string): readonly string[] => {
  const { issues } = schema === undefined ? {} : v.safeParse(schema, input)
  return issues === undefined ? [] : toErrorDetails(issues).map(({ type, field = null }) => `${as ?? type} ${field}`)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** A body as the contract reads it; null where it is no object in JSON. */
const objectOf = (bytes: Uint8Array): object | null => {
  try {
    const text = decoder.decode(bytes)
    const value = scanJson(text) === null ? parseKeepingNumbers(text) : null
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value) ? value : null
  } catch {
    return null
  }
}

const paramsOf = ({ path }: Endpoint, pathname: string): Record<string, string> | null => {
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
 * What is wrong with the answer of an endpoint, by the contract's own schemas: what breaks them is refused with exactly their errors, and
 * what keeps them is not refused with such an error. Path, query and body are checked in this order. That the schemas are those that the
 * contract prints is the matter of printedContract.test.ts.
 */
export const schemaComplaint = (
  endpoint: Endpoint,
  { method, path, headers, body }: Sending,
  { status, text }: { readonly status: number; readonly text: string },
): string | null => {
  if (method !== endpoint.method || before.has(status)) return null
  const { pathname, searchParams } = new URL(`https://gateway.example${path}`)
  const params = paramsOf(endpoint, pathname)
  if (params === null) return null
  const errors = status === 400 ? errorsOf(endpoint.errorFormat, text) : []
  if (errors.some((error) => error.startsWith('idempotency_key_invalid')))
    return headers['idempotency-key'] === undefined ? 'a key that was not sent was refused' : null
  const differs = (expected: readonly string[]): string | null => {
    const isSame =
      endpoint.errorFormat === 'problem'
        ? expected.includes(errors[0] ?? '')
        : JSON.stringify([...new Set(errors)].toSorted()) === JSON.stringify([...new Set(expected)].toSorted())
    return isSame ? null : `the schema finds ${expected.join(', ')}; the answer has ${errors.join(', ') || 'no error'}`
  }
  const inAddress = [
    found(endpoint.params, params, 'id_invalid'),
    found(endpoint.query, Object.fromEntries(searchParams), 'query_invalid'),
  ].find((expected) => expected.length > 0)
  if (inAddress !== undefined) return differs(inAddress)
  if (endpoint.body !== undefined) {
    const isLong = (body?.length ?? 0) > largestBody || headers['content-length'] !== undefined
    if (status === 413) return isLong ? null : 'a short body was called long'
    const isPlain = headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined
    if (status === 415) return isPlain ? 'JSON was called another type' : null
    const isUnread = errors.some((error) => /^(json_invalid|body_required) /.test(error))
    const object = body === null || body.length === 0 ? null : objectOf(body)
    if (object === null) return isUnread ? null : 'a body that is no JSON object was let in'
    if (isUnread) return 'a JSON object was called none'
    const expected = found(endpoint.body, object)
    if (expected.length > 0) return differs(expected)
  }
  const unfounded = errors.filter((error) => memberErrors.test(error) && !isOfDomain(endpoint.name, error))
  return unfounded.length === 0 ? null : `what keeps the contract was refused: ${unfounded.join(', ')}`
}
