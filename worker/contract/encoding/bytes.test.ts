import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fromBase64,
  fromBase64url,
  fromHex,
  randomBase62,
  randomBytes,
  toBase62,
  toBase64,
  toBase64url,
  toHex,
  utf8,
} from './bytes.ts'

const codecs = [
  { name: 'hex', write: toHex, read: fromHex, alphabet: '0123456789abcdefABCDEF -=' },
  { name: 'base64', write: toBase64, read: fromBase64, alphabet: 'ABCDwxyz0189+/=-_ \n' },
  { name: 'base64url', write: toBase64url, read: fromBase64url, alphabet: 'ABCDwxyz0189+/=-_ \n' },
]

describe.each(codecs)('$name', ({ name, write, read, alphabet }) => {
  it(`${name} decodes its own output`, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(read(write(bytes))).toEqual(bytes)
      }),
    )
  })

  it(`${name} decodes only canonical text`, () => {
    const text = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 9 })
    fc.assert(
      fc.property(text, (text) => {
        const bytes = read(text)
        return bytes === null || write(bytes) === text
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['\n', 'AA\n', '٤٤', 'é', '😀😀'])(`${name} rejects %j`, (text) => {
    expect(read(text)).toBeNull()
  })
})

// RFC 4648, section 10.
it.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
])('base64 of %j is %j', (plain, text) => {
  expect(toBase64(utf8(plain))).toBe(text)
  expect(toBase64url(utf8(plain))).toBe(text.replaceAll('=', ''))
})

it.each(['Zg', 'Zg=', 'Zh==', 'Zg==Zg==', ' Zg==', 'Z==='])('%j is not canonical base64', (text) => {
  expect(fromBase64(text)).toBeNull()
})

it.each(['Zg==', 'Zh', 'Z', '+w', '/w'])('%j is not canonical base64url', (text) => {
  expect(fromBase64url(text)).toBeNull()
})

it('base64url replaces + and / by - and _', () => {
  expect(toBase64(Uint8Array.of(0xfb, 0xff))).toBe('+/8=')
  expect(toBase64url(Uint8Array.of(0xfb, 0xff))).toBe('-_8')
})

it.each([
  [0, 1, '0'],
  [61, 1, 'z'],
  [62, 2, '10'],
  [10, 6, '00000A'],
  [2 ** 32 - 1, 6, '4gfFC3'],
])('%d with at least %d characters of base 62 is %s', (number, length, text) => {
  expect(toBase62(number, length)).toBe(text)
})

describe('random base 62', () => {
  it('random base 62 text has the requested length and only characters of base 62', () => {
    fc.assert(
      fc.property(fc.nat(80), (length) => {
        const text = randomBase62(length)
        return text.length === length && /^[0-9A-Za-z]*$/.test(text)
      }),
    )
  })

  it('random base 62 text has all characters with the same probability', () => {
    // A generator that counts through all bytes: 256 of them must produce each of the 62 characters four times.
    let next = 0
    const counting = (length: number) => Uint8Array.from({ length }, () => next++ % 256)
    const counts = Map.groupBy(randomBase62(248, counting), (character) => character)
    expect([...counts.values()].map((same) => same.length)).toEqual(Array.from({ length: 62 }, () => 4))
  })

  it('discarded random bytes are replaced by further draws', () => {
    const draws = [Uint8Array.of(255, 248, 10), Uint8Array.of(250, 11), Uint8Array.of(12)]
    expect(randomBase62(3, () => draws.shift() ?? randomBytes(0))).toBe('ABC')
  })

  it('two random base 62 texts differ', () => {
    expect(randomBase62(22)).not.toBe(randomBase62(22))
  })
})
