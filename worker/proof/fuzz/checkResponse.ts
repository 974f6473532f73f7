import * as v from 'valibot'
import { envelope, problem } from '#contract/errors/envelope'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { errors } from '#contract/errors/errorTypes'
import type { LogLine } from '../../http/log.ts'
import { bankMarkers, cardMarkers, cvvMarkers, ssnMarkers } from './memberValues.ts'
import { operationOf } from './operations.ts'
import { schemaComplaint } from './schemaErrors.ts'
import type { Sending } from './fuzzRequest.ts'

/** An answer, with what the log says of its request. */
export interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly lines: readonly LogLine[]
  /** Whether the processor left the request without an outcome. */
  readonly wasLeftAlone: boolean
}

const endpointOf: ReadonlyMap<string, Endpoint> = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]))

/** Said of any path, whatever it takes: the method, and the length of the URL. */
const saidAnywhere: readonly number[] = [405, 414]
const documented: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  endpoints.map((endpoint) => [
    endpoint.name,
    new Set([...saidAnywhere, ...Object.keys(operationOf(endpoint).responses).map(Number)]),
  ]),
)

const strictProblem = v.strictObject(problem().entries)
const failure = envelope({})
const bodyless: ReadonlySet<number> = new Set([401, 403, 429])

/** Whether two values of JSON are the same, in any order of members. */
const same = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name) => same((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]))
  )
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const successComplaint = (endpoint: Endpoint, { text, headers }: Seen): string | null => {
  if (headers.get('content-type')?.startsWith('text/csv')) return null
  const json = parsed(text)
  const result = v.safeParse(endpoint.response, json)
  if (!result.success) return `an answer that does not fit its schema: ${result.issues[0].message}`
  // The schema drops members that it does not know: what comes out unchanged has none.
  return same(result.output, json) ? null : 'an answer with members that its schema does not have'
}

/** A failure in the regime of its endpoint, with errors of the closed table, all of the answer's status. */
const failureComplaint = (endpoint: Endpoint | undefined, { status, text }: Seen): string | null => {
  if (endpoint?.errorFormat === 'bodyless' && bodyless.has(status))
    return text === '' ? null : 'a body where there is none'
  const json = parsed(text)
  if (endpoint?.errorFormat === 'problem') {
    const { success, output } = v.safeParse(strictProblem, json)
    return success && (output as { status: number }).status === status ? null : 'a failure that is no problem'
  }
  const result = v.safeParse(failure, json)
  if (!result.success) return 'a failure that is no envelope'
  const allowed = new Set(['requestId', 'errors', ...(endpoint?.nullOnError ?? [])])
  if (!Object.keys(json as object).every((name) => allowed.has(name))) return 'a failure with other members'
  const types = result.output.errors?.map(({ type }) => type) ?? []
  if (types.length === 0) return 'a failure without errors'
  return types.every((type) => errors[type].status === status) ? null : 'errors of another status than the answer'
}

const numbers = [...cardMarkers, ...bankMarkers, ...ssnMarkers]
/** Too short to look for anywhere: as a whole text of JSON they are no accident. */
const shortSecrets = cvvMarkers.map((cvv) => `"${cvv}"`)

const decoder = new TextDecoder()

/** What was sent as a card and comes back, or goes to the log. */
const leakOf = ({ body, path, headers }: Sending, seen: Seen): string | null => {
  const sent = `${body === null ? '' : decoder.decode(body)} ${path} ${headers['x-request-id'] ?? ''}`
  const written = [seen.text, ...[...seen.headers].flat(), JSON.stringify(seen.lines)].join('\n')
  const leaked =
    numbers.find((number) => sent.includes(number) && written.includes(number)) ??
    shortSecrets.find((cvv) => sent.includes(cvv) && written.includes(cvv))
  return leaked === undefined ? null : 'an answer or a log line with a number that was sent'
}

/** Answers of the API and of hosted pages have one; files have none. */
const hasRequestId = (path: string): boolean => /^\/(v1|checkout)\//.test(path)

/** The endpoint that answered, as the log names it. */
export const routeOf = ({ lines }: Seen): string | null => lines.at(-1)?.route ?? null

/** What is wrong with an answer, in words, or null. */
export const complaintOf = (sending: Sending, seen: Seen): string | null => {
  const { status, headers, lines } = seen
  const isAnswerToSilence = status === 504 && (seen.wasLeftAlone || headers.get('idempotent-replayed') === 'true')
  const exception = lines.find((line) => line.exception !== null)?.exception ?? ''
  if (exception !== '' || (status >= 500 && !isAnswerToSilence)) return `status ${status} ${exception}`
  const leak = leakOf(sending, seen)
  if (leak !== null) return leak
  const line = lines.at(-1)
  if (line === undefined) return null
  if (hasRequestId(sending.path) && !/^[0-9a-f]{32}$/.test(headers.get('x-request-id') ?? '')) return 'no request id'
  const endpoint = endpointOf.get(line.route)
  if (endpoint !== undefined && !documented.get(line.route)!.has(status))
    return `status ${status}, which ${line.route} does not document`
  if (sending.method === 'HEAD' || line.route === 'checkoutPage' || status < 200) return null
  const isFailure = status >= 400
  if (endpoint === undefined) return isFailure ? failureComplaint(endpoint, seen) : null
  return (isFailure ? failureComplaint : successComplaint)(endpoint, seen) ?? schemaComplaint(endpoint, sending, seen)
}
