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
