import { describe, expect, test } from 'vitest'
import { initialSettings } from '#contract/accounts/accounts'
import type { Endpoint } from '#contract/endpoint'
import { getAccount } from '#contract/accounts/accounts'
import { createToken } from '#contract/tokens/tokens'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { authorizeRequest } from './authorizeRequest.ts'

/** Cases that no endpoint shows: endpoints of test mode alone, and the order of the checks. */

const key = (kind: KeyRecord['kind'], mode: 'test' | 'live', ...scopes: KeyRecord['scopes'][number][]): KeyRecord => ({
  keyId: 'k',
  kind,
  scopes,
  allowedOrigins: null,
  expires: null,
  revoked: null,
  usage: {},
  account: {
    id: 'a',
    mode,
    suspended: false,
    settings: initialSettings(mode),
    clockOffsetMs: 0,
    vaultKey: null,
    endpoints: [],
    connections: [],
  },
})

const testOnly: Endpoint = { ...getAccount, testOnly: true }
const from = (origin?: string) => new Request('https://pay.test/v1/any', origin ? { headers: { origin } } : {})
const gatewayOrigin = 'https://pay.test'

describe('authorizeRequest', () => {
  test('a live key is rejected by a test-only endpoint with mode_mismatch', () => {
    expect(() =>
      authorizeRequest(key('sk', 'live', 'keys:admin'), testOnly, from(), { gatewayOrigin, nowMs: 0 }),
    ).toThrow('mode_mismatch')
    expect(() =>
      authorizeRequest(key('sk', 'test', 'keys:admin'), testOnly, from(), { gatewayOrigin, nowMs: 0 }),
    ).not.toThrow()
  })

  test('kind, scope, mode and origin of a key are checked in this order', () => {
    expect(() => authorizeRequest(key('pk', 'live'), testOnly, from(), { gatewayOrigin, nowMs: 0 })).toThrow(
      'publishable_key_not_allowed',
    )
    expect(() => authorizeRequest(key('sk', 'live'), testOnly, from(), { gatewayOrigin, nowMs: 0 })).toThrow(
      'scope_missing',
    )
    expect(() =>
      authorizeRequest(key('pk', 'live'), createToken, from('https://evil.example'), { gatewayOrigin, nowMs: 0 }),
    ).toThrow('scope_missing')
    expect(() =>
      authorizeRequest(key('pk', 'live', 'tokens:write'), createToken, from('https://evil.example'), {
        gatewayOrigin,
        nowMs: 0,
      }),
    ).toThrow('origin_not_allowed')
  })

  test('the origin of a secret key is checked on publishable endpoints only', () => {
    expect(() =>
      authorizeRequest(key('sk', 'live', 'tokens:write'), createToken, from('https://evil.example'), {
        gatewayOrigin,
        nowMs: 0,
      }),
    ).toThrow('origin_not_allowed')
    expect(() =>
      authorizeRequest(key('sk', 'live', 'keys:admin'), getAccount, from('https://evil.example'), {
        gatewayOrigin,
        nowMs: 0,
      }),
    ).not.toThrow()
  })
})
