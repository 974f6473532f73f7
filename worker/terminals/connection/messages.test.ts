import { describe, expect, test } from 'vitest'
import { parseMessage } from './messages.ts'

const hello = (make: string) => `{"type":"hello","make":"${make}","model":"One","serialNumber":"A-1"}`

describe('parseMessage', () => {
  test('a message of the protocol is parsed, with the letters of any script', () => {
    expect(parseMessage(hello('Café \\ud83e\\uddfe🧾'))).toEqual({
      type: 'hello',
      make: 'Café 🧾🧾',
      model: 'One',
      serialNumber: 'A-1',
    })
  })

  test.each([
    ['an escaped half of a surrogate pair', hello('a\\ud800b')],
    ['half of a surrogate pair', hello('a\ud800b')],
    [
      'bytes that are not UTF-8, which the runtime replaces',
      hello(new TextDecoder().decode(new Uint8Array([0x61, 0xff]))),
    ],
    ['a half in the name of an unknown member', hello('a","\\udfff":"b')],
    ['a duplicate member', hello('a","make":"b')],
    ['21 levels', hello(`a","more":${'['.repeat(20)}${']'.repeat(20)},"x":"`)],
    ['malformed JSON', hello('a').slice(0, -1)],
    ['bytes', new TextEncoder().encode(hello('a')).buffer as ArrayBuffer],
    ['more than 65,536 bytes', hello('é'.repeat(33_000))],
  ])('a message with %s returns null', (_what, data) => {
    expect(parseMessage(data)).toBeNull()
  })
})
