import { expect, it } from 'vitest'
import { toBase64url, utf8 } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { cardFingerprint } from './fingerprint.ts'
import { newAccountKey } from '../fixtures.ts'
import { requestFingerprint } from './requestFingerprint.ts'

const account = await newAccountKey('account-1')
const text = '4242424242424242'

it('requestFingerprint is deterministic and has 43 characters', async () => {
  const fingerprint = await requestFingerprint(account, text)
  expect(fingerprint).toMatch(/^[0-9A-Za-z_-]{43}$/)
  expect(await requestFingerprint(account, text)).toBe(fingerprint)
})

it('requestFingerprint differs between requests and accounts, from cardFingerprint and from a plain hash', async () => {
  const fingerprints = await Promise.all([
    requestFingerprint(account, text),
    requestFingerprint(account, `${text} `),
    requestFingerprint(await newAccountKey('account-2'), text),
    cardFingerprint(account, new Secret(text)),
    crypto.subtle.digest('SHA-256', utf8(text)).then((hash) => toBase64url(new Uint8Array(hash))),
  ])
  expect(new Set(fingerprints).size).toBe(5)
})
