import * as fc from 'fast-check'
import { sources } from '#contract/transactions/payment'
import { cardMarkers, memberValues, formatValues, plainTexts } from './memberValues.ts'
import { memberKind } from './idPool.ts'
import type { IdPool } from './idPool.ts'
import { raw, text, toTree } from './jsonTree.ts'
import type { Member, JsonTree } from './jsonTree.ts'

/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly maxItems?: number
  readonly minItems?: number
  readonly propertyNames?: JsonSchema
  readonly additionalProperties?: JsonSchema | false
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly description?: string
}

export type JsonSchemas = Readonly<Record<string, JsonSchema>>

/** Exactly one of these members is present, which the schema does not express. */
const exclusiveMembers: ReadonlySet<string> = new Set(sources)

const clipped = (value: string, { minLength = 0, maxLength = Infinity }: JsonSchema): string =>
  value.padEnd(minLength, 'x').slice(0, maxLength)

/** The character class of a pattern that consists of one. */
const characterClass = (pattern: string): RegExp | null => {
  const [, inside] = /^\^(\[[^\]]*\])\*\$$/.exec(pattern) ?? []
  return inside === undefined ? null : new RegExp(inside)
}

const ascii = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))

const patternStrings = (pattern: string, { minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> => {
  const allowed = characterClass(pattern)
  if (allowed === null)
    return fc.stringMatching(new RegExp(pattern)).filter(({ length }) => length >= minLength && length <= maxLength)
  const unit = fc.constantFrom(...ascii.filter((character) => allowed.test(character)))
  return fc.string({ unit, minLength, maxLength: Math.min(maxLength, minLength + 20) })
}

const wholeNumbers = ({ minimum = -(2 ** 31), maximum = 2 ** 31 - 1, format }: JsonSchema): readonly string[] => [
  ...new Set([minimum, maximum, 1, 2, 5, 30, 60].filter((one) => one >= minimum && one <= maximum).map(String)),
  ...(format === 'int64' ? ['9223372036854775807', '-9223372036854775808', '9007199254740993'] : []),
  ...(minimum <= 1 && maximum >= 1 ? ['1.0', '1e0', '10e-1'] : []),
]

const amounts = ({ minimum = -1e12, maximum = 1e12 }: JsonSchema): readonly string[] =>
  [
    '0',
    '0.01',
    '1',
    '5',
    '10.5',
    '10.50',
    '1e1',
    '26.25',
    '10.51',
    '10.68',
    '10.97',
    String(minimum),
    String(maximum),
  ].filter((one) => Number(one) >= minimum && Number(one) <= maximum)

/** Creates a generator of bodies that match a JSON Schema, with ids of the pool. */
export const createBodyGenerator = (
  shapes: JsonSchemas,
  ids: IdPool,
): ((shape: JsonSchema) => fc.Arbitrary<JsonTree>) => {
  const cache = new Map<JsonSchema, fc.Arbitrary<JsonTree>>()

  const strings = (name: string, shape: JsonSchema): fc.Arbitrary<string> => {
    const { pattern, format, description = '' } = shape
    const form =
      formatValues[format ?? ''] ?? formatValues[/(?:^| )Format: (.*?)\.(?: Read-only|$)/.exec(description)?.[1] ?? '']
    // Cursors of pages are in queries, never in bodies.
    const kind = name === 'cursor' ? null : memberKind(name)
    if (kind !== null) return fc.oneof({ weight: 9, arbitrary: ids.id(kind) }, { weight: 1, arbitrary: ids.anyId() })
    if (name === 'accountNumber' && shape.minLength === 13) return fc.constantFrom(...cardMarkers)
    const some = memberValues[name]
    if (some !== undefined) return fc.constantFrom(...some)
    if (form !== undefined) return fc.constantFrom(...form)
    if (pattern !== undefined) return patternStrings(pattern, shape)
    return fc.constantFrom(...plainTexts).map((word) => clipped(word, shape))
  }

  const membersOf = ({ properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema) => {
    const all = Object.entries(properties).filter(([, shape]) => Object.keys(shape).some((key) => key !== 'readOnly'))
    const exclusive = all.filter(([name]) => exclusiveMembers.has(name))
    const ordinary = exclusive.length > 1 ? all.filter(([name]) => !exclusiveMembers.has(name)) : all
    const absent = fc.constant<readonly Member[]>([])
    const member = ([name, shape]: readonly [string, JsonSchema]): fc.Arbitrary<readonly Member[]> =>
      trees(shape, name).map((tree) => [[name, tree]])
    const each = ordinary.map((entry) =>
      required.includes(entry[0])
        ? member(entry)
        : fc.oneof({ weight: 3, arbitrary: absent }, { weight: 1, arbitrary: member(entry) }),
    )
    const one = exclusive.length > 1 ? [fc.oneof(...exclusive.map(member))] : []
    const free =
      additionalProperties === undefined || additionalProperties === false
        ? []
        : [
            fc.array(
              fc.tuple(
                strings('', propertyNames ?? { minLength: 1, maxLength: 40 }).filter((name) => name !== ''),
                trees(additionalProperties, ''),
              ),
              { maxLength: 3 },
            ) as fc.Arbitrary<readonly Member[]>,
          ]
    return fc
      .tuple(...one, ...each, ...free)
      .map((parts) => ({ members: [...new Map(parts.flat().map((entry) => [entry[0], entry] as const)).values()] }))
  }

  const ofType = (name: string, shape: JsonSchema, type: string): fc.Arbitrary<JsonTree> => {
    switch (type) {
      case 'object':
        return membersOf(shape)
      case 'array':
        return fc
          .array(trees(shape.items ?? {}, name), {
            minLength: shape.minItems ?? 0,
            maxLength: Math.min(shape.maxItems ?? 4, 4),
          })
          .map((items) => ({ items }))
      case 'string':
        return strings(name, shape).map(text)
      case 'integer':
        return memberKind(name) === null
          ? fc.constantFrom(...(memberValues[name] ?? wholeNumbers(shape))).map(raw)
          : ids.id('transaction').map(raw)
      case 'number':
        return fc.constantFrom(...amounts(shape)).map(raw)
      case 'boolean':
        return fc.constantFrom('true', 'false').map(raw)
      default:
        return fc.constant(raw('null'))
    }
  }

  const generate = (shape: JsonSchema, name: string): fc.Arbitrary<JsonTree> => {
    if (shape.enum !== undefined) return fc.constantFrom(...shape.enum).map(toTree)
    if (shape.anyOf !== undefined) return fc.oneof(...shape.anyOf.map((one) => trees(one, name)))
    const types = typeof shape.type === 'string' ? [shape.type] : (shape.type ?? ['string'])
    return fc.oneof(...types.map((type) => ({ weight: type === 'null' ? 1 : 5, arbitrary: ofType(name, shape, type) })))
  }

  const trees = (shape: JsonSchema, name: string): fc.Arbitrary<JsonTree> => {
    const found = shape.$ref === undefined ? shape : shapes[shape.$ref.split('/').at(-1)!]
    if (found === undefined) throw new Error(`The OpenAPI description has no ${shape.$ref}.`)
    // Strings depend on the member's name; other schemas are shared.
    if (found.properties === undefined) return generate(found, name)
    const arbitrary = cache.get(found) ?? generate(found, name)
    cache.set(found, arbitrary)
    return arbitrary
  }
  return (shape) => trees(shape, '')
}
