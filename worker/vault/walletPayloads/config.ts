import * as v from 'valibot'
import { fromBase64 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import { googlePayTestKeys } from '#contract/tokens/googlePayTestKeys'
import { googlePayProtocols } from '#contract/tokens/googlePayProtocol'
import type { GooglePayProtocol } from '#contract/tokens/googlePayProtocol'
import { parseStrictJson, timestamp } from './json.ts'
import { parsePoint } from './p256.ts'

/**
 * Google Pay configuration of live mode, from three Worker variables. Set all of them or none:
 *
 * - WALLET_ROOT_KEYS: Google's published JSON document of root keys
 * - WALLET_RECIPIENT_ID: our recipient id, `gateway:<id>` or `merchant:<id>`
 * - WALLET_PRIVATE_KEYS: a secret; comma-separated P-256 keys, PKCS #8 in base64. Two keys during a rotation, while messages to the old key are
 *   in flight
 */
export interface WalletConfig {
  readonly roots: readonly WalletRoot[]
  readonly recipientId: string
  /** PKCS #8. */
  readonly privateKeys: readonly Bytes[]
}

export interface WalletRoot {
  readonly protocolVersion: GooglePayProtocol
  /** The uncompressed point. */
  readonly point: Bytes
  /** Milliseconds since 1970; Infinity if the key never expires. */
  readonly expires: number
}

export interface WalletVariables {
  readonly WALLET_ROOT_KEYS?: string
  readonly WALLET_RECIPIENT_ID?: string
  readonly WALLET_PRIVATE_KEYS?: string
}

const names = ['WALLET_ROOT_KEYS', 'WALLET_RECIPIENT_ID', 'WALLET_PRIVATE_KEYS'] as const
type Name = (typeof names)[number]

/** Messages contain the variable, the entry's position and the fault, never a value. */
const rejectVariable =
  (name: Name) =>
  (reason: string): never => {
    throw new Error(`${name}: ${reason}`)
  }
const rejectRootKeys = rejectVariable('WALLET_ROOT_KEYS')
const rejectRecipientId = rejectVariable('WALLET_RECIPIENT_ID')
const rejectPrivateKeys = rejectVariable('WALLET_PRIVATE_KEYS')

const publishedKey = v.object({
  keyValue: v.string(),
  protocolVersion: v.string(),
  keyExpiration: v.optional(timestamp()),
})
type PublishedKey = v.InferOutput<typeof publishedKey>

const rootKeysSchema = v.object({ keys: v.array(publishedKey) })

const isKnown = (protocol: string): protocol is GooglePayProtocol => Object.hasOwn(googlePayProtocols, protocol)

const parseRoot = ({ keyValue, protocolVersion, keyExpiration }: PublishedKey, index: number): WalletRoot[] => {
  // The document also contains keys of other protocols, which must not sign payments.
  if (!isKnown(protocolVersion)) return []
  const reject = (reason: string) => rejectRootKeys(`key ${index + 1} ${reason}`)
  const point = parsePoint(keyValue) ?? reject('is not a SubjectPublicKeyInfo of P-256 in base64.')
  if (keyValue === googlePayTestKeys.rootPublicKey) reject('is the public test mode key.')
  if (keyExpiration === undefined && protocolVersion !== 'ECv1') reject('has no keyExpiration.')
  return [{ protocolVersion, point, expires: keyExpiration ?? Infinity }]
}

const parseRoots = (text: string): WalletRoot[] => {
  const document = parseStrictJson(rootKeysSchema, text)
  if (document === null) return rejectRootKeys('it is not a JSON document of root keys: {"keys": [{"keyValue": …}]}.')
  const roots = document.keys.flatMap(parseRoot)
  return roots.length > 0 ? roots : rejectRootKeys('it has no ECv1 or ECv2 key.')
}

const parseRecipientId = (text: string): string => {
  if (text === googlePayTestKeys.recipientId) return rejectRecipientId('it is the recipient id of test mode.')
  return /^(gateway|merchant):[!-~]{1,100}$/.test(text)
    ? text
    : rejectRecipientId('it must be gateway:<id> or merchant:<id>.')
}

const parsePrivateKey = (entry: string, index: number): Bytes => {
  const reject = (reason: string) => rejectPrivateKeys(`entry ${index + 1} ${reason}`)
  if (entry.trim() === googlePayTestKeys.recipientPrivateKey) return reject('is the public test mode key.')
  const bytes = fromBase64(entry.trim())
  return bytes !== null && bytes.length > 0 ? bytes : reject('is not base64.')
}

/**
 * Parses the three variables. Null if none is set: live mode then accepts no Google Pay payloads.
 *
 * @throws Error with the variable and its fault, never its value
 */
export const parseWalletConfig = (variables: WalletVariables): WalletConfig | null => {
  const isSet = (name: Name) => (variables[name] ?? '').trim() !== ''
  if (!names.some(isSet)) return null
  const [roots, recipientId, privateKeys] = names.map((name) =>
    isSet(name) ? variables[name]!.trim() : rejectVariable(name)('it is not set, but other WALLET_ variables are.'),
  ) as [string, string, string]
  return {
    roots: parseRoots(roots),
    recipientId: parseRecipientId(recipientId),
    privateKeys: privateKeys.split(',').map(parsePrivateKey),
  }
}

/** The configuration of test mode, the same in every deployment. */
export const testWalletConfig: WalletConfig = {
  roots: (Object.keys(googlePayProtocols) as GooglePayProtocol[]).map((protocolVersion) => ({
    protocolVersion,
    point: parsePoint(googlePayTestKeys.rootPublicKey)!,
    expires: Infinity,
  })),
  recipientId: googlePayTestKeys.recipientId,
  privateKeys: [fromBase64(googlePayTestKeys.recipientPrivateKey)!],
}
