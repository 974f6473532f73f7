// oxlint-disable no-underscore-dangle -- these are the schema library's names for its own building blocks
import * as v from 'valibot'
import { fault } from '../errors/fault.ts'

/**
 * Schemas of JSON objects. Valibot accepts every JavaScript object: arrays, and also numbers with source text (rawJson.ts), so that
 * `"billTo": 5` or `"metadata": ["x"]` would pass. These schemas accept JSON objects only.
 */
const isJsonObject = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && !Array.isArray(input) && !JSON.isRawJSON(input)

const onlyJsonObjects = <S extends v.GenericSchema>(schema: S): S =>
  v._standardSchema({
    ...schema,
    // Given a plain number, the schema reports its own type issue, without the content of the value.
    '~run': ((dataset, config) =>
      schema['~run'](isJsonObject(dataset.value) ? dataset : { value: 0 }, config)) satisfies S['~run'],
  })

/** An object whose unknown members are ignored. */
export const object = <const Entries extends v.ObjectEntries>(entries: Entries) => onlyJsonObjects(v.object(entries))

/** Names that valibot silently drops from records, since they could reach an object's prototype. */
const reservedNames = ['__proto__', 'constructor', 'prototype']

/** Rejects reserved names, so that no member is lost silently. */
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

/** An object with free member names: one schema for names, one for values. */
export const record = <Key extends v.BaseSchema<string, string, v.BaseIssue<unknown>>, Value extends v.GenericSchema>(
  key: Key,
  value: Value,
) => noReservedNames(onlyJsonObjects(v.record(key, value)))

/** Maximum number of reported unknown members, so that the response does not grow beyond the request. */
const maxUnknownReported = 20

/** An object whose unknown members are errors. Valibot's strict object reports only the first; this one reports each. */
export const strictObject = <const Entries extends v.ObjectEntries>(entries: Entries) => {
  const lenient = v.object(entries)
  const strict = v.strictObject(entries)
  return onlyJsonObjects<typeof strict>(
    v._standardSchema({
      ...strict,
      '~run'(dataset, config) {
        const input = dataset.value
        const result = lenient['~run'](dataset, config) as ReturnType<(typeof strict)['~run']>
        if (typeof input !== 'object' || input === null) return result
        const unknown = Object.keys(input).filter((name) => !Object.hasOwn(entries, name))
        for (const key of unknown.slice(0, maxUnknownReported))
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
