import { expect, test } from 'vitest'
import { toHex } from '../encoding/bytes.ts'
import { googlePaySignedBytes } from './googlePayProtocol.ts'

test('the signed bytes of Google Pay have each part after its little-endian length', () => {
  expect(toHex(googlePaySignedBytes('é', '', 'ab'))).toBe('02000000c3a900000000020000006162')
  expect(toHex(googlePaySignedBytes('x'.repeat(0x0201)).subarray(0, 5))).toBe('0102000078')
  expect(googlePaySignedBytes()).toHaveLength(0)
})
