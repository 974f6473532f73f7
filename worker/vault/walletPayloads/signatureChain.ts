import * as v from 'valibot'
import type { DigitalPayPayment } from '#contract/transactions/payment'
import { googlePayProtocols, googlePaySender, googlePaySignedBytes } from '#contract/tokens/googlePayProtocol'
import type { GooglePayProtocol } from '#contract/tokens/googlePayProtocol'
import { isSignedByAny } from './ecdsa.ts'
import { parseStrictJson, timestamp } from './json.ts'
import { parsePoint, importVerifyingKey } from './p256.ts'

/** A trusted root key of Google Pay. */
export interface RootKey {
  readonly protocolVersion: GooglePayProtocol
  readonly key: CryptoKey
  /** Milliseconds since 1970; Infinity if the key never expires. */
  readonly expires: number
}

/** The trusted root keys, and the recipient that a message must be signed for. */
export interface SignatureRequirements {
  readonly roots: readonly RootKey[]
  readonly recipientId: string
}

/** The specification allows unknown members. */
const signedKeySchema = v.object({ keyValue: v.string(), keyExpiration: timestamp() })

/** The intermediate signing key of ECv2. Null unless a root key signed it and it has not expired. */
const intermediateKey = async (
  { protocolVersion, intermediateSigningKey }: DigitalPayPayment,
  roots: readonly CryptoKey[],
  nowMs: number,
): Promise<CryptoKey | null> => {
  if (intermediateSigningKey === undefined) return null
  const { signedKey, signatures } = intermediateSigningKey
  if (!(await isSignedByAny(roots, signatures, googlePaySignedBytes(googlePaySender, protocolVersion, signedKey))))
    return null
  const parsed = parseStrictJson(signedKeySchema, signedKey)
  if (parsed === null || parsed.keyExpiration <= nowMs) return null
  const point = parsePoint(parsed.keyValue)
  return point && importVerifyingKey(point)
}

/** Whether a message is signed for the recipient by an unexpired key chain from a root key. */
export const hasValidSignatureChain = async (
  { roots, recipientId }: SignatureRequirements,
  payload: DigitalPayPayment,
  nowMs: number,
): Promise<boolean> => {
  const { protocolVersion, signature, signedMessage, intermediateSigningKey } = payload
  const trusted = roots
    .filter((root) => root.protocolVersion === protocolVersion && root.expires > nowMs)
    .map(({ key }) => key)
  const signed = googlePaySignedBytes(googlePaySender, recipientId, protocolVersion, signedMessage)
  if (!googlePayProtocols[protocolVersion].intermediate)
    return intermediateSigningKey === undefined && isSignedByAny(trusted, [signature], signed)
  const intermediate = await intermediateKey(payload, trusted, nowMs)
  return intermediate !== null && isSignedByAny([intermediate], [signature], signed)
}
