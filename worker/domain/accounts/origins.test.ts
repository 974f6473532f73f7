import { describe, expect, test } from 'vitest'
import { allowedOrigins, isOriginAllowed } from './origins.ts'

const shop = 'https://shop.example'
const blog = 'https://blog.example'

const ownerOf = (own: readonly string[] | null, mode: 'test' | 'live', ofAccount: readonly string[]) => ({
  allowedOrigins: own,
  account: { mode, settings: { allowedOrigins: ofAccount } },
})

describe('allowed origins', () => {
  test.each([
    ['no list in test mode', null, 'test', [], '*'],
    ['no list in live mode', null, 'live', [], []],
    ['only a list of the account', null, 'live', [shop, blog], [shop, blog]],
    ['only a list of the key', [shop], 'live', [], [shop]],
    ['lists of account and key', [shop, 'https://other.example'], 'live', [blog, shop], [shop]],
    ['two lists without a common origin in test mode', [shop], 'test', [blog], []],
    ['an empty list of the key in test mode', [], 'test', [], []],
  ] as const)('allowed origins with %s', (_what, own, mode, ofAccount, allowed) => {
    expect(allowedOrigins(ownerOf(own, mode, ofAccount))).toEqual(allowed)
  })

  test('allowed origins of live mode contain https only, of account and key', () => {
    const local = 'http://localhost:3000'
    for (const mode of ['test', 'live'] as const) {
      expect(allowedOrigins(ownerOf(null, mode, [shop, local]))).toEqual(mode === 'test' ? [shop, local] : [shop])
      expect(allowedOrigins(ownerOf([local], mode, [shop, local]))).toEqual(mode === 'test' ? [local] : [])
    }
  })

  test('allowed origins of live mode contain listed pages of this machine in a local run, and no other http pages', () => {
    const local = ['http://127.0.0.1:8792', 'http://localhost']
    const others = ['http://shop.example', 'http://127.0.0.1.evil.example', 'http://localhost.evil.example:80']
    const owner = ownerOf(null, 'live', [...local, ...others, shop])
    expect(allowedOrigins(owner, { allowLocal: true })).toEqual([...local, shop])
    expect(allowedOrigins(ownerOf(null, 'live', []), { allowLocal: true })).toEqual([])
  })

  test('originMayCall accepts listed origins, the gateway’s own, and any if all are allowed', () => {
    const gateway = 'https://pay.example'
    const listed = ownerOf([shop], 'live', [])
    expect([shop, blog, gateway].map((origin) => isOriginAllowed(listed, origin, gateway))).toEqual([true, false, true])
    expect(isOriginAllowed(ownerOf(null, 'test', []), blog, gateway)).toBe(true)
  })
})
