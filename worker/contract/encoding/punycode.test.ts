import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePunycode } from './punycode.ts'

test.each([
  ['egbpdaj6bu4bxfgehfvwxn', 'ليهمابتكلموشعربي؟'],
  ['ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
  ['3b-ww4c5e180e575a65lsy2b', '3年b組金八先生'],
  ['-> $1.00 <--', '-> $1.00 <-'],
  ['bcher-kva', 'bücher'],
  ['ls8h', '💩'],
])('punycode %j decodes to %s', (text, decoded) => {
  expect(decodePunycode(text)).toBe(decoded)
})

test.each(['-', 'a!', 'ü', 'zzzzzzzzzzzzzzzzzzzzzzzz', '99999999', 'bcher-kv', 'bcher-KVA'])(
  '%j is invalid punycode',
  (text) => {
    expect(decodePunycode(text)).toBeNull()
  },
)

test('decoding reverses the punycode of the URL parser', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abz09àßçøłžαωдяէאבעفقकखกข中文字日本語한글💩😀'),
    minLength: 1,
    maxLength: 20,
  })
  let read = 0
  fc.assert(
    fc.property(letters, (name) => {
      const label = URL.parse(`https://${name}.com`)?.hostname.split('.')[0] ?? ''
      if (!label.startsWith('xn--')) return
      read++
      expect(decodePunycode(label.slice(4))).toBe(name.normalize('NFC'))
    }),
  )
  expect(read).toBeGreaterThan(10)
})
