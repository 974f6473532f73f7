import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { toErrorDetails } from './issues.ts'
import { object, record } from './objects.ts'
import { parseKeepingNumbers } from './rawJson.ts'

const schema = object({ metadata: record(v.string(), v.string()) })
const read = (text: string) => v.safeParse(schema, parseKeepingNumbers(text))

describe('records', () => {
  test.each(['__proto__', 'constructor', 'prototype'])(
    'the member %s of a record returns unknown_member and does not change a prototype',
    (name) => {
      const result = read(`{"metadata": {"colour": "red", "${name}": "x"}}`)
      expect(result.success).toBe(false)
      expect(toErrorDetails(result.issues ?? [])).toEqual([
        { type: 'unknown_member', field: `metadata.${name}`, details: null },
      ])
      expect(Object.getPrototypeOf({})).toBe(Object.prototype)
    },
  )

  test('a record keeps all other member names', () => {
    expect(read('{"metadata": {"toString": "x", "hasOwnProperty": "y", "valueOf": "z"}}')).toMatchObject({
      success: true,
      output: { metadata: { toString: 'x', hasOwnProperty: 'y', valueOf: 'z' } },
    })
  })
})

describe('null of an optional member', () => {
  const member = v.optional(v.string())
  const schema = object({
    a: member,
    b: v.optional(v.nullable(v.string())),
    c: v.nullish(v.string()),
    d: v.optional(v.string(), 'x'),
  })
  const output = (text: string) => v.parse(schema, parseKeepingNumbers(text))

  test('a member that is null is absent from the output, as one that was not sent', () => {
    expect(output('{"a":null,"d":null}')).toStrictEqual(output('{}'))
    expect({ a: 'stored', ...output('{"a":null}') }.a).toBe('stored')
  })

  test('null stays where it has a meaning', () => {
    expect(output('{"b":null,"c":null}')).toStrictEqual({ b: null, c: null, d: 'x' })
  })

  test('a required member that is null has the wrong type', () => {
    const result = v.safeParse(object({ a: v.string() }), { a: null })
    expect(toErrorDetails(result.issues ?? [])).toMatchObject([{ type: 'type_invalid', field: 'a' }])
  })
})
