import type { Json } from '../openapi/json.ts'
import { namedSchemas } from '../openapi/schemas.ts'
import { typeNames, type Operation } from './operations.ts'
import { referencedName, typeText, type Direction, type NameOf } from './typeText.ts'

/** The envelope without members is named Failure in the reference. In the client it is also the response of operations without data. */
const renamed: Readonly<Record<string, string>> = { Failure: 'Envelope' }

const named = namedSchemas() as Readonly<Record<string, Json>>

/** Collects all named schemas that a schema references, directly or indirectly. */
const namedSchemasIn = (schema: unknown, found: Set<string>): Set<string> => {
  for (const [, reference = ''] of JSON.stringify(schema ?? null).matchAll(/"\$ref":"([^"]+)"/g)) {
    const name = referencedName(reference)
    if (found.has(name)) continue
    found.add(name)
    namedSchemasIn(named[name], found)
  }
  return found
}

const namedSchemasInAll = (schemas: readonly (Json | undefined)[]): Set<string> => {
  const found = new Set<string>()
  for (const schema of schemas) namedSchemasIn(schema, found)
  return found
}

/** Names of the types. A schema in both requests and responses becomes two types, since only types of responses are open. */
const namer =
  (requested: ReadonlySet<string>): NameOf =>
  (name, direction) =>
    (renamed[name] ?? name) + (direction === 'response' && requested.has(name) ? 'Answer' : '')

/** Names of the types of an operation's response and of its entries: a named schema, or a type of the operation. */
export const responseTypes = (operations: readonly Operation[]) => {
  const nameOf = namer(namedSchemasInAll(operations.flatMap(({ body, query }) => [body, query])))
  const nameIn = (schema: Json | undefined, ownName: string): string =>
    schema !== undefined && isNamed(schema) ? typeText(schema, 'response', nameOf) : ownName
  return {
    whole: (operation: Operation): string => nameIn(operation.response, typeNames(operation).response),
    entry: (operation: Operation): string => nameIn(entrySchema(operation), typeNames(operation).entry),
  }
}

const entrySchema = ({ response, entries = '' }: Operation): Json | undefined =>
  (response['properties'] as Readonly<Record<string, Json | undefined>> | undefined)?.[entries]?.['items'] as
    | Json
    | undefined

const isNamed = (schema: Json | undefined): boolean => schema?.['$ref'] !== undefined

/** A helper type for objects with one of some members. */
const exactlyOne = `/** Exactly one of the members. The others are absent or null; a flag may be false. */
type ExactlyOne<Members> = {
  [Name in keyof Members]: { readonly [Present in Name]: Members[Present] } & {
    readonly [Absent in Exclude<keyof Members, Name>]?: Members[Absent] extends boolean ? false | null : null
  }
}[keyof Members]
`

/** Prints types.ts: the named schemas in the order of the reference, then query, body and response of each operation. */
export const printTypes = (operations: readonly Operation[]): string => {
  const requested = namedSchemasInAll(operations.flatMap(({ body, query }) => [body, query]))
  const returned = namedSchemasInAll(operations.map(({ response }) => response))
  const nameOf = namer(requested)
  const declare = (name: string, schema: Json | undefined, direction: Direction): string[] =>
    schema === undefined ? [] : [`export type ${name} = ${typeText(schema, direction, nameOf)}\n`]

  const declarations = Object.entries(named).map(([name, schema]) => [
    declare(nameOf(name, 'request'), requested.has(name) ? schema : undefined, 'request'),
    declare(nameOf(name, 'response'), returned.has(name) ? schema : undefined, 'response'),
  ])
  const operationTypes = operations.map((operation) => {
    const { query, request, response, entry } = typeNames(operation)
    return [
      declare(query, operation.query, 'request'),
      declare(request, operation.body, 'request'),
      declare(response, isNamed(operation.response) ? undefined : operation.response, 'response'),
      declare(entry, isNamed(entrySchema(operation)) ? undefined : entrySchema(operation), 'response'),
    ]
  })
  return [
    '// Generated from worker/contract by "npm run contract".\n',
    '/** Types of requests and responses. */\n',
    exactlyOne,
    ...[...declarations, ...operationTypes].flat(2),
  ].join('\n')
}
