import { fromBase64url, randomBytes, toBase64url, utf8 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import { deriveMacKey, label } from './keys/derive.ts'
import { parseRootKeys } from './keys/rootKeys.ts'

/** What a passkey signs a challenge for: to sign in, to confirm in a session, or to be registered by the holder of a secret. */
export type ChallengePurpose = 'sign-in' | `confirm/${string}` | `register/${string}`

/** How long a challenge can be signed, in milliseconds. */
const lifetimeMs = 5 * 60_000

const randomLength = 10
const timeLength = 6
const macLength = 16

export interface PasskeyChallenges {
  /** A challenge in base64url: its time, random bytes, and a MAC, so that nothing is stored before somebody has signed it. */
  mint(purpose: ChallengePurpose, nowMs: number): Promise<string>
  /** When a challenge for this purpose was made, in milliseconds since 1970. Null if it was not, or is too old. */
  timeOf(challenge: string, purpose: ChallengePurpose, nowMs: number): Promise<number | null>
}

const writeTime = (ms: number): Bytes => {
  const bytes = new Uint8Array(timeLength)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(ms / 2 ** 32))
  view.setUint32(2, ms % 2 ** 32)
  return bytes
}

const readTime = (bytes: Bytes): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return view.getUint16(0) * 2 ** 32 + view.getUint32(2)
}

const join = (...parts: readonly Bytes[]): Bytes => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** @param rootKeys the Worker secret ROOT_KEYS. A challenge that was made before a new root key is refused, and the page asks for another */
export const createPasskeyChallenges = (rootKeys: string): PasskeyChallenges => {
  let derived: Promise<CryptoKey> | undefined
  const key = () =>
    (derived ??= parseRootKeys(rootKeys).then(({ newestMaterial }) =>
      deriveMacKey(newestMaterial, label('root/passkey-challenge')),
    ))
  const mac = async (purpose: ChallengePurpose, body: Bytes): Promise<Bytes> => {
    const signature = await crypto.subtle.sign('HMAC', await key(), join(utf8(`${purpose}/`), body))
    return new Uint8Array(signature).slice(0, macLength)
  }
  return {
    mint: async (purpose, nowMs) => {
      const body = join(writeTime(nowMs), randomBytes(randomLength))
      return toBase64url(join(body, await mac(purpose, body)))
    },
    timeOf: async (challenge, purpose, nowMs) => {
      const bytes = fromBase64url(challenge)
      if (bytes?.length !== timeLength + randomLength + macLength) return null
      const body = bytes.slice(0, timeLength + randomLength)
      const expected = await mac(purpose, body)
      // A comparison in constant time is not needed: a challenge is no secret, and each guess costs a request that is limited.
      if (toBase64url(expected) !== toBase64url(bytes.slice(timeLength + randomLength))) return null
      const ms = readTime(body)
      return ms > nowMs - lifetimeMs && ms <= nowMs ? ms : null
    },
  }
}
