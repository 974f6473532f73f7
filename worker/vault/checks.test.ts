import { describe, expect, test } from 'vitest'
import { Secret } from '#contract/secret'
import { sealCheck } from './checks.ts'
import { freshAccountKey } from './fixtures.ts'
import { mintToken, openWithToken } from './tokens.ts'

const check = {
  accountNumber: new Secret('000123456789'),
  routingNumber: '021000021',
  accountType: 'checking',
  name: 'Ada Lovelace',
  checkNumber: null,
}
const identity = { dob: new Secret('1815-12-10'), ssn: new Secret('123456789'), driversLicense: null }

describe('a bank account under a token', () => {
  test('opens by the token, account and identity apart', async () => {
    const account = await freshAccountKey('account')
    const token = mintToken()
    const sealed = await sealCheck(account, token, { check, identity })
    const opened = await openWithToken(account, token, 'check', sealed.sealedPan)
    expect(JSON.parse(opened.reveal())).toEqual({ ...check, accountNumber: '000123456789' })
    const proof = await openWithToken(account, token, 'identity', sealed.sealedCvv ?? '')
    expect(JSON.parse(proof.reveal())).toEqual({ dob: '1815-12-10', ssn: '123456789', driversLicense: null })
  })

  test('neither half opens as the other', async () => {
    const account = await freshAccountKey('account')
    const token = mintToken()
    const sealed = await sealCheck(account, token, { check, identity })
    await expect(openWithToken(account, token, 'check', sealed.sealedCvv ?? '')).rejects.toThrow()
    await expect(openWithToken(account, token, 'cvv', sealed.sealedCvv ?? '')).rejects.toThrow()
  })

  test('without identity there is nothing to keep of one', async () => {
    const sealed = await sealCheck(await freshAccountKey('account'), mintToken(), { check, identity: null })
    expect(sealed.sealedCvv).toBeNull()
  })
})
