import { maskName } from './issues.ts'
import type { Closed } from './objects.ts'

/** The parts of a valibot schema that determine the members of an object. */
export interface SchemaParts {
  readonly type: string
  readonly closed?: Closed
  readonly entries?: Readonly<Record<string, SchemaParts>>
  readonly item?: SchemaParts
  readonly value?: SchemaParts
  readonly wrapped?: SchemaParts
  readonly pipe?: readonly SchemaParts[]
  readonly metadata?: { readonly jsonSchema?: { readonly readOnly?: boolean }; readonly freeText?: boolean }
  readonly getter?: (input: unknown) => SchemaParts
}

/** A value in a request: a member of an object, or an item of a list. */
export interface RequestMember {
  /** Dotted path, with names masked as in errors. */
  readonly path: string
  /** Name of a member; null for an item. */
  readonly name: string | null
  readonly value: unknown
  /** Without wrappers. Undefined for a member that its object does not have. */
  readonly schema: SchemaParts | undefined
  readonly parent: SchemaParts
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/** The schema that a value selects, without wrappers. */
const schemaFor = (schema: SchemaParts, value: unknown): SchemaParts => {
  if (schema.wrapped !== undefined) return schemaFor(schema.wrapped, value)
  return schema.getter === undefined ? schema : schemaFor(schema.getter(value), value)
}

/** Walks schema and input in parallel, and yields every value below the root. Nothing is known below an unknown member. */
export function* walkMembers(root: SchemaParts, input: unknown, path = ''): Generator<RequestMember> {
  const parent = schemaFor(root, input)
  if (parent.item !== undefined && Array.isArray(input))
    for (const [index, value] of input.entries()) {
      const at = `${path}[${index}]`
      yield { path: at, name: null, value, schema: schemaFor(parent.item, value), parent }
      yield* walkMembers(parent.item, value, at)
    }
  if (!isObject(input)) return
  const { entries = {}, value: valueSchema } = parent
  for (const [name, value] of Object.entries(input)) {
    const at = path === '' ? maskName(name) : `${path}.${maskName(name)}`
    const found = Object.hasOwn(entries, name) ? entries[name] : valueSchema
    yield { path: at, name, value, schema: found && schemaFor(found, value), parent }
    if (found !== undefined) yield* walkMembers(found, value, at)
  }
}
