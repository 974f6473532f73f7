import { documentationOf } from '#contract/documentation'
import { typeNames, type Operation } from './operations.ts'
import { answerTypes } from './printTypes.ts'

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

const about = ({ endpoint }: Operation): string => {
  const { scope, path, method, testOnly } = endpoint
  const { summary, description } = documentationOf(endpoint)
  const paragraphs = [
    `${summary}: \`${method} ${path}\`, for keys with the scope \`${scope}\`.`,
    description,
    testOnly && 'In test mode alone.',
  ].filter((text) => typeof text === 'string')
  const lines = paragraphs.join('\n\n').replaceAll('*/', '* /').split('\n')
  return `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */`
}

/** Ids in the order of the path, then what is sent, then how. */
const methodText = (operation: Operation, { whole, entry }: ReturnType<typeof answerTypes>): string => {
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
  const answer = whole(operation)
  const [type, ask] = entries
    ? [`Listed<${answer}, ${entry(operation)}>`, `list({ ${call} }, '${entries}', options)`]
    : [`Promise<${answer}>`, `send({ ${call} }, options)`]
  return `${about(operation)}\n${endpoint.name}(${parameters.join(', ')}): ${type} {\nreturn this.#gateway.${ask}\n}`
}

const head = (types: string) => `
// Generated from worker/contract by "npm run contract".

import type { CallOptions } from './call.ts'
import { connect } from './connect.ts'
import { withLists, type Gateway, type Listed } from './pages.ts'
import type { SluiceSettings } from './settings.ts'
import type { ${types} } from './types.ts'

/**
 * A client of the gateway: one method for each operation of its contract.
 *
 * A method answers what the gateway answers with status 200. That includes declined payments: look at \`responseCode\` and \`errors\`.
 * Everything else is thrown, as a SluiceError. Requests that got no answer, or were asked to come back later, are sent again under the
 * same Idempotency-Key, so that nothing is done twice.
 *
 * For servers: Node, Workers, or whatever else has fetch. In a browser it takes a publishable key alone.
 */
export class SluiceClient {
  readonly #gateway: Gateway

  /** @throws {TypeError} where the settings cannot work, or would give a key away */
  constructor(settings: SluiceSettings) {
    this.#gateway = withLists(connect(settings))
  }
`

/** Prints sluiceClient.ts: the class with a method for each operation, in the order of the reference. */
export const printClient = (operations: readonly Operation[]): string => {
  const types = answerTypes(operations)
  const used = operations.flatMap((operation) => [
    ...(operation.body ? [typeNames(operation).request] : []),
    ...(operation.query ? [typeNames(operation).query] : []),
    ...(operation.entries ? [types.entry(operation)] : []),
    types.whole(operation),
  ])
  const methods = operations.map((operation) => methodText(operation, types))
  return `${head([...new Set(used)].sort().join(', '))}\n${methods.join('\n\n')}\n}\n`
}
