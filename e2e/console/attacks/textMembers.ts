import openapi from '../../../worker/openapi.json' with { type: 'json' }

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
}

/** A member of a body that is a text, by its path. `*` is a name that the merchant chooses, `0` the first of a list. */
export type TextMember = {
  readonly path: readonly string[]
  readonly maxLength: number
  readonly pattern: RegExp
}

type Operation = {
  readonly operationId: string
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } }
}

const shapes = openapi.components.schemas as unknown as Readonly<Record<string, Schema>>

const operations = Object.entries(
  openapi.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) =>
    Object.assign({ path, method: method.toUpperCase() }, operation),
  ),
)

/** The operations that take a body, with its schema. A new operation joins by itself. */
export const writingOperations = operations.flatMap(({ operationId, method, requestBody }) => {
  const schema = requestBody?.content['application/json']?.schema
  return schema ? [{ name: operationId, method, schema }] : []
})

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolve(shapes[schema.$ref.split('/').at(-1)!]!)

const isText = ({ type, enum: choices, const: only }: Schema): boolean =>
  [type].flat().includes('string') && choices === undefined && only === undefined

const unlimited = 4000

/** All texts that a body may have. */
export const textMembers = (schema: Schema, path: readonly string[] = []): TextMember[] => {
  const shape = resolve(schema)
  if (shape.anyOf) return shape.anyOf.flatMap((one) => textMembers(one, path))
  if (isText(shape))
    return [
      {
        path,
        maxLength: Math.min(shape.maxLength ?? unlimited, unlimited),
        pattern: new RegExp(shape.pattern ?? '', 'u'),
      },
    ]
  const { additionalProperties: others, properties = {}, items } = shape
  return [
    ...Object.entries(properties).flatMap(([name, member]) => textMembers(member, [...path, name])),
    ...(items ? textMembers(items, [...path, '0']) : []),
    ...(typeof others === 'object' ? textMembers(others, [...path, '*']) : []),
  ]
}

/** The least that a value of a schema needs. */
const least = (schema: Schema): unknown => {
  const shape = resolve(schema)
  if (shape.anyOf) return least(shape.anyOf.find((one) => ![resolve(one).type].flat().includes('null'))!)
  if (shape.enum) return shape.enum.find((one) => one !== null)
  if (isText(shape)) return 'Text'
  const types = new Set([shape.type].flat())
  if (types.has('object')) {
    const required = (shape.required ?? []).map((name) => [name, least(shape.properties![name]!)])
    return Object.fromEntries(required)
  }
  if (types.has('array')) return []
  if (types.has('boolean')) return true
  return Math.max(1, shape.minimum ?? 1)
}

/** The branch of a schema that has a member. */
const branchWith = (schema: Schema, name: string): Schema => {
  const shape = resolve(schema)
  const member = ({ properties, items, additionalProperties }: Schema): boolean =>
    name === '0'
      ? items !== undefined
      : name === '*'
        ? typeof additionalProperties === 'object'
        : name in (properties ?? {})
  return shape.anyOf
    ? branchWith(
        shape.anyOf.find((one) => member(resolve(one)) || resolve(one).anyOf)!,
        name,
      )
    : shape
}

const keyOf = (name: string): string => (name === '*' ? 'field' : name)

/** A copy of a body with a text at a path. Objects on the way get what they need. */
export const withText = (schema: Schema, value: unknown, [name, ...rest]: readonly string[], text: string): unknown => {
  if (name === undefined) return text
  const shape = branchWith(schema, name)
  const member =
    name === '0' ? shape.items! : name === '*' ? (shape.additionalProperties as Schema) : shape.properties![name]!
  const own = typeof value === 'object' && value !== null ? value : least(shape)
  const inner = withText(member, (own as Record<string, unknown>)[keyOf(name)], rest, text)
  return Array.isArray(own) ? [inner, ...own.slice(1)] : { ...(own as object), [keyOf(name)]: inner }
}
