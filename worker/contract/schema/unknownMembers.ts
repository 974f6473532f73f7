import type * as v from 'valibot'
import { maskName } from './issues.ts'

/** The parts of a schema that determine member names. */
interface Parts {
  readonly type: string
  readonly entries?: Readonly<Record<string, Parts>>
  readonly item?: Parts
  readonly value?: Parts
  readonly wrapped?: Parts
  readonly getter?: (input: unknown) => Parts
}

/** Maximum number of names in a log line. */
const maxNames = 20

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/** Walks schema and input in parallel, and yields the path of each member that only the input has. */
function* walk(schema: Parts, input: unknown, path: string): Generator<string> {
  if (schema.wrapped !== undefined) return yield* walk(schema.wrapped, input, path)
  if (schema.getter !== undefined) return yield* walk(schema.getter(input), input, path)
  if (schema.item !== undefined && Array.isArray(input)) {
    for (const [index, item] of input.entries()) yield* walk(schema.item, item, `${path}[${index}]`)
    return
  }
  if (!isObject(input)) return
  for (const [name, value] of Object.entries(input)) {
    const here = path === '' ? maskName(name) : `${path}.${maskName(name)}`
    const memberSchema =
      schema.entries !== undefined && Object.hasOwn(schema.entries, name) ? schema.entries[name] : schema.value
    if (memberSchema !== undefined) yield* walk(memberSchema, value, here)
    else if (schema.entries !== undefined) yield here
  }
}

/**
 * Finds members of a request that its schema does not have, for the log: a client may have misspelled one. Returns up to 20 dotted paths,
 * with names masked as in errors. Members of records are never unknown.
 */
export const findUnknownMembers = (schema: v.GenericSchema, input: unknown): string[] => {
  const found: string[] = []
  for (const path of walk(schema as unknown as Parts, input, '')) if (found.push(path) === maxNames) break
  return found
}
