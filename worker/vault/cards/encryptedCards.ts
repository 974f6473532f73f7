import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import * as v from 'valibot'
import { fromBase64url } from '#contract/encoding/bytes'
import { deviceCardMembers } from '#contract/terminals/device'
import type { EntryMode } from '#contract/terminals/device'
import { object } from '#contract/schema/objects'
import type { CreditCard } from '#contract/transactions/payment'
import { creditCard } from '#contract/transactions/payment'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import type { EncryptionKey } from '../keys/encryptionKeys.ts'

/**
 * Cards that were encrypted before they came to us: a compact JWE (RFC 7516) of a credit card object.
 *
 * Exactly one form is taken: RSA-OAEP-256 wraps the key, A256GCM encrypts, and the header says these, the kid, and perhaps typ and cty. That
 * leaves out all by which a sender could choose how we decrypt: compression (zip), a key of theirs (jwk, jku, x5u, x5c), work (p2c), and what
 * we do not understand (crit).
 */
const alg = 'RSA-OAEP-256'
const enc = 'A256GCM'

/** In characters, which base64url makes bytes. Looked at before anything is parsed. */
const longest = 8192
const parts = 5

const headerSchema = v.strictObject({
  alg: v.literal(alg),
  enc: v.literal(enc),
  kid: v.string(),
  typ: v.optional(v.string()),
  cty: v.optional(v.string()),
})

const pinned = { keyManagementAlgorithms: [alg], contentEncryptionAlgorithms: [enc] }

/** Bytes that must be UTF-8 JSON. Null where they are not. */
const readJson = (bytes: Uint8Array): unknown => {
  try {
    return parseKeepingNumbers(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return null
  }
}

/** The kid of a token of the one form that is taken, else null. Every part must be canonical base64url: one card, one text. */
const kidOf = (token: string): string | null => {
  if (token.length > longest) return null
  const segments = token.split('.', parts + 1)
  if (segments.length !== parts) return null
  const [header, ...rest] = segments.map(fromBase64url)
  if (header == null || rest.includes(null)) return null
  const read = v.safeParse(headerSchema, readJson(header))
  return read.success ? read.output.kid : null
}

/**
 * What a token holds. Null whatever is wrong with it: its form, its key, or a bit of it; nobody shall learn from the difference. A token
 * that names another key is decrypted all the same before it is refused, so that it takes as long.
 */
const openToken = async ({ publicKey, privateKey }: EncryptionKey, token: string): Promise<unknown> => {
  const kid = kidOf(token)
  if (kid === null) return null
  const opened = await compactDecrypt(token, privateKey, pinned).catch(() => null)
  return opened === null || kid !== publicKey.kid ? null : readJson(opened.plaintext)
}

const isForReader = (plain: unknown): boolean => typeof plain === 'object' && plain !== null && 'session' in plain

/** Opens an encrypted card. Null whatever is wrong with it. One that a reader encrypted is for its payment alone, and none here. */
export const openEncryptedCard = async (key: EncryptionKey, token: string): Promise<CreditCard | null> => {
  const plain = await openToken(key, token)
  const card = v.safeParse(creditCard(), plain)
  return card.success && !isForReader(plain) ? card.output : null
}

const deviceCard = v.intersect([creditCard(), object(deviceCardMembers())])
export type DeviceCard = CreditCard & { readonly entryMode: EntryMode }

/** Opens a card that a reader encrypted. Null whatever is wrong with it, or where it is for another payment. */
export const openDeviceCard = async (
  key: EncryptionKey,
  token: string,
  session: string,
): Promise<DeviceCard | null> => {
  const card = v.safeParse(deviceCard, await openToken(key, token))
  return card.success && card.output.session === session ? card.output : null
}
