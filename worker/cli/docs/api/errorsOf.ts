import { documentationOf } from '#contract/documentation'
import { errors } from '#contract/errors/errorTypes'
import type { ErrorType } from '#contract/errors/errorTypes'
import { operations, resolved } from './contract.ts'
import type { ApiOperation, Schema } from './contract.ts'
import { errorTypesIn } from './errorExamples.ts'
import { recordedRequests } from './recording.ts'

const isErrorType = (name: string): name is ErrorType => Object.hasOwn(errors, name)

/**
 * What every request can get for its form, its key or the load of the gateway. The page of the API lists them once, and operations list
 * only the others.
 */
export const commonErrors: ReadonlySet<ErrorType> = new Set<ErrorType>([
  'json_invalid',
  'body_required',
  'unknown_member',
  'id_invalid',
  'query_invalid',
  'required',
  'type_invalid',
  'pattern_mismatch',
  'length_invalid',
  'out_of_range',
  'enum_invalid',
  'format_invalid',
  'card_number_not_allowed',
  'idempotency_key_invalid',
  'idempotency_key_contains_token',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'key_missing',
  'key_invalid',
  'key_expired',
  'key_revoked',
  'scope_missing',
  'publishable_key_not_allowed',
  'account_suspended',
  'route_not_found',
  'method_not_allowed',
  'not_acceptable',
  'body_too_large',
  'uri_too_long',
  'media_type_unsupported',
  'rate_limited',
  'internal_error',
  'unavailable',
])

/** Matches the path of an operation. Literal paths come first: /v1/transactions/capture is no id. */
const matchers = operations
  .map(({ name, endpoint: { method, path } }) => ({
    name,
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    isLiteral: !path.includes('{'),
  }))
  .toSorted((one, other) => Number(other.isLiteral) - Number(one.isLiteral))

const operationOf = (send: string): string | undefined => {
  const [method, target = ''] = send.split(' ')
  const [path = ''] = target.split('?')
  return matchers.find((matcher) => matcher.method === method && matcher.pattern.test(path))?.name
}

/** The error types that the recording of the API has, by operation. */
const recordedTypes = (): ReadonlyMap<string, ReadonlySet<ErrorType>> => {
  const found = new Map<string, Set<ErrorType>>()
  for (const { send, body } of recordedRequests) {
    const operation = operationOf(send)
    if (operation === undefined) continue
    found.set(operation, new Set([...(found.get(operation) ?? []), ...errorTypesIn(body)]))
  }
  return found
}
const recorded = recordedTypes()

/** All texts of a schema and of what it refers to. */
const textsOf = (schema: Schema, seen: Set<string> = new Set()): string[] => {
  if (schema.$ref !== undefined) {
    if (seen.has(schema.$ref)) return []
    seen.add(schema.$ref)
  }
  const whole = resolved(schema)
  const inner = [
    ...Object.values(whole.properties ?? {}),
    ...(whole.items ? [whole.items] : []),
    ...(whole.anyOf ?? []),
    ...(typeof whole.additionalProperties === 'object' ? [whole.additionalProperties] : []),
  ]
  return [whole.description ?? '', ...inner.flatMap((one) => textsOf(one, seen))]
}

/** The error types that the texts of an operation name. */
const describedTypes = ({ endpoint, body }: ApiOperation): ErrorType[] => {
  const texts = [documentationOf(endpoint).description ?? '', ...(body ? textsOf(body) : [])]
  return texts.flatMap((text) => [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)).filter(isErrorType)
}

const sameBody = (one: ApiOperation, other: ApiOperation): boolean =>
  one === other || (one.body !== undefined && JSON.stringify(one.body) === JSON.stringify(other.body))

/** The types of an operation by the contract: not found, used-up quotas, unknown outcomes. */
const contractTypes = ({ endpoint, statuses }: ApiOperation): ErrorType[] => [
  ...(endpoint.params === undefined ? [] : ['not_found' as const]),
  ...(endpoint.quotas?.length === 0 || ['GET', 'DELETE'].includes(endpoint.method) ? [] : ['quota_exceeded' as const]),
  ...(endpoint.testOnly || endpoint.liveOnly ? ['mode_mismatch' as const] : []),
  ...(endpoint.publishable ? ['origin_not_allowed' as const] : []),
  ...(statuses.includes(504) ? ['processor_timeout' as const] : []),
]

/**
 * The error types that an operation can return besides the common ones, by status: those of the contract, of its texts and of the recorded
 * responses. Operations with the same body share them.
 */
export const errorsOf = (operation: ApiOperation): ErrorType[] => {
  const alike = operations.filter((other) => sameBody(operation, other))
  const found = new Set([
    ...contractTypes(operation),
    ...alike.flatMap(describedTypes),
    ...alike.flatMap(({ name }) => Array.from(recorded.get(name) ?? [])),
  ])
  const order = Object.keys(errors)
  return [...found]
    .filter(
      (type) =>
        !commonErrors.has(type) && (errors[type].status === 200 || operation.statuses.includes(errors[type].status)),
    )
    .toSorted((one, other) => errors[one].status - errors[other].status || order.indexOf(one) - order.indexOf(other))
}
