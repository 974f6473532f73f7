import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '#contract/encoding/bytes'
import { rawSignature } from './ecdsa.ts'

const raw = (hex: string): string | null => {
  const read = rawSignature(fromHex(hex.replaceAll(' ', ''))!)
  return read && toHex(read)
}

const shorter = '6b'.repeat(31)
const full = `7f${'ab'.repeat(31)}`
const high = `80${'cd'.repeat(31)}`

describe('a DER signature is read', () => {
  test.each([
    ['of the shortest numbers', '3006 020101 02017f', '01', '7f'],
    ['with a zero where the number would be negative', '3008 02020080 020200ff', '80', 'ff'],
    ['of numbers of 31 and 32 bytes', `3043 021f${shorter} 0220${full}`, shorter, full],
    ['of the longest numbers', `3046 022100${high} 022100${high}`, high, high],
  ])('%s', (_what, der, r, s) => {
    expect(raw(der)).toBe(r.padStart(64, '0') + s.padStart(64, '0'))
  })
})

describe('nothing else is a signature', () => {
  test.each([
    ['nothing at all', ''],
    ['a sequence of nothing', '3000'],
    ['one number', '3003 020101'],
    ['three numbers', '3009 020101 020101 020101'],
    ['a byte behind it', '3006 020101 020101 00'],
    ['a byte behind it that the length counts', '3007 020101 020101 00'],
    ['a byte missing', '3006 020101 0201'],
    ['a length that is short by one', '3005 020101 020101'],
    ['a length that is long by one', '3007 020101 020101'],
    ['a length of two bytes', '308106 020101 020101'],
    ['an endless length', '3080 020101 020101 0000'],
    ["a number's length of two bytes", '3007 02810101 020101'],
    ['a number that reaches beyond the end', '3006 020101 020201'],
    ['a number without bytes', '3005 0200 020101'],
    ['a last number without bytes', '3005 020101 0200'],
    ['zero', '3006 020100 020101'],
    ['zero at last', '3006 020101 020100'],
    ['a negative number', '3006 020180 020101'],
    ['a negative number at last', '3006 020101 0201ff'],
    ['a zero too many', '3007 0202007f 020101'],
    ['two zeros too many', '3008 0203000080 020101'],
    ['a number of 33 bytes', `3026 022101${high} 020101`],
    ['a number of 33 bytes behind its zero', `3027 02220080${high} 020101`],
    ['a set', '3106 020101 020101'],
    ['a bit string for a number', '3006 030101 020101'],
    ['an octet string for the last number', '3006 020101 040101'],
    ['r and s, 32 bytes each', '11'.repeat(64)],
  ])('%s', (_what, der) => {
    expect(raw(der)).toBeNull()
  })
})
