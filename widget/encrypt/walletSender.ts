import { fromBase64, toBase64, utf8 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import { googlePayProtocols, googlePaySender, googlePaySignedBytes } from '#contract/tokens/googlePayProtocol'
import type { GooglePayProtocol } from '#contract/tokens/googlePayProtocol'

/** The sender's side of the Google Pay protocols: what a phone does. Uses WebCrypto only. */

/** A value for `digitalPayPayment`. */
export interface WalletEnvelope {
  readonly protocolVersion: GooglePayProtocol
  readonly signature: string
  readonly signedMessage: string
  readonly intermediateSigningKey?: { readonly signedKey: string; readonly signatures: string[] }
}

export interface WalletSending {
  readonly protocolVersion: GooglePayProtocol
  /** PKCS #8 of P-256, base64. */
  readonly rootPrivateKey: string
  readonly recipientId: string
  /** Uncompressed point of P-256, base64. */
  readonly recipientPublicKey: string
  /** When the intermediate key of ECv2 expires, milliseconds since 1970. */
  readonly keyExpiresMs: number
  /** The sender in the signed bytes; differs from the wallet's only in tests. */
  readonly sender?: string
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' } as const
const ecdh = { name: 'ECDH', namedCurve: 'P-256' } as const

type KeyPair = Extract<Awaited<ReturnType<SubtleCrypto['generateKey']>>, { readonly privateKey: unknown }>

const raw = async (key: CryptoKey): Promise<Bytes> =>
  new Uint8Array((await crypto.subtle.exportKey('raw', key)) as ArrayBuffer)

/** A DER integer of a 32-byte big-endian number: without leading zeros, except one if it would be negative otherwise. */
const derInteger = (scalar: Bytes): number[] => {
  const digits = [...scalar.subarray(scalar.findIndex((byte) => byte !== 0))]
  const positive = digits[0]! < 0x80 ? digits : [0, ...digits]
  return [0x02, positive.length, ...positive]
}

/** Signs as DER in base64. WebCrypto returns r and s, 32 bytes each. */
const sign = async (key: CryptoKey, ...parts: string[]): Promise<string> => {
  const signed = googlePaySignedBytes(...parts)
  const both = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, signed))
  const integers = [...derInteger(both.subarray(0, 32)), ...derInteger(both.subarray(32))]
  return toBase64(Uint8Array.from([0x30, integers.length, ...integers]))
}

/** Encrypts for the recipient: ECIES-KEM with a random key pair, AES-CTR from counter zero, and an HMAC tag of the ciphertext. */
const encrypt = async (plain: Bytes, protocol: GooglePayProtocol, recipientPublicKey: string): Promise<string> => {
  const { keyBytes } = googlePayProtocols[protocol]
  const [recipient, pair] = await Promise.all([
    crypto.subtle.importKey('raw', fromBase64(recipientPublicKey)!, ecdh, false, []),
    crypto.subtle.generateKey(ecdh, true, ['deriveBits']) as Promise<KeyPair>,
  ])
  const point = await raw(pair.publicKey)
  // The cast: the worker's types name the member $public, but all platforms accept the standard name.
  const agreement = { name: 'ECDH', public: recipient } as Parameters<SubtleCrypto['deriveBits']>[0]
  const secret = new Uint8Array(await crypto.subtle.deriveBits(agreement, pair.privateKey, 256))
  const material = await crypto.subtle.importKey('raw', Uint8Array.from([...point, ...secret]), 'HKDF', false, [
    'deriveBits',
  ])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: utf8(googlePaySender) }
  const keys = new Uint8Array(await crypto.subtle.deriveBits(hkdf, material, 2 * keyBytes * 8))
  const [cipherKey, macKey] = await Promise.all([
    crypto.subtle.importKey('raw', keys.slice(0, keyBytes), 'AES-CTR', false, ['encrypt']),
    crypto.subtle.importKey('raw', keys.slice(keyBytes), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  const counter = { name: 'AES-CTR', counter: new Uint8Array(16), length: 128 }
  const encrypted = await crypto.subtle.encrypt(counter, cipherKey, plain)
  const tag = await crypto.subtle.sign('HMAC', macKey, encrypted)
  return JSON.stringify({
    encryptedMessage: toBase64(new Uint8Array(encrypted)),
    ephemeralPublicKey: toBase64(point),
    tag: toBase64(new Uint8Array(tag)),
  })
}

/** Encrypts and signs a message. */
export const sendFromWallet = async (plain: Bytes, sending: WalletSending): Promise<WalletEnvelope> => {
  const { protocolVersion, rootPrivateKey, recipientId, recipientPublicKey, keyExpiresMs } = sending
  const sender = sending.sender ?? googlePaySender
  const [root, signedMessage] = await Promise.all([
    crypto.subtle.importKey('pkcs8', fromBase64(rootPrivateKey)!, ecdsa, false, ['sign']),
    encrypt(plain, protocolVersion, recipientPublicKey),
  ])
  const signedBy = async (key: CryptoKey) => ({
    protocolVersion,
    signature: await sign(key, sender, recipientId, protocolVersion, signedMessage),
    signedMessage,
  })
  if (!googlePayProtocols[protocolVersion].intermediate) return signedBy(root)

  const pair = (await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])) as KeyPair
  const publicKey = new Uint8Array((await crypto.subtle.exportKey('spki', pair.publicKey)) as ArrayBuffer)
  const signedKey = JSON.stringify({ keyValue: toBase64(publicKey), keyExpiration: String(keyExpiresMs) })
  const signatures = [await sign(root, sender, protocolVersion, signedKey)]
  return { ...(await signedBy(pair.privateKey)), intermediateSigningKey: { signedKey, signatures } }
}
