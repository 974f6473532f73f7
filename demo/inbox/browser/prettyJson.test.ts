import { assert, json, property } from 'fast-check'
import { expect, test } from 'vitest'
import { prettyJson } from './prettyJson.ts'

const printed = (text: string): string =>
  prettyJson(text)
    .map(({ text }) => text)
    .join('')

test('JSON is formatted like JSON.stringify with two spaces', () => {
  assert(
    property(json(), (text) => {
      expect(printed(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
    }),
  )
})

test('numbers and escapes keep their spelling', () => {
  expect(printed('{"a":10.10,"b":9007199254740993,"c":1e400,"d":"\\u00e9\\"{,"}')).toBe(
    '{\n  "a": 10.10,\n  "b": 9007199254740993,\n  "c": 1e400,\n  "d": "\\u00e9\\"{,"\n}',
  )
})

test('tokens are classified as name, text, value or sign', () => {
  expect(prettyJson('{"a":["b",null,{}]}').map(({ type, text }) => [type, text.trim()])).toEqual([
    ['sign', '{'],
    ['name', '"a"'],
    ['sign', ':'],
    ['sign', '['],
    ['text', '"b"'],
    ['sign', ','],
    ['value', 'null'],
    ['sign', ','],
    ['sign', '{'],
    ['sign', '}'],
    ['sign', ']'],
    ['sign', '}'],
  ])
})

test.each(['', '{', '{"a":}', 'not JSON'])('invalid JSON %j is returned unchanged', (text) => {
  expect(prettyJson(text)).toEqual([{ type: 'text', text }])
})
