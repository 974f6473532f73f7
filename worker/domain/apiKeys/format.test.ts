import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8 } from '#contract/encoding/bytes'
import { crc32, hashApiKey, keyHint, mintApiKey, parseApiKey } from './format.ts'
import type { KeyParts } from './format.ts'

// Checksum and hash made by another implementation (Python's zlib and hashlib).
const known = 'sluice_sk_test_00SluiceDemoSecretKeyForLocalRunsOnly0000038uztt'
const knownHash = 'b83fe12063f30e798ce5f8bca2a40acfb571cdbd917b5e9d7b181a211a88a755'

const forms: fc.Arbitrary<KeyParts> = fc.record({
  kind: fc.constantFrom('sk', 'rk', 'pk'),
  mode: fc.constantFrom('test', 'live'),
  shard: fc.string({ unit: fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz'), minLength: 2, maxLength: 2 }),
})

it('makes keys of 63 characters that say kind, mode and shard', () => {
  fc.assert(
    fc.property(forms, (form) => {
      const text = mintApiKey(form).reveal()
      expect(text).toMatch(/^sluice_(sk|rk|pk)_(test|live)_[0-9a-z]{2}[0-9A-Za-z]{46}$/)
      expect(text).toHaveLength(63)
      expect(parseApiKey(text)).toEqual(form)
    }),
  )
})

it('makes another key each time, which nothing prints', () => {
  const form = { kind: 'sk', mode: 'test', shard: '00' } as const
  expect(mintApiKey(form).reveal()).not.toBe(mintApiKey(form).reveal())
  expect(() => JSON.stringify({ key: mintApiKey(form) })).toThrow(TypeError)
})

it('knows a key of another implementation', async () => {
  expect(parseApiKey(known)).toEqual({ kind: 'sk', mode: 'test', shard: '00' })
  expect(await hashApiKey(known)).toBe(knownHash)
})

describe('refuses without a look into storage', () => {
  it('every mistyped character', () => {
    const characters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-. ')
    fc.assert(
      fc.property(fc.nat(62), characters, (at, character) => {
        fc.pre(known[at] !== character)
        return parseApiKey(known.slice(0, at) + character + known.slice(at + 1)) === null
      }),
      { numRuns: 1000 },
    )
  })

  it('every pair of swapped neighbours', () => {
    for (let at = 0; at + 1 < known.length; at++) {
      const [one, other] = [known.charAt(at), known.charAt(at + 1)]
      if (one !== other) expect(parseApiKey(known.slice(0, at) + other + one + known.slice(at + 2))).toBeNull()
    }
  })

  it.each([
    '',
    known.slice(0, -1),
    `${known}0`,
    `${known}\n`,
    ` ${known}`,
    `${known},${known}`,
    known.toUpperCase(),
    known.replace('_sk_', '_xk_'),
    known.replace('_sk_', '_pk_'),
    known.replace('_test_', '_live_'),
    known.replace('_test_', '_prod_'),
    known.replace('_00', '_01'),
    known.replace('_00', '_0A'),
  ])('%j', (text) => {
    expect(parseApiKey(text)).toBeNull()
  })
})

it('hints at a key by its prefix and its last four characters', () => {
  expect(keyHint(known)).toBe('sluice_sk_test_00…uztt')
})

// The check value of CRC-32 (ISO-HDLC) in the catalogue of parametrised CRC algorithms, and those of well-known texts.
it.each([
  ['123456789', 0xcbf43926],
  ['', 0],
  ['a', 0xe8b7be43],
  ['The quick brown fox jumps over the lazy dog', 0x414fa339],
])('computes the CRC-32 of %j', (text, crc) => {
  expect(crc32(utf8(text))).toBe(crc)
})
