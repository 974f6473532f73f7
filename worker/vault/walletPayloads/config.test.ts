import { describe, expect, test } from 'vitest'
import { fromBase64 } from '#contract/encoding/bytes'
import { googlePayTestKeys } from '#contract/tokens/googlePayTestKeys'
import { parseWalletConfig } from './config.ts'
import type { WalletVariables } from './config.ts'
import { googleVariables, pycaVariables } from './vectors.fixtures.ts'

type Key = { keyValue?: unknown; protocolVersion?: unknown; keyExpiration?: unknown }
const {
  keys: [ecv1, ecv2, signingOnly],
} = JSON.parse(pycaVariables.WALLET_ROOT_KEYS) as { keys: [Key, Key, Key] }
const rootKeys = (...keys: Key[]) => ({ WALLET_ROOT_KEYS: JSON.stringify({ keys }) })
const privateKey = googleVariables.WALLET_PRIVATE_KEYS

test('parseWalletConfig parses the variables and ignores other entries of the root key document', () => {
  const config = parseWalletConfig({ ...pycaVariables, WALLET_RECIPIENT_ID: ' merchant:12345678901234567890\n' })
  expect(config?.roots.map(({ protocolVersion, expires }) => [protocolVersion, expires])).toEqual([
    ['ECv1', Infinity],
    ['ECv2', 2_100_000_000_000],
  ])
  expect(config?.recipientId).toBe('merchant:12345678901234567890')
  expect(config?.privateKeys).toEqual(pycaVariables.WALLET_PRIVATE_KEYS.split(', ').map(fromBase64))
})

test('parseWalletConfig returns null if no variable is set', () => {
  expect(parseWalletConfig({})).toBeNull()
  expect(parseWalletConfig({ WALLET_ROOT_KEYS: '', WALLET_RECIPIENT_ID: ' ' })).toBeNull()
})

describe('invalid WALLET_ variables', () => {
  const isDocument = 'WALLET_ROOT_KEYS: it is not a JSON document of root keys: {"keys": [{"keyValue": …}]}.'
  const noPoint = 'is not a SubjectPublicKeyInfo of P-256 in base64.'
  const isUnset = 'it is not set, but other WALLET_ variables are.'
  const noRecipient = 'WALLET_RECIPIENT_ID: it must be gateway:<id> or merchant:<id>.'
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
    ['WALLET_ROOT_KEYS: it has no ECv1 or ECv2 key.', rootKeys(signingOnly, { ...ecv2, protocolVersion: 'toString' })],
    [`WALLET_ROOT_KEYS: key 2 ${noPoint}`, rootKeys(ecv1, { ...ecv2, keyValue: 'marker' })],
    [`WALLET_ROOT_KEYS: key 1 ${noPoint}`, rootKeys({ ...ecv1, keyValue: privateKey })],
    ['WALLET_ROOT_KEYS: key 2 has no keyExpiration.', rootKeys(ecv1, { ...ecv2, keyExpiration: undefined })],
    [
      'WALLET_ROOT_KEYS: key 1 is the public test mode key.',
      rootKeys({ ...ecv1, keyValue: googlePayTestKeys.rootPublicKey }),
    ],
    [noRecipient, { WALLET_RECIPIENT_ID: 'marker' }],
    [noRecipient, { WALLET_RECIPIENT_ID: 'gateway:' }],
    [noRecipient, { WALLET_RECIPIENT_ID: 'gateway:mar ker' }],
    [
      'WALLET_RECIPIENT_ID: it is the recipient id of test mode.',
      { WALLET_RECIPIENT_ID: googlePayTestKeys.recipientId },
    ],
    ['WALLET_PRIVATE_KEYS: entry 1 is not base64.', { WALLET_PRIVATE_KEYS: 'mar-ker' }],
    ['WALLET_PRIVATE_KEYS: entry 2 is not base64.', { WALLET_PRIVATE_KEYS: `${privateKey},` }],
    [
      'WALLET_PRIVATE_KEYS: entry 2 is the public test mode key.',
      { WALLET_PRIVATE_KEYS: `${privateKey}, ${googlePayTestKeys.recipientPrivateKey}` },
    ],
  ])('parseWalletConfig throws "%s"', (message, wrong) => {
    expect(() => parseWalletConfig({ ...pycaVariables, ...wrong })).toThrow(new Error(message))
  })
})
