import { referenced, resolved } from './contract.ts'
import type { Schema } from './contract.ts'

/** Patterns that have a plain name. */
const patternNames: Readonly<Record<string, string>> = {
  '^[0-9]*$': 'digits',
  '^[0-9]{4}$': '4 digits',
  '^[0-9 /]*$': 'digits, spaces and slashes',
  '^evt-[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$': '`evt-` and a UUID of version 7',
  '^[0-9A-Za-z]*$': 'letters and digits',
  '^[0-9A-Za-z-]*$': 'letters, digits and hyphens',
  '^[0-9A-Za-z -]*$': 'letters, digits, spaces and hyphens',
  '^[0-9A-Za-z _-]*$': 'letters, digits, spaces, underscores and hyphens',
  "^[0-9A-Za-z `',;-]*$": "letters A to Z, digits, spaces and `` `',;- ``",
  "^[0-9A-Za-z _\\-.,`'()@#!?/\\\\:;|+=@%&]*$": "letters A to Z, digits, spaces and ``_-.,`'()@#!?/\\:;|+=%&``",
}

/** The schemas of single values, which are not linked to. */
const scalars: ReadonlySet<string> = new Set(['CurrencyCode', 'EventType'])

const isNull = ({ type }: Schema): boolean => type === 'null'

const typeNames = ({ type }: Schema): string[] =>
  (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null')

/** The alternatives of a schema other than null. */
export const alternatives = ({ anyOf, oneOf }: Schema): readonly Schema[] =>
  (anyOf ?? oneOf ?? []).filter((one) => !isNull(one))

/** Whether null is a value. */
export const isNullable = ({ type, anyOf }: Schema): boolean =>
  (Array.isArray(type) && type.includes('null')) || (anyOf ?? []).some(isNull)

/** A schema without its alternative null. Several alternatives stay as they are. */
export const nonNull = (schema: Schema): Schema => {
  const { anyOf: _, ...here } = schema
  const [only, ...others] = alternatives(schema)
  return only === undefined || others.length > 0 || schema.oneOf !== undefined ? schema : { ...only, ...here }
}

/** The named object of a schema, or of the items of its list. */
export const objectName = (schema: Schema): string | undefined => {
  const plain = nonNull(schema)
  const name = referenced(plain)
  if (name !== undefined) return scalars.has(name) ? undefined : name
  return plain.items === undefined ? undefined : objectName(plain.items)
}

const ofConst = (value: unknown): string => (typeof value === 'string' ? 'string' : typeof value)

const plural: Readonly<Record<string, string>> = {
  object: 'objects',
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
}

/** The JSON type of a schema in words: "integer", "list of strings", "string or integer". */
export const typeText = (schema: Schema): string => {
  const plain = nonNull(schema)
  if (plain.$ref !== undefined) return typeText(resolved(plain))
  const several = alternatives(plain)
  if (several.length > 0) return [...new Set(several.map(typeText))].join(' or ')
  if (plain.const !== undefined) return ofConst(plain.const)
  const [name] = typeNames(plain)
  if (name === 'array') {
    const of = typeText(plain.items ?? {})
    return `list of ${plural[of] ?? of}`
  }
  return name ?? 'any'
}

const count = (least: number | undefined, most: number | undefined, unit: string): string | undefined => {
  if (least !== undefined && most !== undefined)
    return least === most ? `${most} ${unit}` : `${least} to ${most} ${unit}`
  if (most !== undefined) return `up to ${most} ${unit}`
  return least === undefined ? undefined : least === 1 ? 'not empty' : `at least ${least} ${unit}`
}

/** Beyond this a limit has no meaning for people: it is the range of the type. */
const hugest = 2_000_000_000

const figure = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 })

const range = ({ minimum, maximum }: Schema): string | undefined => {
  const least = minimum === undefined || minimum < -hugest ? undefined : minimum
  const most = maximum === undefined || maximum > hugest ? undefined : maximum
  if (least !== undefined && most !== undefined) return `${figure(least)} to ${figure(most)}`
  if (most !== undefined) return `up to ${figure(most)}`
  return least === undefined ? undefined : `from ${figure(least)}`
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

/** Longer lists of values have their own page, or are in the description. */
const mostValues = 26

/** The allowed values, if there are few. */
export const valuesText = (schema: Schema): string | undefined => {
  const plain = resolved(nonNull(schema))
  if (plain.const !== undefined) return `always ${code(plain.const)}`
  const values = (plain.enum ?? plain.items?.enum ?? []).filter((value) => value !== null)
  if (values.length === 0 || values.length > mostValues) return undefined
  return values.map(code).join(', ')
}

/** Limits and default of a value. */
export const limitTexts = (schema: Schema): string[] => {
  const plain = resolved(nonNull(schema))
  const { minLength, maxLength, minItems, maxItems, pattern, format } = plain
  const characters = pattern === undefined ? undefined : patternNames[pattern]
  const length = count(minLength, maxLength, characters ?? (maxLength === 1 ? 'character' : 'characters'))
  return [
    length ?? characters,
    // Alternatives have patterns of their own: the description has their format.
    pattern !== undefined && characters === undefined ? `pattern \`${pattern}\`` : undefined,
    count(minItems, maxItems, 'entries'),
    plain.enum === undefined ? range(plain) : undefined,
    format === 'date-time' ? 'RFC 3339 date-time' : undefined,
    plain.default === undefined || plain.default === null ? undefined : `default ${code(plain.default)}`,
  ].filter((text) => text !== undefined)
}
