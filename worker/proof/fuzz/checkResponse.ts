import { acmeSecretPrefix } from '../../testing/doubles/acmeProcessor.ts'
import * as v from 'valibot'
import { envelope, problem } from '#contract/errors/envelope'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { errors } from '#contract/errors/errorTypes'
import type { LogLine } from '../../http/log.ts'
import { bankMarkers, cardMarkers, cvvMarkers, ssnMarkers } from './memberValues.ts'
import { openapiOperation } from './operations.ts'
import { schemaViolation } from './schemaErrors.ts'
import type { FuzzRequest } from './fuzzRequest.ts'

/** A response with the log lines of its request. */
export interface FuzzResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly log: readonly LogLine[]
  /** Whether the processor returned no outcome. */
  readonly hasUnknownOutcome: boolean
}

const endpointsByName: ReadonlyMap<string, Endpoint> = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]))

/** Statuses of any path: wrong method, and URL too long. */
const commonStatuses: readonly number[] = [405, 414]
const documentedStatuses: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  endpoints.map((endpoint) => [
    endpoint.name,
    new Set([...commonStatuses, ...Object.keys(openapiOperation(endpoint).responses).map(Number)]),
  ]),
)

const strictProblem = v.strictObject(problem().entries)
const failureEnvelope = envelope({})
const bodylessStatuses: ReadonlySet<number> = new Set([401, 403, 429])

/** Equality of JSON values, with members in any order. */
const isEqualJson = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name) => isEqualJson((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]))
  )
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const approvalCodes: ReadonlySet<unknown> = new Set(['00', '08', '10', '85'])

/** Whether `approved` agrees with `responseCode` in every object of a response that has a response code. */
const hasApprovals = (json: unknown): boolean => {
  if (typeof json !== 'object' || json === null) return true
  const { responseCode, approved } = json as { readonly responseCode?: unknown; readonly approved?: unknown }
  if (responseCode !== undefined && approved !== approvalCodes.has(responseCode)) return false
  return Object.values(json).every(hasApprovals)
}

const successViolation = (endpoint: Endpoint, { text, headers }: FuzzResponse): string | null => {
  if (headers.get('content-type')?.startsWith('text/csv')) return null
  const json = parseJson(text)
  const result = v.safeParse(endpoint.response, json)
  if (!result.success) return `the response does not match its schema: ${result.issues[0].message}`
  if (!hasApprovals(json)) return 'approved contradicts responseCode'
  // The schema drops unknown members, so an unchanged value has none.
  return isEqualJson(result.output, json) ? null : 'the response has members that its schema lacks'
}

/** Checks an error response: the format of its endpoint, with documented error types of the response's status. */
const failureViolation = (endpoint: Endpoint | undefined, { status, text }: FuzzResponse): string | null => {
  if (endpoint?.errorFormat === 'bodyless' && bodylessStatuses.has(status))
    return text === '' ? null : 'the error response has a body'
  const json = parseJson(text)
  if (endpoint?.errorFormat === 'problem') {
    const { success, output } = v.safeParse(strictProblem, json)
    return success && (output as { status: number }).status === status
      ? null
      : 'the error response is not problem details'
  }
  const result = v.safeParse(failureEnvelope, json)
  if (!result.success) return 'the error response has no envelope'
  const allowed = new Set(['requestId', 'errors', ...(endpoint?.nullOnError ?? [])])
  if (!Object.keys(json as object).every((name) => allowed.has(name))) return 'the error response has unknown members'
  const types = result.output.errors?.map(({ type }) => type) ?? []
  if (types.length === 0) return 'the error response has no errors'
  return types.every((type) => errors[type].status === status)
    ? null
    : 'an error type has another status than the response'
}

const accountNumbers = [...cardMarkers, ...bankMarkers, ...ssnMarkers]
/** Too short to search for without quotes. */
const shortSecrets = cvvMarkers.map((cvv) => `"${cvv}"`)

const decoder = new TextDecoder()

/** A sent card, account or CVV that the response or the log contains, or a credential of a connection. */
const findLeak = ({ body, path, headers }: FuzzRequest, response: FuzzResponse): string | null => {
  const sent = `${body === null ? '' : decoder.decode(body)} ${path} ${headers['x-request-id'] ?? ''}`
  const output = [response.text, ...[...response.headers].flat(), JSON.stringify(response.log)].join('\n')
  const found =
    accountNumbers.find((number) => sent.includes(number) && output.includes(number)) ??
    shortSecrets.find((cvv) => sent.includes(cvv) && output.includes(cvv))
  if (found !== undefined) return 'the response or the log contains a sent number'
  return output.includes(acmeSecretPrefix) ? 'the response or the log contains a credential of a connection' : null
}

/** API and hosted pages return a request id, static files do not. */
const hasRequestId = (path: string): boolean => /^\/(v1|checkout)\//.test(path)

/** The endpoint of a request, from its log line. */
export const matchedRoute = ({ log: lines }: FuzzResponse): string | null => lines.at(-1)?.route ?? null

/** A description of the response's first contract violation, or null. */
export const findViolation = (sending: FuzzRequest, response: FuzzResponse): string | null => {
  const { status, headers, log: lines } = response
  const isProcessorTimeout =
    status === 504 && (response.hasUnknownOutcome || headers.get('idempotent-replayed') === 'true')
  const exception = lines.find((line) => line.exception !== null)?.exception ?? ''
  if (exception !== '' || (status >= 500 && !isProcessorTimeout)) return `status ${status} ${exception}`
  const leak = findLeak(sending, response)
  if (leak !== null) return leak
  const line = lines.at(-1)
  if (line === undefined) return null
  if (hasRequestId(sending.path) && !/^[0-9a-f]{32}$/.test(headers.get('x-request-id') ?? ''))
    return 'x-request-id is missing'
  const endpoint = endpointsByName.get(line.route)
  if (endpoint !== undefined && !documentedStatuses.get(line.route)!.has(status))
    return `status ${status} is not documented for ${line.route}`
  if (sending.method === 'HEAD' || line.route === 'checkoutPage' || status < 200) return null
  const isFailure = status >= 400
  if (endpoint === undefined) return isFailure ? failureViolation(endpoint, response) : null
  return (
    (isFailure ? failureViolation : successViolation)(endpoint, response) ??
    schemaViolation(endpoint, sending, response)
  )
}
