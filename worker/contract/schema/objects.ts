// oxlint-disable no-underscore-dangle -- these are the schema library's names for its own building blocks
import * as v from 'valibot'
import { fault } from '../errors/fault.ts'

/**
 * Objects of requests. The schema library takes anything of JavaScript's type object for an object: arrays, and also the numbers that
 * we keep by their source text (rawJson.ts), so that `"billTo": 5` or `"metadata": ["x"]` would pass. These forms take JSON objects only.
 */
const isJsonObject = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && !Array.isArray(input) && !JSON.isRawJSON(input)

const onlyJsonObjects = <S extends v.GenericSchema>(schema: S): S =>
  v._standardSchema({
    ...schema,
    // Shown a plain number, the schema makes its own "wrong type" issue, without any content of the value in it.
    '~run': ((dataset, config) =>
      schema['~run'](isJsonObject(dataset.value) ? dataset : { value: 0 }, config)) satisfies S['~run'],
  })

/** An object whose unknown members are ignored. */
export const object = <const Entries extends v.ObjectEntries>(entries: Entries) => onlyJsonObjects(v.object(entries))

/** Names that the library drops from a record without a word, since they could reach an object's prototype. */
const reservedNames = ['__proto__', 'constructor', 'prototype']

/** Refuses reserved names: nothing that was sent gets lost in silence. */
const noReservedNames = <S extends v.GenericSchema>(schema: S): S =>
  v._standardSchema({
    ...schema,
    '~run': ((dataset, config) => {
      const input = dataset.value
      const result = schema['~run'](dataset, config)
      if (!isJsonObject(input)) return result
      for (const key of reservedNames.filter((name) => Object.hasOwn(input as object, name)))
        v._addIssue(schema, 'key', result, config, {
          input: key,
          message: fault('unknown_member'),
          path: [{ type: 'object', origin: 'key', input: input as Record<string, unknown>, key, value: null }],
        })
      return result
    }) satisfies S['~run'],
  })

/** Names of members, and one rule for the names and one for the values. */
export const record = <Key extends v.BaseSchema<string, string, v.BaseIssue<unknown>>, Value extends v.GenericSchema>(
  key: Key,
  value: Value,
) => noReservedNames(onlyJsonObjects(v.record(key, value)))

/** More unknown members than this are not worth naming, and the answer shall not be longer than the request. */
const mostUnknownNamed = 20

/** An object whose unknown members are errors: each of them, since the library's own strict object stops at the first. */
export const strictObject = <const Entries extends v.ObjectEntries>(entries: Entries) => {
  const known = v.object(entries)
  const strict = v.strictObject(entries)
  return onlyJsonObjects<typeof strict>(
    v._standardSchema({
      ...strict,
      '~run'(dataset, config) {
        const input = dataset.value
        const result = known['~run'](dataset, config) as ReturnType<(typeof strict)['~run']>
        if (typeof input !== 'object' || input === null) return result
        const unknown = Object.keys(input).filter((name) => !Object.hasOwn(entries, name))
        for (const key of unknown.slice(0, mostUnknownNamed))
          v._addIssue(this, 'key', result, config, {
            input: key,
            expected: 'never',
            path: [{ type: 'object', origin: 'key', input: input as Record<string, unknown>, key, value: null }],
          })
        return result
      },
    }),
  )
}
