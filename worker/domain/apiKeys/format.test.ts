import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8 } from '#contract/encoding/bytes'
import { crc32, hashApiKey, keyHint, mintApiKey, parseApiKey } from './format.ts'
import type { KeyParts } from './format.ts'

// Checksum and hash were computed by another implementation (Python's zlib and hashlib).
const example = 'sluice_sk_test_00SluiceDemoSecretKeyForLocalRunsOnly0000038uztt'
const exampleHash = 'b83fe12063f30e798ce5f8bca2a40acfb571cdbd917b5e9d7b181a211a88a755'

const forms: fc.Arbitrary<KeyParts> = fc.record({
  kind: fc.constantFrom('sk', 'rk', 'pk'),
  mode: fc.constantFrom('test', 'live'),
  shard: fc.string({ unit: fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz'), minLength: 2, maxLength: 2 }),
})

test('mintApiKey generates keys of 63 characters with kind, mode and shard', () => {
  fc.assert(
    fc.property(forms, (form) => {
      const text = mintApiKey(form).reveal()
      expect(text).toMatch(/^sluice_(sk|rk|pk)_(test|live)_[0-9a-z]{2}[0-9A-Za-z]{46}$/)
      expect(text).toHaveLength(63)
      expect(parseApiKey(text)).toEqual(form)
    }),
  )
})

test('mintApiKey generates a different key each time, and JSON.stringify throws on it', () => {
  const form = { kind: 'sk', mode: 'test', shard: '00' } as const
  expect(mintApiKey(form).reveal()).not.toBe(mintApiKey(form).reveal())
  expect(() => JSON.stringify({ key: mintApiKey(form) })).toThrow(TypeError)
})

test('parseApiKey and hashApiKey match another implementation', async () => {
  expect(parseApiKey(example)).toEqual({ kind: 'sk', mode: 'test', shard: '00' })
  expect(await hashApiKey(example)).toBe(exampleHash)
})

describe('parseApiKey', () => {
  test('parseApiKey rejects every single mistyped character', () => {
    const characters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-. ')
    fc.assert(
      fc.property(fc.nat(62), characters, (at, character) => {
        fc.pre(example[at] !== character)
        return parseApiKey(example.slice(0, at) + character + example.slice(at + 1)) === null
      }),
      { numRuns: 1000 },
    )
  })

  test('parseApiKey rejects every pair of swapped neighbours', () => {
    for (let at = 0; at + 1 < example.length; at++) {
      const [one, other] = [example.charAt(at), example.charAt(at + 1)]
      if (one !== other) expect(parseApiKey(example.slice(0, at) + other + one + example.slice(at + 2))).toBeNull()
    }
  })

  test.each([
    '',
    example.slice(0, -1),
    `${example}0`,
    `${example}\n`,
    ` ${example}`,
    `${example},${example}`,
    example.toUpperCase(),
    example.replace('_sk_', '_xk_'),
    example.replace('_sk_', '_pk_'),
    example.replace('_test_', '_live_'),
    example.replace('_test_', '_prod_'),
    example.replace('_00', '_01'),
    example.replace('_00', '_0A'),
  ])('parseApiKey rejects %j', (text) => {
    expect(parseApiKey(text)).toBeNull()
  })
})

test('keyHint returns the prefix and the last four characters', () => {
  expect(keyHint(example)).toBe('sluice_sk_test_00…uztt')
})

// Check value of CRC-32 (ISO-HDLC) in the catalogue of parametrised CRC algorithms, and those of well-known texts.
test.each([
  ['123456789', 0xcbf43926],
  ['', 0],
  ['a', 0xe8b7be43],
  ['The quick brown fox jumps over the lazy dog', 0x414fa339],
])('crc32 of %j is %d', (text, crc) => {
  expect(crc32(utf8(text))).toBe(crc)
})
