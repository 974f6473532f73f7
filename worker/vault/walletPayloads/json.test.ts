import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parseStrictJson, timestamp } from './json.ts'

const read = (text: string) => parseStrictJson(v.looseObject({}), text)

describe('parseStrictJson', () => {
  test.each([
    ['{}'],
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}'],
    [' { "a" : "b" } '],
    ['{"a":"\\":","b":"\\\\"}'],
    ['{"a\\"":":","b":"{\\"a\\":1}"}'],
    ['{"":"","__proto__":1}'],
    ['{"a":":","b":[":",":"]}'],
  ])('parseStrictJson accepts %s', (text) => {
    expect(read(text)).not.toBeNull()
  })
})

describe('parseStrictJson with invalid JSON', () => {
  test.each([
    ['a duplicate name', '{"a":1,"a":1}'],
    ['a duplicate name with whitespace', '{"a" :1,"a"\n:1}'],
    ['a duplicate escaped name', '{"a":1,"\\u0061":1}'],
    ['a nested duplicate name', '{"a":[{"b":{"c":1,"c":2}}]}'],
    ['a duplicate empty name', '{"":1,"":2}'],
    ['a duplicate __proto__', '{"__proto__":1,"__proto__":2}'],
    ['half of a surrogate pair', '{"a":"\\ud800"}'],
    ['text that is not JSON', '{a:1}'],
    ['truncated JSON', '{"a":1'],
    ['a byte order mark', '\uFEFF{}'],
    ['100,000 nested objects', '{"a":'.repeat(100_000)],
    ['100,000 nested arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a value that does not match the schema', '5'],
    ['an empty text', ''],
  ])('parseStrictJson returns null for %s', (_what, text) => {
    expect(read(text)).toBeNull()
  })
})

const parse = (value: unknown) => v.safeParse(timestamp(), value)

test('timestamp accepts milliseconds as text of up to 15 digits', () => {
  expect(parse('1595616845229').output).toBe(1_595_616_845_229)
  expect(parse('999999999999999').output).toBe(999_999_999_999_999)
  for (const wrong of [1_595_616_845_229, '', '-1', '1.5', ' 1', '1e3', '0x1', '1000000000000000', null])
    expect(parse(wrong).success).toBe(false)
})
