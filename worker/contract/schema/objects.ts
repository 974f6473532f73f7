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

/** Schema types that give null a meaning of its own. */
const typesWithNull: ReadonlySet<string> = new Set(['nullable', 'nullish', 'null', 'unknown', 'any'])

/** An optional member of a request. */
interface OptionalMember extends v.GenericSchema {
  readonly type: 'optional'
  readonly wrapped: v.GenericSchema
}

const isOptional = (schema: v.GenericSchema): schema is OptionalMember => schema.type === 'optional'

/**
 * Marks an optional member for which null means absent, because typed clients print absent members as null. A member whose schema accepts
 * null keeps it: null clears a setting, or names a default.
 */
const nullIsAbsent = (schema: v.GenericSchema): v.GenericSchema =>
  !isOptional(schema) || typesWithNull.has(schema.wrapped.type)
    ? schema
    : Object.assign(v._standardSchema({ ...schema }) as v.GenericSchema, { nullIsAbsent: true })

const requestMembers = <Entries extends v.ObjectEntries>(entries: Entries): Entries =>
  Object.fromEntries(
    Object.entries(entries).map(([name, member]) => [name, nullIsAbsent(member as v.GenericSchema)]),
  ) as Entries

type Member = readonly [name: string, value: unknown]

/** Removes the members of a JSON object for which a condition holds, before a schema reads it. */
const withoutMembers = <S extends v.GenericSchema>(schema: S, isRemoved: (member: Member) => boolean): S =>
  v._standardSchema({
    ...schema,
    '~run': ((dataset, config) => {
      const members = isJsonObject(dataset.value) ? Object.entries(dataset.value as object) : []
      const value = members.some(isRemoved)
        ? Object.fromEntries(members.filter((member) => !isRemoved(member)))
        : dataset.value
      return schema['~run']({ value }, config)
    }) satisfies S['~run'],
  })

/** An object of a request. Its members that are null are removed where null means absent, so the output has no such member either. */
const requestObject = <Entries extends v.ObjectEntries>(entries: Entries) => {
  const members: v.ObjectEntries = requestMembers(entries)
  const isAbsent = ([name, value]: Member) =>
    value === null && Object.hasOwn(members, name) && 'nullIsAbsent' in members[name]!
  return withoutMembers(onlyJsonObjects(v.object(requestMembers(entries))), isAbsent)
}

/**
 * Whether the members of an object are all that a request may send. The account setting `unknownMembers` can relax `byDefault`, but not
 * `always`. unknownMembers.ts finds the members in excess.
 */
export type Closed = 'byDefault' | 'always'

const closed = <const Entries extends v.ObjectEntries>(entries: Entries, how: Closed) =>
  Object.assign(requestObject(entries), { closed: how })

/** An object of a request. Null means absent for its optional members; unknown members are refused. */
export const object = <const Entries extends v.ObjectEntries>(entries: Entries) => closed(entries, 'byDefault')

/** An object whose unknown members are refused whatever the account's settings are. */
export const strictObject = <const Entries extends v.ObjectEntries>(entries: Entries) => closed(entries, 'always')

/** An object in a format of others, who may add members. Unknown members are dropped. */
export const openObject = <const Entries extends v.ObjectEntries>(entries: Entries) => requestObject(entries)

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
