import type { Endpoint } from '#contract/endpoint'
import { isBeyondPrint } from './beyondPrint.ts'
import { judged } from './breaches.ts'
import type { Verdict } from './breaches.ts'
import { bodyShapeOf } from './operations.ts'
import { judgedPath, judgedQuery } from './parameters.ts'
import { parseBody } from './parse.ts'
import { saidErrors } from './saidErrors.ts'
import type { Said } from './saidErrors.ts'
import type { Sending } from './sending.ts'

/** Said before anybody looks at what a request says: who asks, how often, and how long the address is. */
const saidBefore: ReadonlySet<number> = new Set([401, 403, 414, 429])

const largestBody = 256 * 1024

/** What a schema says of a member. */
const schemaTypes: ReadonlySet<string> = new Set([
  'required',
  'type_invalid',
  'pattern_mismatch',
  'length_invalid',
  'out_of_range',
  'enum_invalid',
  'format_invalid',
  'unknown_member',
])

/** What else a schema says of a member that is wrong by the print, too. */
const memberTypes: ReadonlySet<string> = new Set([
  ...schemaTypes,
  'amount_precision_invalid',
  'expiry_invalid',
  'url_not_allowed',
  'header_not_allowed',
])

const listed = (names: Iterable<string>): string => [...names].map((name) => name || 'the whole').join(', ')

/** What is wrong with an answer to the path or the query, by what the contract says of it; undefined where the body is to be looked at. */
const ofPart = (
  { name, regime }: Endpoint,
  type: 'id_invalid' | 'query_invalid',
  { breaches, doubts }: Verdict,
  said: readonly Said[],
): string | null | undefined => {
  const named = said.filter((error) => error.type === type).map(({ field }) => field ?? '')
  const mayName = (field: string) => breaches.has(field) || doubts.has(field) || isBeyondPrint(name, type, field)
  const unfounded = named.filter((field) => !mayName(field))
  if (unfounded.length > 0) return `${type} of what keeps the contract: ${listed(unfounded)}`
  // Problem details name one fault of several.
  const unnamed =
    regime === 'problem' && named.length > 0 ? [] : [...breaches].filter((field) => !named.includes(field))
  if (unnamed.length > 0) return `no ${type} for what breaks the contract: ${listed(unnamed)}`
  return named.length > 0 ? null : undefined
}

const ofBody = (
  endpoint: Endpoint,
  { body, headers }: Sending,
  status: number,
  said: readonly Said[],
): string | null => {
  const shape = bodyShapeOf(endpoint)
  if (shape === null) return null
  const isLong = (body?.length ?? 0) > largestBody || headers['content-length'] !== undefined
  if (status === 413) return isLong ? null : 'a short body was called long'
  if (status === 415) {
    const isPlain = headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined
    return isPlain ? 'JSON was called another type' : null
  }
  const types = said.map(({ type }) => type)
  const isUnread = status === 400 && types.some((type) => type === 'json_invalid' || type === 'body_required')
  const tree = body === null || body.length === 0 ? null : parseBody(body)
  if (tree === null || !('members' in tree)) return isUnread ? null : 'a body that is no JSON object was let in'
  if (isUnread) return 'a JSON object was called none'
  const { breaches, doubts } = judged(shape, tree)
  const named = new Set(said.filter(({ type }) => memberTypes.has(type)).map(({ field }) => field ?? ''))
  // Of a value that none of several schemas takes, the error is that of the one that was meant, which may name what is inside.
  const insides = [...doubts].filter((path) => named.has(path))
  const isNamed = (path: string) => named.has(path) || insides.some((inside) => inside.startsWith(`${path}.`))
  const unnamed = [...breaches].filter((path) => !isNamed(path))
  if (breaches.size > 0 && status !== 400) return `a body that breaks the contract was let in: ${listed(breaches)}`
  if (unnamed.length > 0) return `no error names what breaks the contract: ${listed(unnamed)}`
  const unfounded = said.filter(
    (error) =>
      schemaTypes.has(error.type) &&
      !breaches.has(error.field ?? '') &&
      !doubts.has(error.field ?? '') &&
      !isBeyondPrint(endpoint.name, error.type, error.field ?? ''),
  )
  if (unfounded.length === 0) return null
  return `what keeps the contract was refused: ${unfounded.map(({ type, field }) => `${type} ${field}`).join(', ')}`
}

/**
 * What is wrong with the answer of an endpoint, by the printed schemas of its path, query and body: what breaks one is refused by an error
 * that names it, and never heeded; what keeps them is not refused for its shape. In the order in which a request is looked at.
 */
export const schemaComplaint = (
  endpoint: Endpoint,
  sending: Sending,
  { status, text }: { readonly status: number; readonly text: string },
): string | null => {
  if (sending.method !== endpoint.method || saidBefore.has(status)) return null
  const { pathname, searchParams } = new URL(`https://gateway.example${sending.path}`)
  const path = judgedPath(endpoint, pathname)
  if (path === null) return null
  const said = status === 400 ? saidErrors(endpoint.regime, text) : []
  if (said.some(({ type }) => type === 'idempotency_key_invalid'))
    return sending.headers['idempotency-key'] === undefined ? 'a key that nobody sent was refused' : null
  const ofPath = ofPart(endpoint, 'id_invalid', path, said)
  if (ofPath !== undefined) return ofPath
  const ofQuery = ofPart(endpoint, 'query_invalid', judgedQuery(endpoint, searchParams), said)
  if (ofQuery !== undefined) return ofQuery
  return ofBody(endpoint, sending, status, said)
}
