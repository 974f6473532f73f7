import { anchorOfHeading } from '../anchors.ts'
import { documentationOf } from '#contract/documentation'
import { takesIdempotencyKey } from '#contract/endpoint'
import type { Endpoint } from '#contract/endpoint'
import { errors } from '#contract/errors/errorTypes'
import type { ErrorType } from '#contract/errors/errorTypes'
import { rateLimits } from '#contract/rateLimits'
import { resolved } from './contract.ts'
import type { ApiOperation, Schema } from './contract.ts'
import { errorsOf } from './errorsOf.ts'
import { causeOf } from './cause.ts'
import { furtherExamples, requestAndResponse } from './exampleSection.ts'
import { members, parameterList } from './members.ts'
import { linkToObject } from './objects.ts'
import { canBeTried } from './operationsJson.ts'
import { objectName, typeText } from './typeText.ts'

const code = (text: string): string => `\`${text}\``

const list = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`

const scopeLink = (scope: string): string => `[${code(scope)}](../scopes.md)`

/** Which keys may call the operation. */
const keyFact = ({ scope, additionalScopes = [], memberScopes = {}, publishable, liveOnly }: Endpoint): string =>
  [
    `${liveOnly ? '' : 'secret, or '}restricted with ${list([scope, ...additionalScopes].map(scopeLink))}${publishable ? ', or publishable in a browser' : ''}.`,
    ...Object.entries(memberScopes).map(
      ([member, name]) => `A request with ${code(member)} also needs ${scopeLink(name)}.`,
    ),
  ].join(' ')

const idempotencyLink = '[`Idempotency-Key`](../../concepts/idempotency.md)'

/** What a repeated request does. Undefined for reads. */
const repeatFact = (endpoint: Endpoint): string | undefined => {
  const { method, returnedOnce = [] } = endpoint
  if (method === 'GET') return undefined
  if (!takesIdempotencyKey(endpoint)) return `${idempotencyLink} is ignored: a repeated request is safe.`
  const once = returnedOnce.map(code)
  return [
    `takes an ${idempotencyLink}.`,
    ...(once.length > 0 ? [`Repeated responses have null for ${list(once)}.`] : []),
  ].join(' ')
}

/** The limits on how often and how much. */
const limitFact = ({ method, ipRateLimit, quotas }: Endpoint): string => {
  const used = quotas ?? (method === 'GET' || method === 'DELETE' ? [] : ['events'])
  const byIp = ipRateLimit && rateLimits[ipRateLimit]
  return [
    'the [rate limit](../limits.md) of the account.',
    ...(byIp
      ? [`Publishable keys: ${byIp.quota} requests in ${byIp.window} seconds for each key and IP address.`]
      : []),
    ...(used.length > 0 ? [`Counts towards the quota${used.length > 1 ? 's' : ''} ${list(used.map(code))}.`] : []),
  ].join(' ')
}

const factsOf = (operation: ApiOperation): string => {
  const { endpoint } = operation
  const repeat = repeatFact(endpoint)
  return [
    ...(endpoint.testOnly ? ['- **Mode:** test only.'] : []),
    ...(endpoint.liveOnly ? ['- **Mode:** live only.'] : []),
    `- **Key:** ${keyFact(endpoint)}`,
    ...(repeat === undefined ? [] : [`- **Repeats:** ${repeat}`]),
    `- **Limits:** ${limitFact(endpoint)}`,
    ...(endpoint.list
      ? [
          `- **Pages:** see [pagination](./index.md#pagination).${endpoint.list.counted ? '' : ' There is no total count.'}`,
        ]
      : []),
  ].join('\n')
}

const section = (heading: string, text: string): string[] => (text === '' ? [] : [`### ${heading}`, text])

/** Whether a response has members of its own. */
const isPlain = (response: Schema): boolean =>
  Object.keys(resolved(response).properties ?? {}).every((name) => name === 'requestId' || name === 'errors')

/** Schemas that were printed before on the same page, by their members. */
export type Printed = Map<string, string>

/** Shorter lists are repeated rather than linked to. */
const longList = 1500

const responseText = ({ name, response, summary }: ApiOperation, page: string, printed: Printed): string => {
  const object = objectName(response)
  if (isPlain(response)) return 'The response has only [`requestId` and `errors`](./index.md#responses).'
  if (object !== undefined) return `Returns ${linkToObject(object, page).replace('[The', '[the')}.`
  const text = members(resolved(response), { page, direction: 'response' })
  const earlier = printed.get(text)
  if (earlier !== undefined && text.length > longList)
    return `The response has the same members as that of [${earlier}](#${anchorOfHeading(earlier)}).`
  if (name !== '') printed.set(text, summary)
  return text
}

/** A request body that is the same as that of an earlier operation of the page is linked to. */
const bodyText = ({ body, summary }: ApiOperation, page: string, printed: Printed): string => {
  if (body === undefined) return ''
  const text = members(body, { page, direction: 'request' })
  const note = body['x-exactly-one-of'] === undefined ? '' : `${body.description}\n\n`
  const earlier = printed.get(`request ${text}`)
  if (earlier !== undefined && text.length > longList)
    return `The members are the same as those of [${earlier}](#${anchorOfHeading(earlier)}).`
  printed.set(`request ${text}`, summary)
  return note + text
}

/** An error type with its status and meaning. */
const errorLine = (type: ErrorType): string =>
  `- [${code(type)}](../errors.md#${type}) _${errors[type].status}_ ${causeOf(type)}`

const errorSection = (operation: ApiOperation): string => {
  const own = errorsOf(operation)
  const common = '[errors of every operation](./index.md#common-errors)'
  if (own.length === 0) return `Only the ${common}.`
  return `${own.map(errorLine).join('\n')}\n\nIn addition: the ${common}.`
}

/** Descriptions link to pages of the gateway. The documentation has pages of its own for them. */
const withDocumentLinks = (text: string): string =>
  text.replaceAll('](/events', '](../events.md').replaceAll('](/errors', '](../errors.md')

/** The section of an operation. Its name is an anchor that stays if the heading is reworded. */
export const operationSection = (operation: ApiOperation, page: string, printed: Printed): string => {
  const { endpoint, name, summary, parameters } = operation
  const context = { page, direction: 'request' } as const
  const within = (where: 'path' | 'query') =>
    parameterList(
      parameters.filter((parameter) => parameter.in === where),
      context,
    )
  const { description } = documentationOf(endpoint)
  return [
    `## ${summary} <a id="${name}"></a>`,
    `\`\`\`http\n${endpoint.method} ${endpoint.path}\n\`\`\``,
    ...(description === undefined ? [] : [withDocumentLinks(description)]),
    factsOf(operation),
    ...requestAndResponse(operation),
    ...(canBeTried(operation) ? [`<TryIt operation="${name}" />`] : []),
    ...section('Path parameters', within('path')),
    ...section('Query parameters', within('query')),
    ...section('Request members', bodyText(operation, page, printed)),
    ...section('Response members', responseText(operation, page, printed)),
    ...section('More examples', furtherExamples(operation)),
    ...section('Errors', errorSection(operation)),
  ].join('\n\n')
}

/** The section of a named schema. */
export const objectSection = (
  schema: Schema,
  heading: string,
  text: string,
  page: string,
  direction: 'request' | 'response',
): string => {
  const name = typeText(schema)
  if (name !== 'object') throw new Error(`${heading} is no object.`)
  return [`## ${heading}`, text, members(schema, { page, direction })].join('\n\n')
}
