import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { expect, it } from 'vitest'
import { fromBase64url, toBase64url } from '#contract/encoding/bytes'
import { generateEncryptionKey, openEncryptionKey } from './encryptionKeys.ts'
import type { PublicKey } from './encryptionKeys.ts'
import { newAccountKey } from '../fixtures.ts'
import { CannotOpen } from '../sealing/seal.ts'

const account = await newAccountKey('account-1')
const minted = await generateEncryptionKey(account)
const published = JSON.parse(minted.publicKey) as PublicKey

it('an encryption key is published as an RSA JWK with use enc and its thumbprint as kid', async () => {
  expect(published).toEqual({
    kty: 'RSA',
    kid: await calculateJwkThumbprint({ kty: 'RSA', n: published.n, e: published.e }, 'sha256'),
    use: 'enc',
    alg: 'RSA-OAEP-256',
    n: expect.stringMatching(/^[0-9A-Za-z_-]{342}$/),
    e: 'AQAB',
  })
})

it('mintEncryptionKey generates a new key pair each time', async () => {
  expect(JSON.parse((await generateEncryptionKey(account)).publicKey).n).not.toBe(published.n)
})

it('openEncryptionKey returns a matching pair whose private key can only decrypt and is not extractable', async () => {
  const { publicKey, privateKey } = await openEncryptionKey(account, minted)
  expect(publicKey).toEqual(published)
  expect(privateKey.extractable).toBe(false)
  expect(privateKey.usages).toEqual(['decrypt'])
  await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow()

  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const { n, e } = publicKey
  const encrypting = await crypto.subtle.importKey('jwk', { kty: 'RSA', n, e }, rsa, false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt(rsa, encrypting, Uint8Array.of(1, 2, 3))
  expect(new Uint8Array(await crypto.subtle.decrypt(rsa, privateKey, sealed))).toEqual(Uint8Array.of(1, 2, 3))
})

it('the stored encryption key contains no private key in plain text', async () => {
  expect(Object.keys(published).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  // The algorithm identifier near the beginning of every RSA PKCS #8, in base64.
  const mark = 'BgkqhkiG9w0BAQEFAASC'
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }
  const { privateKey } = (await crypto.subtle.generateKey(algorithm, true, ['encrypt', 'decrypt'])) as CryptoKeyPair
  const clear = toBase64url(new Uint8Array((await crypto.subtle.exportKey('pkcs8', privateKey)) as ArrayBuffer))
  expect(clear).toContain(mark)
  for (const stored of [minted.sealedKey, minted.wrappedKey, minted.publicKey])
    for (const text of [stored, new TextDecoder().decode(fromBase64url(stored) ?? undefined)])
      expect(text).not.toContain(mark)
})

it('openEncryptionKey throws CannotOpen for another account', async () => {
  await expect(openEncryptionKey(await newAccountKey('account-2'), minted)).rejects.toThrow(CannotOpen)
})

it('openEncryptionKey throws CannotOpen for a replaced public key', async () => {
  const other = JSON.parse((await generateEncryptionKey(account)).publicKey) as PublicKey
  for (const publicKey of [other, { ...other, kid: published.kid }, { ...published, e: 'Aw' }])
    await expect(openEncryptionKey(account, { ...minted, publicKey: JSON.stringify(publicKey) })).rejects.toThrow(
      CannotOpen,
    )
})

it('openEncryptionKey returns the computed kid instead of the stored one', async () => {
  const publicKey = JSON.stringify({ ...published, kid: 'another' })
  expect((await openEncryptionKey(account, { ...minted, publicKey })).publicKey.kid).toBe(published.kid)
})
