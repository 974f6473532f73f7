import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import { googlePayTestKeys } from '#contract/tokens/googlePayTestKeys'
import { importEphemeralKey, parsePoint, importRecipientKey, importVerifyingKey } from './p256.ts'

const publicKey = googlePayTestKeys.rootPublicKey
const point = parsePoint(publicKey)!
const changed = (change: (bytes: Bytes) => void): Bytes => {
  const bytes = point.slice()
  change(bytes)
  return bytes
}
/** The last bit of y, which a compressed form encodes. */
const parity = point.at(-1)! & 1

test('an uncompressed point of P-256 is imported', async () => {
  expect((await importVerifyingKey(point))?.usages).toEqual(['verify'])
  expect((await importEphemeralKey(point))?.algorithm).toMatchObject({ name: 'ECDH', namedCurve: 'P-256' })
})

test.each<[string, Bytes]>([
  ['that is not on the curve', changed((bytes) => (bytes[64]! ^= 1))],
  ['of zeros', changed((bytes) => bytes.fill(0, 1))],
  ['with coordinates beyond the field', changed((bytes) => bytes.fill(0xff, 1))],
  ['that is compressed', Uint8Array.of(2 + parity, ...point.slice(1, 33))],
  ['in hybrid form', changed((bytes) => (bytes[0] = 6 + parity))],
  ['at infinity', Uint8Array.of(0)],
  ['that is truncated', point.slice(0, -1)],
  ['with an extra byte', Uint8Array.of(...point, 0)],
  ['without bytes', new Uint8Array()],
])('a point %s is rejected', async (_what, wrong) => {
  expect(await importVerifyingKey(wrong)).toBeNull()
  expect(await importEphemeralKey(wrong)).toBeNull()
})

const spki = async (namedCurve: string): Promise<string> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify'])
  const exported = await crypto.subtle.exportKey('spki', (pair as CryptoKeyPair).publicKey)
  return toBase64(new Uint8Array(exported as ArrayBuffer))
}

test('parsePoint returns the point of a SubjectPublicKeyInfo from WebCrypto', async () => {
  expect(point).toHaveLength(65)
  expect(await importVerifyingKey(parsePoint(await spki('P-256'))!)).not.toBeNull()
})

test('parsePoint returns null for anything else than a P-256 SubjectPublicKeyInfo in base64', async () => {
  const bytes = fromBase64(publicKey)!
  for (const wrong of [
    await spki('P-384'),
    toBase64(Uint8Array.of(...bytes, 0)),
    toBase64(bytes.slice(0, -1)),
    toBase64(bytes.slice(26)),
    publicKey.replace('==', ''),
    `${publicKey.slice(0, -3)}x==`,
    ` ${publicKey}`,
    publicKey.slice(0, 36),
    '',
  ])
    expect(parsePoint(wrong)).toBeNull()
})

test('importRecipientKey accepts only PKCS #8 of a P-256 private key', async () => {
  expect((await importRecipientKey(fromBase64(googlePayTestKeys.recipientPrivateKey)!))?.usages).toEqual(['deriveBits'])
  const other = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-384' }, true, ['deriveBits'])
  const p384 = await crypto.subtle.exportKey('pkcs8', (other as CryptoKeyPair).privateKey)
  for (const wrong of [new Uint8Array(p384 as ArrayBuffer), point, new Uint8Array(), fromBase64(publicKey)!])
    expect(await importRecipientKey(wrong)).toBeNull()
})
