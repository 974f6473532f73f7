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

test('an envelope may be this large, and hold what nobody knows', () => {
  expect(passes(largest)).toBe(true)
  expect(passes({ ...largest, more: 1, intermediateSigningKey: { ...key, more: 1 } })).toBe(true)
})

describe('an envelope is refused before it is opened', () => {
  test.each<[string, object]>([
    ['with a signature that is too long', { signature: text(1025) }],
    ['with a message that is too long', { signedMessage: text(16_385) }],
    ['with a signed key that is too long', { intermediateSigningKey: { ...key, signedKey: text(4097) } }],
    ['with too many signatures', { intermediateSigningKey: { ...key, signatures: [...key.signatures, 'A'] } }],
    ['with one of its signatures too long', { intermediateSigningKey: { ...key, signatures: [text(1025)] } }],
    ['with an empty signature', { signature: '' }],
    ['with a protocol that nobody knows', { protocolVersion: 'ECv2SigningOnly' }],
    ['under ECv2 without its key', { intermediateSigningKey: undefined }],
  ])('%s', (_what, change) => {
    expect(passes({ ...largest, ...change })).toBe(false)
  })
})
