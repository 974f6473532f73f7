import type { Json } from '../openapi/json.ts'

/**
 * Types of requests are closed, so that invalid requests do not compile. Types of responses are open, so that a new enum value breaks no
 * client.
 */
export type Direction = 'request' | 'response'

/** Name of the type of a named schema. */
export type NameOf = (name: string, direction: Direction) => string

const prefix = '#/components/schemas/'
export const referencedName = (reference: string): string => reference.slice(prefix.length)

/** The type of a member that is present: not null, and true if it is a flag. */
const presentType = (type: string): string => type.replace(/ \| null$/, '').replace(/^boolean$/, 'true')

const comment = (text: unknown): string => (typeof text === 'string' ? `/** ${text.replaceAll('*/', '* /')} */\n` : '')

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const literal = (value: unknown): string => JSON.stringify(value)

const commentOf = ({ description, readOnly, format }: Json): unknown => {
  if (readOnly === true) return 'Set by the gateway, ignored in requests.'
  return description ?? (format === 'date-time' ? 'Date and time in RFC 3339 format.' : undefined)
}

/** Prints a member of an object type with its comment. */
const member = (name: string, json: Json, type: string, isRequired: boolean): string =>
  `${comment(commentOf(json))}readonly ${name}${isRequired ? '' : '?'}: ${type}`

/**
 * Prints the TypeScript type of a JSON Schema of the contract: references, enums, unions, objects, arrays, records and primitive types. An
 * int64 of a request may be a bigint, which is serialized with all digits.
 */
export const typeText = (schema: Json, direction: Direction, nameOf: NameOf): string => {
  const inner = (part: unknown): string => typeText(part as Json, direction, nameOf)

  const enumeration = (values: readonly unknown[]): string => {
    const isOpen = direction === 'response' && values.some((value) => typeof value === 'string')
    return union([...values.map(literal), ...(isOpen ? ['(string & {})'] : [])])
  }

  const object = ({ properties, required = [], additionalProperties, ...rest }: Json): string => {
    if (properties === undefined) return `{ readonly [name: string]: ${inner(additionalProperties ?? {})} }`
    const sources = (rest['x-exactly-one-of'] ?? []) as readonly string[]
    const [alternatives, others] = [true, false].map((isSource) =>
      Object.entries(properties as Record<string, Json>).filter(([name]) => sources.includes(name) === isSource),
    ) as [[string, Json][], [string, Json][]]
    const members = others.map(([name, json]) =>
      member(name, json, inner(json), (required as readonly string[]).includes(name)),
    )
    const plain = `{ ${members.join('\n')} }`
    if (alternatives.length === 0) return plain
    const exclusive = alternatives.map(([name, json]) => member(name, json, presentType(inner(json)), true))
    return `ExactlyOne<{ ${exclusive.join('\n')} }> & ${plain}`
  }

  const plain: Readonly<Record<string, () => string>> = {
    string: () => 'string',
    boolean: () => 'boolean',
    null: () => 'null',
    number: () => 'number',
    integer: () => (direction === 'request' && schema['format'] === 'int64' ? 'number | bigint' : 'number'),
    array: () => `readonly (${inner(schema['items'] ?? {})})[]`,
    object: () => object(schema),
  }

  if (typeof schema['$ref'] === 'string') return nameOf(referencedName(schema['$ref']), direction)
  if (Array.isArray(schema['enum'])) return enumeration(schema['enum'])
  if ('const' in schema) return literal(schema['const'])
  const alternatives = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(alternatives)) return union(alternatives.map(inner))
  const types = [schema['type'] ?? []].flat() as string[]
  if (types.length === 0) return 'unknown'
  return union(
    types.map((type) => {
      const print = plain[type]
      if (print === undefined) throw new Error(`no TypeScript type for ${JSON.stringify(schema)}`)
      return print()
    }),
  )
}
