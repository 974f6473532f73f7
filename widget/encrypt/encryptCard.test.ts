import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { expect, test } from 'vitest'
import { openEncryptedCard } from '../../worker/vault/cards/encryptedCards.ts'
import type { EncryptionKey } from '../../worker/vault/keys/encryptionKeys.ts'
import { generateEncryptionKey, openEncryptionKey } from '../../worker/vault/keys/encryptionKeys.ts'
import { newAccountKey } from '../../worker/vault/fixtures.ts'
import { encryptCard } from './encryptCard.ts'

/** The helper and the vault must understand each other, and both of them Node's own crypto, which knows neither. */

const account = await newAccountKey('account-1')
const key = await openEncryptionKey(account, await generateEncryptionKey(account))
const keySet = { keys: [key.publicKey] }

const card = {
  accountNumber: '4242424242424242',
  expires: '1230',
  nameOnCard: "O'Brien",
  verificationValue: '123',
  postalCode: '46201',
}

const opened = async (token: string, by: EncryptionKey = key) => {
  const card = (await openEncryptedCard(by, token))?.card
  return (
    card && {
      ...card,
      accountNumber: card.accountNumber.reveal(),
      ...(card.verificationValue && { verificationValue: card.verificationValue.reveal() }),
    }
  )
}

const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

test('a card encrypted by encryptCard is decrypted by the vault', async () => {
  expect(await opened(await encryptCard(card, keySet))).toEqual(card)
  const { accountNumber, expires } = card
  expect(await opened(await encryptCard({ accountNumber, expires }, keySet))).toEqual({ accountNumber, expires })
})

test('a card encrypted by encryptCard is decrypted by an RFC 7516 implementation in Node', async () => {
  const pair = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    ['encrypt', 'decrypt'],
  )
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const token = await encryptCard(card, { keys: [{ kid: 'k', alg: 'RSA-OAEP-256', n, e }] })

  const parts = token.split('.')
  expect(parts).toHaveLength(5)
  const [header, wrapped, iv, ciphertext, tag] = parts.map((part) => Buffer.from(part, 'base64url')) as Buffer[]
  expect(JSON.parse(header!.toString())).toEqual({
    alg: 'RSA-OAEP-256',
    enc: 'A256GCM',
    kid: 'k',
    iat: expect.any(Number),
  })
  expect([iv!.length, tag!.length]).toEqual([12, 16])

  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const contentKey = privateDecrypt({ key: privateKey, ...oaep }, wrapped!)
  const decipher = createDecipheriv('aes-256-gcm', contentKey, iv!).setAuthTag(tag!).setAAD(Buffer.from(parts[0]!))
  expect(JSON.parse(decipher.update(ciphertext!, undefined, 'utf8') + decipher.final('utf8'))).toEqual(card)
})

test('a card encrypted by an RFC 7516 implementation in Node is decrypted by the vault', async () => {
  const { kid, n, e } = key.publicKey
  const contentKey = randomBytes(32)
  const iv = randomBytes(12)
  const publicKey = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
  const header = base64url(Buffer.from(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })))
  const cipher = createCipheriv('aes-256-gcm', contentKey, iv).setAAD(Buffer.from(header))
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(card)), cipher.final()])
  const wrapped = publicEncrypt({ key: publicKey, ...oaep }, contentKey)
  const token = [header, ...[wrapped, iv, ciphertext, cipher.getAuthTag()].map(base64url)].join('.')
  expect(await opened(token)).toEqual(card)
})

test('two encryptions of one card differ in all parts but the header', async () => {
  const [one, other] = await Promise.all([encryptCard(card, keySet), encryptCard(card, keySet)])
  const theirs = other.split('.')
  expect(one.split('.').map((part, at) => part === theirs[at])).toEqual([true, false, false, false, false])
})

test('encryptCard uses the first usable key and throws if there is none', async () => {
  const ec = { ...key.publicKey, kid: 'ec', alg: 'ECDH-ES' }
  expect(await opened(await encryptCard(card, { keys: [ec, key.publicKey] }))).toEqual(card)
  await expect(encryptCard(card, { keys: [ec] })).rejects.toThrow('There is no key for RSA-OAEP-256.')
  await expect(encryptCard(card, { keys: [] })).rejects.toThrow('There is no key for RSA-OAEP-256.')
})

test('encryptCard dates the card in whole seconds, now or at the given time', async () => {
  const before = Math.floor(Date.now() / 1000)
  const dated = (await openEncryptedCard(key, await encryptCard(card, keySet)))?.encryptedAt
  expect(dated).toBeGreaterThanOrEqual(before)
  expect(dated).toBeLessThanOrEqual(Date.now() / 1000)
  expect((await openEncryptedCard(key, await encryptCard(card, keySet, 1_790_000_000_999)))?.encryptedAt).toBe(
    1_790_000_000,
  )
})
