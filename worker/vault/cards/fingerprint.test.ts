import { expect, it } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { cardFingerprint } from './fingerprint.ts'
import { newAccountKey } from '../fixtures.ts'

const account = await newAccountKey('account-1')
const visa = '4242424242424242'

it('cardFingerprint is deterministic and has 43 characters', async () => {
  const fingerprint = await cardFingerprint(account, new Secret(visa))
  expect(fingerprint).toMatch(/^[0-9A-Za-z_-]{22}$/)
  expect(await cardFingerprint(account, new Secret(visa))).toBe(fingerprint)
})

it('cardFingerprint differs between card numbers and between accounts', async () => {
  const otherAccount = await newAccountKey('account-2')
  const fingerprints = await Promise.all([
    cardFingerprint(account, new Secret(visa)),
    cardFingerprint(account, new Secret('4111111111111111')),
    cardFingerprint(otherAccount, new Secret(visa)),
  ])
  expect(new Set(fingerprints).size).toBe(3)
})
