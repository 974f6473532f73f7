import { maskName } from '#contract/schema/issues'
import { shapes } from './operations.ts'
import type { Shape } from './schemaBodies.ts'
import { print, raw, text, written } from './jsonTree.ts'
import type { Member, Written } from './jsonTree.ts'

/** A place in a body, and what the contract forbids there: a value, or null for nothing at all. */
export interface Forbidden {
  readonly steps: readonly (string | number)[]
  readonly wrong: Written | null
}

/** The place as errors write it. A member that is missing is in its own place. */
export const placeOf = ({ steps }: Forbidden): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}${path && '.'}${maskName(step)}`),
    '',
  )

/** Characters that a pattern may forbid. */
const characters = [
  '\u0001',
  'é',
  '\u2028',
  '😀',
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
]

/** Longer lists than this cost more than they show. */
const longestList = 600

/** A value of each type. */
const ofTypes: Readonly<Record<string, Written>> = {
  object: { members: [] },
  array: { items: [] },
  string: text('x'),
  number: raw('5'),
  boolean: raw('true'),
  null: raw('null'),
}

const resolved = (shape: Shape): Shape => (shape.$ref === undefined ? shape : shapes[shape.$ref.split('/').at(-1)!]!)

const typesOf = (shape: Shape): readonly string[] => {
  const { anyOf, type } = resolved(shape)
  if (anyOf !== undefined) return anyOf.flatMap(typesOf)
  return type === undefined ? Object.keys(ofTypes) : [type].flat().map((one) => (one === 'integer' ? 'number' : one))
}

const wrongTypes = (shape: Shape): readonly Written[] => {
  const types = typesOf(shape)
  return Object.entries(ofTypes).flatMap(([type, value]) => (types.includes(type) ? [] : [value]))
}

const wrongStrings = ({ enum: words, minLength = 0, maxLength = Infinity, pattern }: Shape): readonly Written[] => {
  if (words !== undefined) return [text('nothing like it'), text('')]
  return [
    ...(minLength > 0 ? [text('a'.repeat(minLength - 1))] : []),
    ...(maxLength < Infinity ? [text('1'.repeat(maxLength + 1))] : []),
    ...(pattern === undefined
      ? []
      : characters
          .map((wrong) => wrong.repeat(Math.max(1, minLength)))
          .filter((wrong) => !new RegExp(pattern, 'u').test(wrong))
          .map(text)),
  ]
}

const wrongNumbers = ({ enum: values, minimum, maximum, format, description = '' }: Shape, isInteger: boolean) => {
  if (values !== undefined) return [raw('-7'), raw('100000')]
  return [
    raw('1e400'),
    ...(minimum === undefined ? [] : [raw(String(minimum - 1))]),
    ...(maximum === undefined ? [] : [raw(String(maximum + 1))]),
    ...(isInteger ? [raw('1.5')] : []),
    ...(format === 'int64' ? [raw('9223372036854775808'), raw('-9223372036854775809')] : []),
    ...(description.startsWith('At most ') ? [raw('1.00001')] : []),
  ]
}

/** A small value that a schema takes, but for its formats: a list of many is refused for its length alone. */
const least = (shape: Shape): Written => {
  const { type, enum: values, properties = {}, required = [], minLength = 0, minimum = 0 } = resolved(shape)
  if (values !== undefined) return written(values[0])
  if (type === 'object') return { members: required.map((name) => [name, least(properties[name]!)]) }
  return type === 'string' ? text('1'.repeat(minLength)) : raw(String(minimum))
}

const wrongLists = ({ items = {}, minItems = 0, maxItems = Infinity }: Shape): readonly Written[] => [
  ...(minItems > 0 ? [{ items: [] }] : []),
  ...(maxItems < longestList ? [{ items: Array.from({ length: maxItems + 1 }, () => least(items)) }] : []),
]

type Steps = Forbidden['steps']

/** What is forbidden at a place and below it, but for values of other types. */
const ofRules = (shape: Shape, steps: Steps): readonly Forbidden[] => {
  const { type, properties = {}, required = [], additionalProperties, propertyNames, items } = shape
  const types = typesOf(shape)
  const here: readonly Written[] = [
    ...(types.includes('string') ? wrongStrings(shape) : []),
    ...(types.includes('number') ? wrongNumbers(shape, [type].flat().includes('integer')) : []),
    ...(types.includes('array') ? wrongLists(shape) : []),
  ]
  const names = propertyNames === undefined ? [] : wrongStrings(propertyNames)
  return [
    ...here.map((wrong) => ({ steps, wrong })),
    ...required.map((name) => ({ steps: [...steps, name], wrong: null })),
    ...(additionalProperties === false ? [{ steps: [...steps, 'nobodyKnows'], wrong: raw('1') }] : []),
    ...(typeof additionalProperties === 'object' ? forbidden(additionalProperties, [...steps, 'some']) : []),
    ...names.map((name) => ({ steps: [...steps, JSON.parse(print(name)) as string], wrong: text('x') })),
    ...Object.entries(properties).flatMap(([name, inner]) => forbidden(inner, [...steps, name])),
    ...(items === undefined ? [] : forbidden(items, [...steps, 0])),
  ]
}

/** Everything that a schema forbids, one thing for each rule at each place. */
export const forbidden = (shape: Shape, steps: Steps = []): readonly Forbidden[] => {
  const found = resolved(shape)
  const { anyOf = [found] } = found
  const others = anyOf.filter(({ type }) => type !== 'null').map(resolved)
  const types = others.flatMap(typesOf)
  return [
    ...(steps.length === 0 ? [] : wrongTypes(found).map((wrong) => ({ steps, wrong }))),
    // What one of several alternatives forbids, another of the same type may allow.
    ...(others.every(({ type }) => type !== undefined) && new Set(types).size === types.length
      ? others.flatMap((one) => ofRules(one, steps))
      : []),
  ]
}

/** A body with something forbidden in its place; what leads there is made where it is not there. */
export const withForbidden = (tree: Written, { steps: [step, ...rest], wrong }: Forbidden): Written => {
  if (step === undefined) return wrong ?? raw('null')
  if (typeof step === 'number') {
    const [first = raw('null'), ...more] = 'items' in tree ? tree.items : []
    return { items: [withForbidden(first, { steps: rest, wrong }), ...more] }
  }
  const members: readonly Member[] = 'members' in tree ? tree.members : []
  const others = members.filter(([name]) => name !== step)
  if (rest.length === 0 && wrong === null) return { members: others }
  const old = members.find(([name]) => name === step)?.[1] ?? raw('null')
  return { members: [...others, [step, withForbidden(old, { steps: rest, wrong })]] }
}
