import { maskName } from '#contract/schema/issues'
import { componentSchemas } from './operations.ts'
import type { JsonSchema } from './schemaBodies.ts'
import { serialize, raw, text, toTree } from './jsonTree.ts'
import type { Member, JsonTree } from './jsonTree.ts'

/** An invalid value at a path of a body; null removes the member. */
export interface InvalidValue {
  readonly steps: readonly (string | number)[]
  readonly wrong: JsonTree | null
}

/** The path as errors print it. A missing member has its own path. */
export const fieldPath = ({ steps }: InvalidValue): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}${path && '.'}${maskName(step)}`),
    '',
  )

/** Characters to test patterns with. */
const characters = [
  '\u0001',
  'é',
  '\u2028',
  '😀',
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
]

/** Longer lists are not generated: they are slow and find no more. */
const maxListLength = 600

const valuesByType: Readonly<Record<string, JsonTree>> = {
  object: { members: [] },
  array: { items: [] },
  string: text('x'),
  number: raw('5'),
  boolean: raw('true'),
  null: raw('null'),
}

const resolveRef = (shape: JsonSchema): JsonSchema =>
  shape.$ref === undefined ? shape : componentSchemas[shape.$ref.split('/').at(-1)!]!

const typesOf = (shape: JsonSchema): readonly string[] => {
  const { anyOf, type } = resolveRef(shape)
  if (anyOf !== undefined) return anyOf.flatMap(typesOf)
  return type === undefined
    ? Object.keys(valuesByType)
    : [type].flat().map((one) => (one === 'integer' ? 'number' : one))
}

const wrongTypes = (shape: JsonSchema): readonly JsonTree[] => {
  const types = typesOf(shape)
  return Object.entries(valuesByType).flatMap(([type, value]) => (types.includes(type) ? [] : [value]))
}

const wrongStrings = ({
  enum: words,
  minLength = 0,
  maxLength = Infinity,
  pattern,
}: JsonSchema): readonly JsonTree[] => {
  if (words !== undefined) return [text('not in the enum'), text('')]
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

const wrongNumbers = ({ enum: values, minimum, maximum, format, description = '' }: JsonSchema, isInteger: boolean) => {
  if (values !== undefined) return [raw('-7'), raw('100000')]
  return [
    raw('1e400'),
    ...(minimum === undefined ? [] : [raw(String(minimum - 1))]),
    ...(maximum === undefined ? [] : [raw(String(maximum + 1))]),
    ...(isInteger ? [raw('1.5')] : []),
    ...(format === 'int64' ? [raw('9223372036854775808'), raw('-9223372036854775809')] : []),
    ...(/Up to [0-9] decimals/.test(description) ? [raw('1.00001')] : []),
  ]
}

/** A minimal value of a schema, ignoring formats, to fill lists that are too long. */
const minimalValue = (shape: JsonSchema): JsonTree => {
  const { type, enum: values, properties = {}, required = [], minLength = 0, minimum = 0 } = resolveRef(shape)
  if (values !== undefined) return toTree(values[0])
  if (type === 'object') return { members: required.map((name) => [name, minimalValue(properties[name]!)]) }
  return type === 'string' ? text('1'.repeat(minLength)) : raw(String(minimum))
}

const wrongLists = ({ items = {}, minItems = 0, maxItems = Infinity }: JsonSchema): readonly JsonTree[] => [
  ...(minItems > 0 ? [{ items: [] }] : []),
  ...(maxItems < maxListLength ? [{ items: Array.from({ length: maxItems + 1 }, () => minimalValue(items)) }] : []),
]

type Steps = InvalidValue['steps']

/** Violations of the rules at a path and below it, except for wrong types. */
const ruleViolations = (shape: JsonSchema, steps: Steps): readonly InvalidValue[] => {
  const { type, properties = {}, required = [], additionalProperties, propertyNames, items } = shape
  const types = typesOf(shape)
  const here: readonly JsonTree[] = [
    ...(types.includes('string') ? wrongStrings(shape) : []),
    ...(types.includes('number') ? wrongNumbers(shape, [type].flat().includes('integer')) : []),
    ...(types.includes('array') ? wrongLists(shape) : []),
  ]
  const names = propertyNames === undefined ? [] : wrongStrings(propertyNames)
  return [
    ...here.map((wrong) => ({ steps, wrong })),
    ...required.map((name) => ({ steps: [...steps, name], wrong: null })),
    ...(additionalProperties === false ? [{ steps: [...steps, 'unknownMember'], wrong: raw('1') }] : []),
    ...(typeof additionalProperties === 'object' ? invalidValues(additionalProperties, [...steps, 'some']) : []),
    ...names.map((name) => ({ steps: [...steps, JSON.parse(serialize(name)) as string], wrong: text('x') })),
    ...Object.entries(properties).flatMap(([name, inner]) => invalidValues(inner, [...steps, name])),
    ...(items === undefined ? [] : invalidValues(items, [...steps, 0])),
  ]
}

/** One violation of each rule at each path of a schema. */
export const invalidValues = (shape: JsonSchema, steps: Steps = []): readonly InvalidValue[] => {
  const found = resolveRef(shape)
  const { anyOf = [found] } = found
  const others = anyOf.filter(({ type }) => type !== 'null').map(resolveRef)
  const types = others.flatMap(typesOf)
  return [
    ...(steps.length === 0 ? [] : wrongTypes(found).map((wrong) => ({ steps, wrong }))),
    // An alternative of the same type may allow what another one forbids.
    ...(others.every(({ type }) => type !== undefined) && new Set(types).size === types.length
      ? others.flatMap((one) => ruleViolations(one, steps))
      : []),
  ]
}

/** Puts an invalid value into a body, and creates missing parents. */
export const withInvalidValue = (tree: JsonTree, { steps: [step, ...rest], wrong }: InvalidValue): JsonTree => {
  if (step === undefined) return wrong ?? raw('null')
  if (typeof step === 'number') {
    const [first = raw('null'), ...more] = 'items' in tree ? tree.items : []
    return { items: [withInvalidValue(first, { steps: rest, wrong }), ...more] }
  }
  const members: readonly Member[] = 'members' in tree ? tree.members : []
  const others = members.filter(([name]) => name !== step)
  if (rest.length === 0 && wrong === null) return { members: others }
  const old = members.find(([name]) => name === step)?.[1] ?? raw('null')
  return { members: [...others, [step, withInvalidValue(old, { steps: rest, wrong })]] }
}
