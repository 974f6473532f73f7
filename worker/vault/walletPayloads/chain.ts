import * as v from 'valibot'
import type { DigitalPayPayment } from '#contract/transactions/payment'
import { walletProtocols, walletSender, walletSignedBytes } from '#contract/tokens/googlePayProtocol'
import type { WalletProtocol } from '#contract/tokens/googlePayProtocol'
import { isSignedByAny } from './ecdsa.ts'
import { readJson, timestamp } from './json.ts'
import { pointOf, verifyingKey } from './p256.ts'

/** A key of the wallet's that we trust of ourselves. */
export interface RootKey {
  readonly protocolVersion: WalletProtocol
  readonly key: CryptoKey
  /** Milliseconds since 1970; infinite where the key never expires. */
  readonly expires: number
}

/** What a message must be signed by, and for whom. */
export interface SignedFor {
  readonly roots: readonly RootKey[]
  readonly recipientId: string
}

/** More members may come: the specification says so. */
const signedKeySchema = v.object({ keyValue: v.string(), keyExpiration: timestamp() })

/** The key that signs the message under ECv2, where any root vouches for it by any of its signatures, and it has not expired. */
const intermediateKey = async (
  { protocolVersion, intermediateSigningKey }: DigitalPayPayment,
  roots: readonly CryptoKey[],
  nowMs: number,
): Promise<CryptoKey | null> => {
  if (intermediateSigningKey === undefined) return null
  const { signedKey, signatures } = intermediateSigningKey
  if (!(await isSignedByAny(roots, signatures, walletSignedBytes(walletSender, protocolVersion, signedKey))))
    return null
  const read = readJson(signedKeySchema, signedKey)
  if (read === null || read.keyExpiration <= nowMs) return null
  const point = pointOf(read.keyValue)
  return point && verifyingKey(point)
}

/** Whether a message is signed for the recipient, by a chain of keys that begins at a root and of which none has expired. */
export const isSignedFor = async (
  { roots, recipientId }: SignedFor,
  payload: DigitalPayPayment,
  nowMs: number,
): Promise<boolean> => {
  const { protocolVersion, signature, signedMessage, intermediateSigningKey } = payload
  const trusted = roots
    .filter((root) => root.protocolVersion === protocolVersion && root.expires > nowMs)
    .map(({ key }) => key)
  const signed = walletSignedBytes(walletSender, recipientId, protocolVersion, signedMessage)
  if (!walletProtocols[protocolVersion].intermediate)
    return intermediateSigningKey === undefined && isSignedByAny(trusted, [signature], signed)
  const intermediate = await intermediateKey(payload, trusted, nowMs)
  return intermediate !== null && isSignedByAny([intermediate], [signature], signed)
}
