import * as v from 'valibot'

/** Member names as they stand in valid JSON: the strings that a colon follows. A name that occurs twice counts twice. */
const namesWritten = (text: string): number =>
  text
    .replaceAll(/\\./g, '')
    .split('"')
    .filter((between, index) => index % 2 === 0 && between.trimStart().startsWith(':')).length

/** Parses JSON, counting the members that come of it. */
const parseCounting = (text: string): { value: unknown; members: number } => {
  // The reviver is called once more, for the whole, as if it were a member.
  let members = -1
  const value: unknown = JSON.parse(text, function count(this: unknown, _name: string, value: unknown) {
    if (!Array.isArray(this)) members++
    return value
  })
  return { value, members }
}

/**
 * Reads JSON and checks its form. Null where it is no JSON, is formed otherwise, or names a member twice: another reader could then see
 * something else in it than we do.
 */
export const readJson = <S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null => {
  try {
    const { value, members } = parseCounting(text)
    const read = v.safeParse(schema, value)
    return read.success && members === namesWritten(text) ? read.output : null
  } catch {
    return null
  }
}

/** A time as wallets write it: milliseconds since 1970, as text. */
export const timestamp = () =>
  v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,15}$/),
    v.transform((digits) => Number(digits)),
  )
