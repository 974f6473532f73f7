import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { digitalPayPayment } from './payment.ts'

const text = (length: number) => 'A'.repeat(length)
const key = { signedKey: text(4096), signatures: Array.from({ length: 10 }, () => text(1024)) }
const largest = {
  signature: text(1024),
  intermediateSigningKey: key,
  protocolVersion: 'ECv2',
  signedMessage: text(16_384),
  postalCode: text(20),
  nameOnCard: text(100),
}
const passes = (value: unknown) => v.safeParse(digitalPayPayment(), value).success

test('a Google Pay payment of the maximum size, or with unknown members, is valid', () => {
  expect(passes(largest)).toBe(true)
  expect(passes({ ...largest, more: 1, intermediateSigningKey: { ...key, more: 1 } })).toBe(true)
})

describe('invalid Google Pay payments', () => {
  test.each<[string, object]>([
    ['a signature that is too long', { signature: text(1025) }],
    ['a message that is too long', { signedMessage: text(16_385) }],
    ['a signed key that is too long', { intermediateSigningKey: { ...key, signedKey: text(4097) } }],
    ['too many signatures', { intermediateSigningKey: { ...key, signatures: [...key.signatures, 'A'] } }],
    ['a signature of the key that is too long', { intermediateSigningKey: { ...key, signatures: [text(1025)] } }],
    ['an empty signature', { signature: '' }],
    ['an unknown protocol', { protocolVersion: 'ECv2SigningOnly' }],
    ['ECv2 without an intermediate key', { intermediateSigningKey: undefined }],
  ])('a Google Pay payment is rejected: %s', (_name, change) => {
    expect(passes({ ...largest, ...change })).toBe(false)
  })
})
