import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '#contract/encoding/bytes'
import { toRawSignature } from './ecdsa.ts'

const raw = (hex: string): string | null => {
  const converted = toRawSignature(fromHex(hex.replaceAll(' ', ''))!)
  return converted && toHex(converted)
}

const shorter = '6b'.repeat(31)
const full = `7f${'ab'.repeat(31)}`
const high = `80${'cd'.repeat(31)}`

describe('toRawSignature', () => {
  test.each([
    ['with the shortest numbers', '3006 020101 02017f', '01', '7f'],
    ['with a leading zero before a byte >= 0x80', '3008 02020080 020200ff', '80', 'ff'],
    ['with numbers of 31 and 32 bytes', `3043 021f${shorter} 0220${full}`, shorter, full],
    ['with the longest numbers', `3046 022100${high} 022100${high}`, high, high],
  ])('toRawSignature converts a DER signature %s', (_what, der, r, s) => {
    expect(raw(der)).toBe(r.padStart(64, '0') + s.padStart(64, '0'))
  })
})

describe('toRawSignature with invalid DER', () => {
  test.each([
    ['an empty text', ''],
    ['an empty sequence', '3000'],
    ['one number', '3003 020101'],
    ['three numbers', '3009 020101 020101 020101'],
    ['a trailing byte', '3006 020101 020101 00'],
    ['a trailing byte inside the length', '3007 020101 020101 00'],
    ['a missing byte', '3006 020101 0201'],
    ['a length that is too short by one', '3005 020101 020101'],
    ['a length that is too long by one', '3007 020101 020101'],
    ['a length of two bytes', '308106 020101 020101'],
    ['an indefinite length', '3080 020101 020101 0000'],
    ['a number with a length of two bytes', '3007 02810101 020101'],
    ['a number beyond the end', '3006 020101 020201'],
    ['an empty first number', '3005 0200 020101'],
    ['an empty second number', '3005 020101 0200'],
    ['zero as first number', '3006 020100 020101'],
    ['zero as second number', '3006 020101 020100'],
    ['a negative first number', '3006 020180 020101'],
    ['a negative second number', '3006 020101 0201ff'],
    ['one superfluous zero', '3007 0202007f 020101'],
    ['two superfluous zeros', '3008 0203000080 020101'],
    ['a number of 33 bytes', `3026 022101${high} 020101`],
    ['a number of 33 bytes after its zero', `3027 02220080${high} 020101`],
    ['a set instead of a sequence', '3106 020101 020101'],
    ['a bit string as first number', '3006 030101 020101'],
    ['an octet string as second number', '3006 020101 040101'],
    ['a raw signature', '11'.repeat(64)],
  ])('toRawSignature returns null for %s', (_what, der) => {
    expect(raw(der)).toBeNull()
  })
})
