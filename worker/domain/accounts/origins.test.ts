import { describe, expect, test } from 'vitest'
import { allowedOrigins, originMayCall } from './origins.ts'

const shop = 'https://shop.example'
const blog = 'https://blog.example'

const ownerOf = (own: readonly string[] | null, mode: 'test' | 'live', ofAccount: readonly string[]) => ({
  allowedOrigins: own,
  account: { mode, settings: { allowedOrigins: { test: [], live: [], [mode]: ofAccount } } },
})

describe('origins that may use a key', () => {
  test.each([
    ['no list, in test mode', null, 'test', [], '*'],
    ['no list, in live mode', null, 'live', [], []],
    ['the list of the account', null, 'live', [shop, blog], [shop, blog]],
    ['the list of the key', [shop], 'live', [], [shop]],
    ['both lists: the origins in both', [shop, 'https://other.example'], 'live', [blog, shop], [shop]],
    ['two lists without a common origin, in test mode', [shop], 'test', [blog], []],
    ['an empty list of the key, in test mode', [], 'test', [], []],
  ] as const)('%s', (_what, own, mode, ofAccount, allowed) => {
    expect(allowedOrigins(ownerOf(own, mode, ofAccount))).toEqual(allowed)
  })

  test('the list of the other mode does not count', () => {
    const settings = { allowedOrigins: { test: [shop], live: [] } }
    expect(allowedOrigins({ allowedOrigins: null, account: { mode: 'live', settings } })).toEqual([])
  })

  test('a page may call from a listed origin and from the gateway, and any page where all may', () => {
    const gateway = 'https://pay.example'
    const listed = ownerOf([shop], 'live', [])
    expect([shop, blog, gateway].map((origin) => originMayCall(listed, origin, gateway))).toEqual([true, false, true])
    expect(originMayCall(ownerOf(null, 'test', []), blog, gateway)).toBe(true)
  })
})
