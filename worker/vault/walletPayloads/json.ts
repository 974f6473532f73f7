import * as v from 'valibot'

/** Counts the member names in a JSON text, duplicates included: the strings before a colon. */
const countWrittenNames = (text: string): number =>
  text
    .replaceAll(/\\./g, '')
    .split('"')
    .filter((between, index) => index % 2 === 0 && between.trimStart().startsWith(':')).length

/** Parses JSON and counts the members of the result. */
const parseAndCountMembers = (text: string): { value: unknown; members: number } => {
  // The reviver is also called for the root, which is not a member.
  let members = -1
  const value: unknown = JSON.parse(text, function count(this: unknown, _name: string, value: unknown) {
    if (!Array.isArray(this)) members++
    return value
  })
  return { value, members }
}

/**
 * Parses JSON by a schema. Null if it is invalid or has a duplicate member: another parser could then read other values than this one.
 */
export const parseStrictJson = <S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null => {
  try {
    const { value, members } = parseAndCountMembers(text)
    const parsed = v.safeParse(schema, value)
    return parsed.success && members === countWrittenNames(text) ? parsed.output : null
  } catch {
    return null
  }
}

/** A timestamp in Google Pay's form: milliseconds since 1970, as text. */
export const timestamp = () =>
  v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,15}$/),
    v.transform((digits) => Number(digits)),
  )
