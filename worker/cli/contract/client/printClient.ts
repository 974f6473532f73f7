import { documentationOf } from '#contract/documentation'
import { typeNames, type Operation } from './operations.ts'
import { responseTypes } from './printTypes.ts'

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

const docComment = ({ endpoint }: Operation): string => {
  const { scope, additionalScopes = [], path, method, testOnly, liveOnly } = endpoint
  const { summary, description } = documentationOf(endpoint)
  const scopes = new Intl.ListFormat('en').format([scope, ...additionalScopes].map((name) => `\`${name}\``))
  const paragraphs = [
    `${summary}: \`${method} ${path}\`. Requires the ${additionalScopes.length === 0 ? 'scope' : 'scopes'} ${scopes}.`,
    description,
    testOnly && 'Available in test mode only.',
    liveOnly && 'Available in live mode only.',
  ].filter((text) => typeof text === 'string')
  const lines = paragraphs.join('\n\n').replaceAll('*/', '* /').split('\n')
  return `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */`
}

/** Prints a method. Its parameters are the ids in the order of the path, body, query and options. */
const methodText = (operation: Operation, { whole, entry }: ReturnType<typeof responseTypes>): string => {
  const { endpoint, ids, query, body, entries, keyed } = operation
  const names = typeNames(operation)
  const parameters = [
    ...ids.map((id) => `${lowerFirst(id)}: string`),
    ...(body ? [`body: ${names.request}`] : []),
    ...(query ? [`query: ${names.query} = {}`] : []),
    'options?: CallOptions',
  ]
  const call = [
    `operation: '${endpoint.name}'`,
    `method: '${endpoint.method}'`,
    `path: '${endpoint.path}'`,
    ...(ids.length > 0 ? [`ids: [${ids.map(lowerFirst).join()}]`] : []),
    ...(body ? ['body'] : []),
    ...(query ? ['query'] : []),
    ...(keyed ? ['keyed: true'] : []),
  ].join(', ')
  const response = whole(operation)
  const { continuedBy } = endpoint
  const single =
    continuedBy === undefined ? `send({ ${call} }, options)` : `follow({ ${call} }, '${continuedBy}', options)`
  const [type, invocation] = entries
    ? [`Listed<${response}, ${entry(operation)}>`, `list({ ${call} }, '${entries}', options)`]
    : [`Promise<${response}>`, single]
  return `${docComment(operation)}\n${endpoint.name}(${parameters.join(', ')}): ${type} {\nreturn this.#gateway.${invocation}\n}`
}

const head = (types: string) => `
// Generated from worker/contract by "npm run contract".

import type { CallOptions } from './call.ts'
import { connect } from './connect.ts'
import { withLists, type Gateway, type Listed } from './pages.ts'
import type { SluiceSettings } from './settings.ts'
import type { ${types} } from './types.ts'

/**
 * A client of the gateway, with one method for each operation of the API.
 *
 * Methods return the body of responses with status 200. These include declined payments, so check \`approved\`. All
 * other responses throw a SluiceError. Requests without a response, and those that the gateway rejects temporarily, are retried with the
 * same Idempotency-Key, so that no operation is performed twice.
 *
 * For servers with fetch, such as Node and Workers. In browsers it accepts only publishable keys.
 */
export class SluiceClient {
  readonly #gateway: Gateway

  /** @throws {TypeError} if the settings are invalid or would expose a secret key */
  constructor(settings: SluiceSettings) {
    this.#gateway = withLists(connect(settings))
  }
`

/** Prints sluiceClient.ts: a class with a method for each operation, in the order of the reference. */
export const printClient = (operations: readonly Operation[]): string => {
  const types = responseTypes(operations)
  const used = operations.flatMap((operation) => [
    ...(operation.body ? [typeNames(operation).request] : []),
    ...(operation.query ? [typeNames(operation).query] : []),
    ...(operation.entries ? [types.entry(operation)] : []),
    types.whole(operation),
  ])
  const methods = operations.map((operation) => methodText(operation, types))
  return `${head([...new Set(used)].sort().join(', '))}\n${methods.join('\n\n')}\n}\n`
}
