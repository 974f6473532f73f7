import type * as v from 'valibot'
import { maskedName } from './issues.ts'

/** What a schema is made of, as far as names of members go. */
interface Parts {
  readonly type: string
  readonly entries?: Readonly<Record<string, Parts>>
  readonly item?: Parts
  readonly value?: Parts
  readonly wrapped?: Parts
  readonly getter?: (input: unknown) => Parts
}

/** Names beyond this are not worth a line of the log. */
const most = 20

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/** Walks schema and input side by side; yields the path of each member that only the input has. */
function* walk(schema: Parts, input: unknown, path: string): Generator<string> {
  if (schema.wrapped !== undefined) return yield* walk(schema.wrapped, input, path)
  if (schema.getter !== undefined) return yield* walk(schema.getter(input), input, path)
  if (schema.item !== undefined && Array.isArray(input)) {
    for (const [index, item] of input.entries()) yield* walk(schema.item, item, `${path}[${index}]`)
    return
  }
  if (!isObject(input)) return
  for (const [name, value] of Object.entries(input)) {
    const here = path === '' ? maskedName(name) : `${path}.${maskedName(name)}`
    const known =
      schema.entries !== undefined && Object.hasOwn(schema.entries, name) ? schema.entries[name] : schema.value
    if (known !== undefined) yield* walk(known, value, here)
    else if (schema.entries !== undefined) yield here
  }
}

/**
 * The members of a request that its schema does not know, for a line of the log: a client may have misspelt one. Dotted paths, 20 at
 * most, names masked like those in errors, since a name may hold anything. Members of records are known, whatever their names.
 */
export const unknownMembers = (schema: v.GenericSchema, input: unknown): string[] => {
  const found: string[] = []
  for (const path of walk(schema as unknown as Parts, input, '')) if (found.push(path) === most) break
  return found
}
