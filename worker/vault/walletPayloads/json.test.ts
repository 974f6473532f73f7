import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readJson, timestamp } from './json.ts'

const read = (text: string) => readJson(v.looseObject({}), text)

describe('JSON is read', () => {
  test.each([
    ['{}'],
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}'],
    [' { "a" : "b" } '],
    ['{"a":"\\":","b":"\\\\"}'],
    ['{"a\\"":":","b":"{\\"a\\":1}"}'],
    ['{"":"","__proto__":1}'],
    ['{"a":":","b":[":",":"]}'],
  ])('%s', (text) => {
    expect(read(text)).not.toBeNull()
  })
})

describe('nothing is read of', () => {
  test.each([
    ['a name twice', '{"a":1,"a":1}'],
    ['a name twice, with spaces', '{"a" :1,"a"\n:1}'],
    ['a name twice, once in escapes', '{"a":1,"\\u0061":1}'],
    ['a name twice, deeper', '{"a":[{"b":{"c":1,"c":2}}]}'],
    ['a name twice that is empty', '{"":1,"":2}'],
    ['a name twice that reaches the prototype', '{"__proto__":1,"__proto__":2}'],
    ['no JSON', '{a:1}'],
    ['JSON that ends early', '{"a":1'],
    ['a byte order mark', '\uFEFF{}'],
    ['what nests deeper than any stack', '{"a":'.repeat(100_000)],
    ['brackets that nest deeper than any stack', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['another form', '5'],
    ['nothing', ''],
  ])('%s', (_what, text) => {
    expect(read(text)).toBeNull()
  })
})

const parse = (value: unknown) => v.safeParse(timestamp(), value)

test('a timestamp is milliseconds as text, and fits a number', () => {
  expect(parse('1595616845229').output).toBe(1_595_616_845_229)
  expect(parse('999999999999999').output).toBe(999_999_999_999_999)
  for (const wrong of [1_595_616_845_229, '', '-1', '1.5', ' 1', '1e3', '0x1', '1000000000000000', null])
    expect(parse(wrong).success).toBe(false)
})
