import { expect, it } from 'vitest'
import { fromHex, randomBytes, toHex } from '#contract/encoding/bytes'
import { cipherKey, decrypt, encrypt, randomNonce } from '../sealing/cipher.ts'
import { deriveBytes, deriveCipherKey, deriveMacKey, keyMaterial, label } from './derive.ts'

const hex = (text: string) => fromHex(text) ?? expect.fail('bad hex in the test')
const counting = (from: number, length: number) => Uint8Array.from({ length }, (_, index) => from + index)

// RFC 5869, appendix A, cut to 32 bytes: shorter HKDF outputs are prefixes of longer ones.
it.each([
  {
    name: 'case 1, basic',
    material: hex('0b'.repeat(22)),
    salt: counting(0x00, 13),
    info: counting(0xf0, 10),
    key: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf',
  },
  {
    name: 'case 2, longer inputs',
    material: counting(0x00, 80),
    salt: counting(0x60, 80),
    info: counting(0xb0, 80),
    key: 'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c',
  },
  {
    name: 'case 3, without salt and info',
    material: hex('0b'.repeat(22)),
    salt: undefined,
    info: new Uint8Array(),
    key: '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d',
  },
])('deriveBytes reproduces RFC 5869 $name', async ({ material, salt, info, key }) => {
  expect(toHex(await deriveBytes(await keyMaterial(material), info, salt))).toBe(key)
})

it('deriveBytes, deriveCipherKey and deriveMacKey derive the same key', async () => {
  const material = await keyMaterial(randomBytes(32))
  const info = label('account/seal')
  const salt = randomBytes(22)
  const raw = await deriveBytes(material, info, salt)
  const message = randomBytes(40)

  const nonce = randomNonce()
  const ciphertext = await encrypt(await deriveCipherKey(material, info, salt), nonce, info, message)
  expect(await decrypt(await cipherKey(raw), nonce, info, ciphertext)).toEqual(message)

  const imported = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const mac = await crypto.subtle.sign('HMAC', await deriveMacKey(material, info, salt), message)
  expect(await crypto.subtle.verify('HMAC', imported, mac, message)).toBe(true)
})

it('derived keys differ by label, salt and material', async () => {
  const [one, other] = [await keyMaterial(randomBytes(32)), await keyMaterial(randomBytes(32))]
  const keys = await Promise.all([
    deriveBytes(one, label('account/seal')),
    deriveBytes(one, label('account/fingerprint')),
    deriveBytes(one, label('account/seal'), Uint8Array.of(1)),
    deriveBytes(other, label('account/seal')),
  ])
  expect(new Set(keys.map(toHex)).size).toBe(4)
})

it('key material and derived keys are not extractable', async () => {
  const material = await keyMaterial(randomBytes(32))
  const info = label('account/seal')
  for (const key of [material, await deriveCipherKey(material, info), await deriveMacKey(material, info)]) {
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  }
})
