import * as v from 'valibot'
import { fromBase64 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import { testWallet } from '#contract/tokens/googlePayTestKeys'
import { walletProtocols } from '#contract/tokens/googlePayProtocol'
import type { WalletProtocol } from '#contract/tokens/googlePayProtocol'
import { readJson, timestamp } from './json.ts'
import { pointOf } from './p256.ts'

/**
 * Whose envelopes live mode takes, from three variables of the Worker, all or none of which are set:
 *
 * - WALLET_ROOT_KEYS: the wallet's root keys, as the JSON document that it publishes
 * - WALLET_RECIPIENT_ID: what the wallet calls us, `gateway:<id>` or `merchant:<id>`
 * - WALLET_PRIVATE_KEYS: a secret; PKCS #8 of P-256 in base64, more after commas, so that one can be replaced while messages are under
 *   way to the other
 */
export interface WalletConfig {
  readonly roots: readonly WalletRoot[]
  readonly recipientId: string
  /** PKCS #8. */
  readonly privateKeys: readonly Bytes[]
}

export interface WalletRoot {
  readonly protocolVersion: WalletProtocol
  /** The uncompressed point. */
  readonly point: Bytes
  /** Milliseconds since 1970; infinite where the key never expires. */
  readonly expires: number
}

export interface WalletVariables {
  readonly WALLET_ROOT_KEYS?: string
  readonly WALLET_RECIPIENT_ID?: string
  readonly WALLET_PRIVATE_KEYS?: string
}

const names = ['WALLET_ROOT_KEYS', 'WALLET_RECIPIENT_ID', 'WALLET_PRIVATE_KEYS'] as const
type Name = (typeof names)[number]

/** A message says which variable is wrong, which entry of it, and how; never what it holds. */
const complain =
  (name: Name) =>
  (what: string): never => {
    throw new Error(`${name}: ${what}`)
  }
const wrongRoots = complain('WALLET_ROOT_KEYS')
const wrongRecipient = complain('WALLET_RECIPIENT_ID')
const wrongPrivateKeys = complain('WALLET_PRIVATE_KEYS')

const publishedKey = v.object({
  keyValue: v.string(),
  protocolVersion: v.string(),
  keyExpiration: v.optional(timestamp()),
})
type PublishedKey = v.InferOutput<typeof publishedKey>

const rootKeysSchema = v.object({ keys: v.array(publishedKey) })

const isKnown = (protocol: string): protocol is WalletProtocol => Object.hasOwn(walletProtocols, protocol)

const parseRoot = ({ keyValue, protocolVersion, keyExpiration }: PublishedKey, index: number): WalletRoot[] => {
  // The document also has keys for other things than payments, which must sign none.
  if (!isKnown(protocolVersion)) return []
  const wrong = (what: string) => wrongRoots(`key ${index + 1} ${what}`)
  const point = pointOf(keyValue) ?? wrong('is not a SubjectPublicKeyInfo of P-256 in base64.')
  if (keyValue === testWallet.rootPublicKey) wrong('is the root of test mode, by which anybody can sign.')
  if (keyExpiration === undefined && protocolVersion !== 'ECv1') wrong('has no keyExpiration.')
  return [{ protocolVersion, point, expires: keyExpiration ?? Infinity }]
}

const parseRoots = (text: string): WalletRoot[] => {
  const document = readJson(rootKeysSchema, text)
  if (document === null) return wrongRoots('it is not the JSON document of root keys: {"keys": [{"keyValue": …}]}.')
  const roots = document.keys.flatMap(parseRoot)
  return roots.length > 0 ? roots : wrongRoots('it has no key of ECv1 or ECv2.')
}

const parseRecipientId = (text: string): string => {
  if (text === testWallet.recipientId) return wrongRecipient('it is the recipient of test mode.')
  return /^(gateway|merchant):[!-~]{1,100}$/.test(text)
    ? text
    : wrongRecipient('it is not gateway:<id> or merchant:<id>.')
}

const parsePrivateKey = (entry: string, index: number): Bytes => {
  const wrong = (what: string) => wrongPrivateKeys(`entry ${index + 1} ${what}`)
  if (entry.trim() === testWallet.recipientPrivateKey) return wrong('is the key of test mode, which everybody has.')
  const bytes = fromBase64(entry.trim())
  return bytes !== null && bytes.length > 0 ? bytes : wrong('is not base64.')
}

/**
 * Reads the three variables. Null where none is set: live mode then takes no envelopes.
 *
 * @throws Error that says which variable is missing or wrong and how, and never shows any of it
 */
export const parseWalletConfig = (variables: WalletVariables): WalletConfig | null => {
  const isSet = (name: Name) => (variables[name] ?? '').trim() !== ''
  if (!names.some(isSet)) return null
  const [roots, recipientId, privateKeys] = names.map((name) =>
    isSet(name) ? variables[name]!.trim() : complain(name)('it is not set, though other variables of the wallet are.'),
  ) as [string, string, string]
  return {
    roots: parseRoots(roots),
    recipientId: parseRecipientId(recipientId),
    privateKeys: privateKeys.split(',').map(parsePrivateKey),
  }
}

/** The config of test mode, the same everywhere. */
export const testWalletConfig: WalletConfig = {
  roots: (Object.keys(walletProtocols) as WalletProtocol[]).map((protocolVersion) => ({
    protocolVersion,
    point: pointOf(testWallet.rootPublicKey)!,
    expires: Infinity,
  })),
  recipientId: testWallet.recipientId,
  privateKeys: [fromBase64(testWallet.recipientPrivateKey)!],
}
