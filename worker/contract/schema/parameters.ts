import * as v from 'valibot'
import { fault } from '../errors/fault.ts'

/**
 * A query parameter. Errors: query_invalid.
 *
 * @param read what its text means, or undefined where it means nothing
 * @param jsonSchema how the reference shows it
 */
export const parameter = <T>(read: (text: string) => T | undefined, jsonSchema: Readonly<Record<string, unknown>>) =>
  v.optional(
    v.pipe(
      v.string(fault('query_invalid')),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const value = read(dataset.value)
        if (value !== undefined) return value
        addIssue({ message: fault('query_invalid') })
        return NEVER
      }),
      v.metadata({ jsonSchema }),
    ),
  )

/** Words of a table, several by commas. They come out in the table's order, so that equal questions look equal. */
const words =
  <W extends string>(table: readonly W[]) =>
  (text: string): readonly W[] | undefined => {
    const asked = new Set(text.split(','))
    const known = table.filter((word) => asked.has(word))
    return known.length === asked.size ? known : undefined
  }

export const oneOrMore = <W extends string>(table: readonly W[]) => parameter(words(table), { type: 'string' })
