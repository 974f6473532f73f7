import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import * as v from 'valibot'
import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import { deviceCardEntries } from '#contract/terminals/device'
import type { EntryMode } from '#contract/terminals/device'
import { parseStrictly } from '#contract/schema/jsonScan'
import { object } from '#contract/schema/objects'
import type { CreditCard } from '#contract/transactions/payment'
import { creditCard, encryptedCreditCard } from '#contract/transactions/payment'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import type { EncryptionKey } from '../keys/encryptionKeys.ts'

/**
 * Client-encrypted cards: a compact JWE (RFC 7516) of a credit card object.
 *
 * Exactly one form is accepted: RSA-OAEP-256 with A256GCM and a header of alg, enc, kid and optionally iat, typ and cty. This excludes all header
 * parameters by which a sender could control decryption: compression (zip), own keys (jwk, jku, x5u, x5c), work factors (p2c), and critical
 * extensions (crit).
 */
const alg = 'RSA-OAEP-256'
const enc = 'A256GCM'

/** In characters (ASCII). Checked before parsing. */
const maxLength = 8192
const segmentCount = 5

/** The last second of the year 9999. */
const maxTime = 253_402_300_799

const headerSchema = v.strictObject({
  alg: v.literal(alg),
  enc: v.literal(enc),
  kid: v.string(),
  /** When the card was encrypted, seconds since 1970. */
  iat: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxTime))),
  typ: v.optional(v.string()),
  cty: v.optional(v.string()),
})

const allowedAlgorithms = { keyManagementAlgorithms: [alg], contentEncryptionAlgorithms: [enc] }

const decodeUtf8 = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

/** Parses UTF-8 JSON. Null if it is invalid: a duplicate member could be another card for another parser. */
const parseJson = (bytes: Uint8Array, parse?: (text: string) => unknown): unknown => {
  try {
    const parsed = parseStrictly(decodeUtf8(bytes), parse)
    return 'defect' in parsed ? null : parsed.value
  } catch {
    return null
  }
}

type Header = v.InferOutput<typeof headerSchema>

/** The header of a token in the accepted form, else null. Every segment must be canonical base64url, so each token has one spelling. */
export const parseEncryptedCardHeader = (token: string): Header | null => {
  if (token.length > maxLength) return null
  const segments = token.split('.', segmentCount + 1)
  if (segments.length !== segmentCount) return null
  const [header, ...rest] = segments.map(fromBase64url)
  if (header == null || rest.includes(null)) return null
  const read = v.safeParse(headerSchema, parseJson(header))
  return read.success ? read.output : null
}

interface Decrypted {
  readonly header: Header
  readonly plain: unknown
}

/**
 * The header and content of a token. Null for any fault, so that the reason is not revealed. A token with another kid is decrypted before it
 * is rejected, so that it takes the same time.
 */
const decryptToken = async ({ publicKey, privateKey }: EncryptionKey, token: string): Promise<Decrypted | null> => {
  const header = parseEncryptedCardHeader(token)
  if (header === null) return null
  const opened = await compactDecrypt(token, privateKey, allowedAlgorithms).catch(() => null)
  return opened === null || header.kid !== publicKey.kid
    ? null
    : { header, plain: parseJson(opened.plaintext, parseKeepingNumbers) }
}

/**
 * Identifies an encrypted card: SHA-256, in base64url, of all segments but the wrapped content key. They are authenticated by a content key
 * that only the encrypting client knows, so nobody else can spell the same card in another way.
 */
const messageIdOf = async (token: string): Promise<string> => {
  const [header, , ...sealed] = token.split('.')
  const hash = await crypto.subtle.digest('SHA-256', utf8([header, ...sealed].join('.')))
  return toBase64url(new Uint8Array(hash))
}

const isDeviceCard = (plain: unknown): boolean => typeof plain === 'object' && plain !== null && 'session' in plain

export interface OpenedCard {
  readonly card: CreditCard
  /** When it was encrypted, seconds since 1970; null if the header has no `iat`. */
  readonly encryptedAt: number | null
  /** Identifies the encrypted card, for its single use. */
  readonly messageId: string
}

/** Opens an encrypted card. Null for any fault, and for a card that a device encrypted for its session. */
export const openEncryptedCard = async (key: EncryptionKey, token: string): Promise<OpenedCard | null> => {
  const decrypted = await decryptToken(key, token)
  if (decrypted === null || isDeviceCard(decrypted.plain)) return null
  const card = v.safeParse(encryptedCreditCard(), decrypted.plain)
  if (!card.success) return null
  return { card: card.output, encryptedAt: decrypted.header.iat ?? null, messageId: await messageIdOf(token) }
}

const deviceCard = v.intersect([creditCard(), object(deviceCardEntries())])
export type DeviceCard = CreditCard & { readonly entryMode: EntryMode }

/** Opens a card that a device encrypted. Null for any fault, and for a card of another session. */
export const openDeviceCard = async (
  key: EncryptionKey,
  token: string,
  session: string,
): Promise<DeviceCard | null> => {
  const card = v.safeParse(deviceCard, (await decryptToken(key, token))?.plain)
  return card.success && card.output.session === session ? card.output : null
}
