import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import * as v from 'valibot'
import { fromBase64url } from '#contract/encoding/bytes'
import { deviceCardEntries } from '#contract/terminals/device'
import type { EntryMode } from '#contract/terminals/device'
import { object } from '#contract/schema/objects'
import type { CreditCard } from '#contract/transactions/payment'
import { creditCard } from '#contract/transactions/payment'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import type { EncryptionKey } from '../keys/encryptionKeys.ts'

/**
 * Client-encrypted cards: a compact JWE (RFC 7516) of a credit card object.
 *
 * Exactly one form is accepted: RSA-OAEP-256 with A256GCM and a header of alg, enc, kid and optionally typ and cty. This excludes all header
 * parameters by which a sender could control decryption: compression (zip), own keys (jwk, jku, x5u, x5c), work factors (p2c), and critical
 * extensions (crit).
 */
const alg = 'RSA-OAEP-256'
const enc = 'A256GCM'

/** In characters (ASCII). Checked before parsing. */
const maxLength = 8192
const segmentCount = 5

const headerSchema = v.strictObject({
  alg: v.literal(alg),
  enc: v.literal(enc),
  kid: v.string(),
  typ: v.optional(v.string()),
  cty: v.optional(v.string()),
})

const allowedAlgorithms = { keyManagementAlgorithms: [alg], contentEncryptionAlgorithms: [enc] }

/** Parses UTF-8 JSON. Null if the bytes are invalid. */
const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return parseKeepingNumbers(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return null
  }
}

/** The kid of a token in the accepted form, else null. Every segment must be canonical base64url, so each token has one spelling. */
const parseKid = (token: string): string | null => {
  if (token.length > maxLength) return null
  const segments = token.split('.', segmentCount + 1)
  if (segments.length !== segmentCount) return null
  const [header, ...rest] = segments.map(fromBase64url)
  if (header == null || rest.includes(null)) return null
  const read = v.safeParse(headerSchema, parseJson(header))
  return read.success ? read.output.kid : null
}

/**
 * The content of a token. Null for any fault, so that the reason is not revealed. A token with another kid is decrypted before it is rejected,
 * so that it takes the same time.
 */
const decryptToken = async ({ publicKey, privateKey }: EncryptionKey, token: string): Promise<unknown> => {
  const kid = parseKid(token)
  if (kid === null) return null
  const opened = await compactDecrypt(token, privateKey, allowedAlgorithms).catch(() => null)
  return opened === null || kid !== publicKey.kid ? null : parseJson(opened.plaintext)
}

const isDeviceCard = (plain: unknown): boolean => typeof plain === 'object' && plain !== null && 'session' in plain

/** Opens an encrypted card. Null for any fault, and for a card that a device encrypted for its session. */
export const openEncryptedCard = async (key: EncryptionKey, token: string): Promise<CreditCard | null> => {
  const plain = await decryptToken(key, token)
  const card = v.safeParse(creditCard(), plain)
  return card.success && !isDeviceCard(plain) ? card.output : null
}

const deviceCard = v.intersect([creditCard(), object(deviceCardEntries())])
export type DeviceCard = CreditCard & { readonly entryMode: EntryMode }

/** Opens a card that a device encrypted. Null for any fault, and for a card of another session. */
export const openDeviceCard = async (
  key: EncryptionKey,
  token: string,
  session: string,
): Promise<DeviceCard | null> => {
  const card = v.safeParse(deviceCard, await decryptToken(key, token))
  return card.success && card.output.session === session ? card.output : null
}
