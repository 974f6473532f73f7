import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { tokenTime, tokenTimeLength } from '#contract/tokens/tokenTime'
import { generateAccountKey, rewrapAccountKey, unwrapAccountKey } from '../keys/accountKeys.ts'
import { newAccountKey, rootKeysText } from '../fixtures.ts'
import { openRecord } from '../sealing/records.ts'
import { parseRootKeys } from '../keys/rootKeys.ts'
import { CannotOpen } from '../sealing/seal.ts'
import {
  mintCardId,
  mintToken,
  openWithToken,
  parseToken,
  sealWithToken,
  tokenSecretHash,
  tokenText,
  wrapTokenKey,
} from './tokens.ts'

const now = Date.UTC(2026, 10, 20)
const account = await newAccountKey('account-1')
const value = new Secret('a value')

describe('token text', () => {
  it('a token has 44 characters and parses into its id and secret', () => {
    fc.assert(
      fc.property(fc.constant(null), () => {
        const token = mintToken(now)
        const text = tokenText(token).reveal()
        expect(text).toMatch(/^[0-9A-Za-z]{44}$/)
        const parsed = parseToken(text)
        expect(parsed?.id).toBe(token.id)
        expect(parsed?.secret.reveal()).toBe(token.secret.reveal())
      }),
    )
  })

  it('token ids and secrets are random', () => {
    const tokens = Array.from({ length: 500 }, () => mintToken(now))
    const halves = tokens.flatMap(({ id, secret }) => [id, secret.reveal()])
    expect(new Set(halves).size).toBe(1000)
    expect(mintCardId()).toMatch(/^[0-9A-Za-z]{22}$/)
  })

  it('the id of a token begins with its second and sorts by it', () => {
    const seconds = [0, now, now + 1000, Date.UTC(2100, 0), Date.UTC(3000, 0)]
    const ids = seconds.map((ms) => mintToken(ms).id)
    expect(ids.toSorted()).toEqual(ids)
    for (const [index, ms] of seconds.entries()) expect(ids[index]!.slice(0, 6)).toBe(tokenTime(ms))
    expect(tokenTime(now)).toBe(tokenTime(now + 999))
  })

  it('the id of a token has at least 95 random bits and its secret at least 128', () => {
    expect((22 - tokenTimeLength) * Math.log2(62)).toBeGreaterThan(95)
    expect(22 * Math.log2(62)).toBeGreaterThan(128)
  })

  it.each([
    '',
    'a'.repeat(43),
    'a'.repeat(45),
    `${'a'.repeat(43)}-`,
    `${'a'.repeat(43)}é`,
    `${'a'.repeat(44)}\n`,
    'test-visa-4242',
  ])('parseToken returns null for %j', (text) => {
    expect(parseToken(text)).toBeNull()
  })

  it('the secret of a token cannot be serialized', () => {
    const token = mintToken(now)
    expect(() => JSON.stringify(token)).toThrow(TypeError)
    expect(() => JSON.stringify(tokenText(token))).toThrow(TypeError)
    expect(() => JSON.stringify(parseToken('a'.repeat(44)))).toThrow(TypeError)
  })
})

it('tokenSecretHash is SHA-256', async () => {
  // FIPS 180-2, appendix B.1.
  expect(await tokenSecretHash(new Secret('abc'))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

describe('sealWithToken', () => {
  it('a value sealed with a token opens with the token', async () => {
    const token = mintToken(now)
    const parsed = parseToken(tokenText(token).reveal()) ?? expect.fail('the token does not parse')
    const sealed = await sealWithToken(account, token, 'check', value)
    expect((await openWithToken(account, parsed, 'check', sealed)).reveal()).toBe('a value')
  })

  it('a value sealed with a token does not open with the id or secret of another token', async () => {
    const [token, other] = [mintToken(now), mintToken(now)]
    const sealed = await sealWithToken(account, token, 'pan', value)
    for (const wrong of [other, { ...token, secret: other.secret }, { ...token, id: other.id }])
      await expect(openWithToken(account, wrong, 'pan', sealed)).rejects.toThrow(CannotOpen)
  })

  it('a value sealed with a token does not open for another purpose or account', async () => {
    const token = mintToken(now)
    const sealed = await sealWithToken(account, token, 'pan', value)
    await expect(openWithToken(account, token, 'cvv', sealed)).rejects.toThrow(CannotOpen)
    await expect(openWithToken(account, token, 'check', sealed)).rejects.toThrow(CannotOpen)
    const otherAccount = await newAccountKey('account-2')
    await expect(openWithToken(otherAccount, token, 'pan', sealed)).rejects.toThrow(CannotOpen)
    // The same account id with another key, and the same key with another account id.
    await expect(openWithToken({ ...otherAccount, accountId: 'account-1' }, token, 'pan', sealed)).rejects.toThrow(
      CannotOpen,
    )
    await expect(openWithToken({ ...account, accountId: 'account-2' }, token, 'pan', sealed)).rejects.toThrow(
      CannotOpen,
    )
  })

  it('a value sealed with a token opens with its wrapped key', async () => {
    const token = mintToken(now)
    const sealed = await sealWithToken(account, token, 'check', value)
    const wrappedKey = await wrapTokenKey(account, token, 'check')
    expect((await openRecord(account, token.id, 'check', { sealed, wrappedKey })).reveal()).toBe('a value')
  })

  it('a value sealed with a token opens after a root key rotation', async () => {
    const [before, both, after] = await Promise.all(
      [[1], [1, 2], [2]].map((held) => parseRootKeys(rootKeysText(...held))),
    )
    if (!before || !both || !after) return expect.fail()
    const { wrappedKey: old } = await generateAccountKey(before, 'account-1')
    const token = mintToken(now)
    const sealed = await sealWithToken(await unwrapAccountKey(before, 'account-1', old), token, 'pan', value)

    const { wrappedKey: fresh } = await rewrapAccountKey(both, 'account-1', old)
    const rotated = await unwrapAccountKey(after, 'account-1', fresh)
    expect((await openWithToken(rotated, token, 'pan', sealed)).reveal()).toBe('a value')
    const wrappedKey = await wrapTokenKey(rotated, token, 'pan')
    expect((await openRecord(rotated, token.id, 'pan', { sealed, wrappedKey })).reveal()).toBe('a value')
  })
})

// Checked by the compiler: wrapping the key of a one-time purpose must be a type error.
export const typeError = () =>
  // @ts-expect-error
  wrapTokenKey(account, mintToken(now), 'cvv')
