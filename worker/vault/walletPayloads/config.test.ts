import { describe, expect, test } from 'vitest'
import { fromBase64 } from '#contract/encoding/bytes'
import { testWallet } from '#contract/tokens/googlePayTestKeys'
import { parseWalletConfig } from './config.ts'
import type { WalletVariables } from './config.ts'
import { googleVariables, pycaVariables } from './vectors.fixtures.ts'

type Key = { keyValue?: unknown; protocolVersion?: unknown; keyExpiration?: unknown }
const {
  keys: [ecv1, ecv2, signingOnly],
} = JSON.parse(pycaVariables.WALLET_ROOT_KEYS) as { keys: [Key, Key, Key] }
const rootKeys = (...keys: Key[]) => ({ WALLET_ROOT_KEYS: JSON.stringify({ keys }) })
const privateKey = googleVariables.WALLET_PRIVATE_KEYS

test('the variables are read, and what else the document holds is left', () => {
  const config = parseWalletConfig({ ...pycaVariables, WALLET_RECIPIENT_ID: ' merchant:12345678901234567890\n' })
  expect(config?.roots.map(({ protocolVersion, expires }) => [protocolVersion, expires])).toEqual([
    ['ECv1', Infinity],
    ['ECv2', 2_100_000_000_000],
  ])
  expect(config?.recipientId).toBe('merchant:12345678901234567890')
  expect(config?.privateKeys).toEqual(pycaVariables.WALLET_PRIVATE_KEYS.split(', ').map(fromBase64))
})

test('where none is set, live mode takes no envelopes', () => {
  expect(parseWalletConfig({})).toBeNull()
  expect(parseWalletConfig({ WALLET_ROOT_KEYS: '', WALLET_RECIPIENT_ID: ' ' })).toBeNull()
})

describe('a wrong variable is named, and not shown', () => {
  const isDocument = 'WALLET_ROOT_KEYS: it is not the JSON document of root keys: {"keys": [{"keyValue": …}]}.'
  const noPoint = 'is not a SubjectPublicKeyInfo of P-256 in base64.'
  const isUnset = 'it is not set, though other variables of the wallet are.'
  const noRecipient = 'WALLET_RECIPIENT_ID: it is not gateway:<id> or merchant:<id>.'
  test.each<[string, WalletVariables]>([
    [`WALLET_ROOT_KEYS: ${isUnset}`, { WALLET_ROOT_KEYS: '' }],
    [`WALLET_RECIPIENT_ID: ${isUnset}`, { WALLET_RECIPIENT_ID: ' ' }],
    [`WALLET_PRIVATE_KEYS: ${isUnset}`, { WALLET_PRIVATE_KEYS: '' }],
    [isDocument, { WALLET_ROOT_KEYS: 'marker' }],
    [isDocument, { WALLET_ROOT_KEYS: '[]' }],
    [isDocument, { WALLET_ROOT_KEYS: '{"keys":{}}' }],
    [isDocument, { WALLET_ROOT_KEYS: '{"keys":[],"keys":[]}' }],
    [isDocument, rootKeys({ ...ecv2, keyExpiration: 2_100_000_000_000 })],
    [isDocument, rootKeys({ ...ecv2, keyValue: null })],
    [
      'WALLET_ROOT_KEYS: it has no key of ECv1 or ECv2.',
      rootKeys(signingOnly, { ...ecv2, protocolVersion: 'toString' }),
    ],
    [`WALLET_ROOT_KEYS: key 2 ${noPoint}`, rootKeys(ecv1, { ...ecv2, keyValue: 'marker' })],
    [`WALLET_ROOT_KEYS: key 1 ${noPoint}`, rootKeys({ ...ecv1, keyValue: privateKey })],
    ['WALLET_ROOT_KEYS: key 2 has no keyExpiration.', rootKeys(ecv1, { ...ecv2, keyExpiration: undefined })],
    [
      'WALLET_ROOT_KEYS: key 1 is the root of test mode, by which anybody can sign.',
      rootKeys({ ...ecv1, keyValue: testWallet.rootPublicKey }),
    ],
    [noRecipient, { WALLET_RECIPIENT_ID: 'marker' }],
    [noRecipient, { WALLET_RECIPIENT_ID: 'gateway:' }],
    [noRecipient, { WALLET_RECIPIENT_ID: 'gateway:mar ker' }],
    ['WALLET_RECIPIENT_ID: it is the recipient of test mode.', { WALLET_RECIPIENT_ID: testWallet.recipientId }],
    ['WALLET_PRIVATE_KEYS: entry 1 is not base64.', { WALLET_PRIVATE_KEYS: 'mar-ker' }],
    ['WALLET_PRIVATE_KEYS: entry 2 is not base64.', { WALLET_PRIVATE_KEYS: `${privateKey},` }],
    [
      'WALLET_PRIVATE_KEYS: entry 2 is the key of test mode, which everybody has.',
      { WALLET_PRIVATE_KEYS: `${privateKey}, ${testWallet.recipientPrivateKey}` },
    ],
  ])('%s', (complaint, wrong) => {
    expect(() => parseWalletConfig({ ...pycaVariables, ...wrong })).toThrow(new Error(complaint))
  })
})
