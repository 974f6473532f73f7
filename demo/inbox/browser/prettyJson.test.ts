import { assert, json, property } from 'fast-check'
import { expect, test } from 'vitest'
import { prettyJson } from './prettyJson.ts'

const printed = (text: string): string =>
  prettyJson(text)
    .map(({ text }) => text)
    .join('')

test('lays any JSON out as the platform does', () => {
  assert(
    property(json(), (text) => {
      expect(printed(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
    }),
  )
})

test('keeps every digit and every escape', () => {
  expect(printed('{"a":10.10,"b":9007199254740993,"c":1e400,"d":"\\u00e9\\"{,"}')).toBe(
    '{\n  "a": 10.10,\n  "b": 9007199254740993,\n  "c": 1e400,\n  "d": "\\u00e9\\"{,"\n}',
  )
})

test('tells names, texts and other values apart', () => {
  expect(prettyJson('{"a":["b",null,{}]}').map(({ sort, text }) => [sort, text.trim()])).toEqual([
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

test.each(['', '{', '{"a":}', 'nothing of the kind'])('leaves %j as it is', (text) => {
  expect(prettyJson(text)).toEqual([{ sort: 'text', text }])
})
