import { expect, it } from 'vitest'
import { toBase64url, utf8 } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { cardFingerprint } from './fingerprint.ts'
import { newAccountKey } from '../fixtures.ts'
import { idempotencyKeyHash, requestFingerprint } from './requestFingerprint.ts'

const account = await newAccountKey('account-1')
const text = '4242424242424242'

it.each([requestFingerprint, idempotencyKeyHash])('$name is deterministic and has 22 characters', async (hashOf) => {
  const hash = await hashOf(account, text)
  expect(hash).toMatch(/^[0-9A-Za-z_-]{22}$/)
  expect(await hashOf(account, text)).toBe(hash)
})

it('requestFingerprint and idempotencyKeyHash differ by text, account and purpose, and from a plain hash', async () => {
  const other = await newAccountKey('account-2')
  const hashes = await Promise.all([
    requestFingerprint(account, text),
    requestFingerprint(account, `${text} `),
    requestFingerprint(other, text),
    idempotencyKeyHash(account, text),
    idempotencyKeyHash(account, `${text} `),
    idempotencyKeyHash(other, text),
    cardFingerprint(account, new Secret(text)),
    crypto.subtle.digest('SHA-256', utf8(text)).then((hash) => toBase64url(new Uint8Array(hash))),
  ])
  expect(new Set(hashes).size).toBe(8)
})
