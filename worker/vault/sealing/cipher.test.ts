import { describe, expect, it } from 'vitest'
import { fromHex, randomBytes, toHex } from '#contract/encoding/bytes'
import { cipherKey, decrypt, encrypt, randomNonce } from './cipher.ts'

const hex = (text: string) => fromHex(text) ?? expect.fail('bad hex in the test')

// The 256-bit test cases of the GCM submission to NIST (McGrew and Viega, "The Galois/Counter Mode of Operation", appendix B).
describe.each([
  {
    name: 13,
    key: '00'.repeat(32),
    nonce: '00'.repeat(12),
    additionalData: '',
    plain: '',
    out: '530f8afbc74536b9a963b4f1c4cb738b',
  },
  {
    name: 14,
    key: '00'.repeat(32),
    nonce: '00'.repeat(12),
    additionalData: '',
    plain: '00'.repeat(16),
    out: 'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919',
  },
  {
    name: 16,
    key: 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
    nonce: 'cafebabefacedbaddecaf888',
    additionalData: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
    plain:
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
    out: '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
  },
])('GCM test case $name', ({ name, key, nonce, additionalData, plain, out }) => {
  it(`encrypt reproduces GCM test case ${name}`, async () => {
    expect(toHex(await encrypt(await cipherKey(hex(key)), hex(nonce), hex(additionalData), hex(plain)))).toBe(out)
  })

  it(`decrypt reproduces GCM test case ${name}`, async () => {
    expect(toHex(await decrypt(await cipherKey(hex(key)), hex(nonce), hex(additionalData), hex(out)))).toBe(plain)
  })
})

it('decrypt rejects a truncated tag', async () => {
  const key = await cipherKey(randomBytes(32))
  const nonce = randomNonce()
  const sealed = await encrypt(key, nonce, nonce, randomBytes(8))
  await expect(decrypt(key, nonce, nonce, sealed.slice(0, -1))).rejects.toThrow()
})

it('cipherKey returns a key that is not extractable', async () => {
  const key = await cipherKey(randomBytes(32))
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

it('randomNonce returns 96 random bits', () => {
  const nonces = Array.from({ length: 1000 }, () => toHex(randomNonce()))
  expect(nonces[0]).toHaveLength(24)
  expect(new Set(nonces).size).toBe(1000)
})
