import * as v from 'valibot'
import { parseStrictly } from '#contract/schema/jsonScan'

/** Parses JSON by a schema. Null if it is invalid or has a duplicate member. */
export const parseStrictJson = <S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null => {
  const json = parseStrictly(text)
  const parsed = 'defect' in json ? null : v.safeParse(schema, json.value)
  return parsed?.success ? parsed.output : null
}

/** A timestamp in Google Pay's form: milliseconds since 1970, as text. */
export const timestamp = () =>
  v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,15}$/),
    v.transform((digits) => Number(digits)),
  )
