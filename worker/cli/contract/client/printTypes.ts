import { namedSchemas, type Json } from '../openapi/schemas.ts'
import { typeNames, type Operation } from './operations.ts'
import { referredName, typeText, type Direction, type NameOf } from './typeText.ts'

/** The envelope without members is a failure in the reference; here it is what an operation answers that has nothing to tell. */
const renamed: Readonly<Record<string, string>> = { Failure: 'Envelope' }

const named = namedSchemas() as Readonly<Record<string, Json>>

/** All parts that a schema refers to, through others too. */
const partsOf = (schema: unknown, found: Set<string>): Set<string> => {
  for (const [, reference = ''] of JSON.stringify(schema ?? null).matchAll(/"\$ref":"([^"]+)"/g)) {
    const name = referredName(reference)
    if (found.has(name)) continue
    found.add(name)
    partsOf(named[name], found)
  }
  return found
}

const partsOfAll = (schemas: readonly (Json | undefined)[]): Set<string> => {
  const found = new Set<string>()
  for (const schema of schemas) partsOf(schema, found)
  return found
}

/** What a part is called. What is both asked and answered is open in one direction alone, so it is two types. */
const namer =
  (asked: ReadonlySet<string>): NameOf =>
  (name, direction) =>
    (renamed[name] ?? name) + (direction === 'answer' && asked.has(name) ? 'Answer' : '')

/** What an operation answers, and what its list has entries of: a part of the reference by its name, or a type of its own. */
export const answerTypes = (operations: readonly Operation[]) => {
  const nameOf = namer(partsOfAll(operations.flatMap(({ body, query }) => [body, query])))
  const nameIn = (schema: Json | undefined, ownName: string): string =>
    schema !== undefined && isNamed(schema) ? typeText(schema, 'answer', nameOf) : ownName
  return {
    whole: (operation: Operation): string => nameIn(operation.answer, typeNames(operation).answer),
    entry: (operation: Operation): string => nameIn(entrySchema(operation), typeNames(operation).entry),
  }
}

const entrySchema = ({ answer, entries = '' }: Operation): Json | undefined =>
  (answer['properties'] as Readonly<Record<string, Json | undefined>> | undefined)?.[entries]?.['items'] as
    | Json
    | undefined

const isNamed = (schema: Json | undefined): boolean => schema?.['$ref'] !== undefined

/** Prints types.ts: the parts in the order of the reference, then the query, body and answer of each operation. */
export const printTypes = (operations: readonly Operation[]): string => {
  const asked = partsOfAll(operations.flatMap(({ body, query }) => [body, query]))
  const answered = partsOfAll(operations.map(({ answer }) => answer))
  const nameOf = namer(asked)
  const declare = (name: string, schema: Json | undefined, direction: Direction): string[] =>
    schema === undefined ? [] : [`export type ${name} = ${typeText(schema, direction, nameOf)}\n`]

  const parts = Object.entries(named).map(([name, schema]) => [
    declare(nameOf(name, 'request'), asked.has(name) ? schema : undefined, 'request'),
    declare(nameOf(name, 'answer'), answered.has(name) ? schema : undefined, 'answer'),
  ])
  const ofOperations = operations.map((operation) => {
    const { query, request, answer, entry } = typeNames(operation)
    return [
      declare(query, operation.query, 'request'),
      declare(request, operation.body, 'request'),
      declare(answer, isNamed(operation.answer) ? undefined : operation.answer, 'answer'),
      declare(entry, isNamed(entrySchema(operation)) ? undefined : entrySchema(operation), 'answer'),
    ]
  })
  return [
    '// Generated from worker/contract by "npm run contract".\n',
    '/** Types of everything that is sent to the gateway, and of what it answers. */\n',
    ...[...parts, ...ofOperations].flat(2),
  ].join('\n')
}
