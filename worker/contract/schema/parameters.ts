import * as v from 'valibot'
import { fault } from '../errors/fault.ts'

/**
 * A query parameter. Errors: query_invalid.
 *
 * @param read parses the text; undefined for an invalid value
 * @param jsonSchema schema in the OpenAPI description
 */
export const queryParameter = <T>(
  read: (text: string) => T | undefined,
  jsonSchema: Readonly<Record<string, unknown>>,
) =>
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

/** Parses comma-separated words of a table. The output has the table's order, so that equal queries are equal. */
const words =
  <W extends string>(table: readonly W[]) =>
  (text: string): readonly W[] | undefined => {
    const requested = new Set(text.split(','))
    const valid = table.filter((word) => requested.has(word))
    return valid.length === requested.size ? valid : undefined
  }

export const commaSeparated = <W extends string>(table: readonly W[]) =>
  queryParameter(words(table), { type: 'string' })
