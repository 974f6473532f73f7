import { toBase64url, utf8 } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import type { Assertion, Registration } from '#contract/team/credentials'

const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

const join = (...parts: readonly (Bytes | readonly number[])[]): Bytes =>
  new Uint8Array(parts.flatMap((part) => Array.from(part)))

const uint32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

/** A CBOR byte string (RFC 8949). */
const cborBytes = (bytes: Bytes): Bytes =>
  bytes.length < 256 ? join([0x58, bytes.length], bytes) : join([0x59, bytes.length >> 8, bytes.length & 255], bytes)

const cborText = (text: string): Bytes => join([0x60 + text.length], utf8(text))

/** A DER integer of a big-endian number: without leading zeros, and with one before a set sign bit. */
const derInteger = (bytes: Bytes): Bytes => {
  const from = bytes.findIndex((byte) => byte !== 0)
  const digits = from === -1 ? new Uint8Array([0]) : bytes.slice(from)
  const padded = digits[0]! >= 128 ? join([0], digits) : digits
  return join([2, padded.length], padded)
}

const derSignature = (raw: Bytes): Bytes => {
  const body = join(derInteger(raw.slice(0, 32)), derInteger(raw.slice(32)))
  return join([0x30, body.length], body)
}

/** What an authenticator gets wrong, for tests. */
export interface Faults {
  readonly origin?: string
  readonly host?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  /** User present is 1, user verified 4. */
  readonly flags?: number
  readonly signCount?: number
}

/** An authenticator in software, which keeps a key of ES256 for one host. */
export const createAuthenticator = async (origin: string) => {
  const { hostname } = new URL(origin)
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const point = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer)
  const id = crypto.getRandomValues(new Uint8Array(16))
  let userHandle: string | null = null
  let signCount = 0

  const clientData = (type: string, challenge: string, faults: Faults): Bytes =>
    utf8(
      JSON.stringify({
        type: faults.type ?? type,
        challenge,
        origin: faults.origin ?? origin,
        crossOrigin: faults.crossOrigin ?? false,
      }),
    )
  const authenticatorData = async (faults: Faults, attested: Bytes): Promise<Bytes> =>
    join(
      await sha256(utf8(faults.host ?? hostname)),
      [(faults.flags ?? 5) | (attested.length > 0 ? 64 : 0)],
      uint32(faults.signCount ?? signCount),
      attested,
    )

  return {
    id: toBase64url(id),
    /** Answers `navigator.credentials.create()`. */
    register: async (
      { challenge, user }: { readonly challenge: string; readonly user: { readonly id: string } },
      faults: Faults = {},
    ): Promise<Registration> => {
      userHandle = user.id
      // A COSE key: kty EC2, alg ES256, crv P-256, x, y.
      const key = join(
        [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21],
        cborBytes(point.slice(1, 33)),
        [0x22],
        cborBytes(point.slice(33)),
      )
      const attested = join(new Uint8Array(16), [0, id.length], id, key)
      const attestation = join(
        [0xa3],
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        [0xa0],
        cborText('authData'),
        cborBytes(await authenticatorData(faults, attested)),
      )
      const clientDataJSON = toBase64url(clientData('webauthn.create', challenge, faults))
      return { id: toBase64url(id), response: { clientDataJSON, attestationObject: toBase64url(attestation) } }
    },
    /** Answers `navigator.credentials.get()`. */
    sign: async ({ challenge }: { readonly challenge: string }, faults: Faults = {}): Promise<Assertion> => {
      signCount += 1
      const client = clientData('webauthn.get', challenge, faults)
      const data = await authenticatorData(faults, new Uint8Array())
      const raw = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        pair.privateKey,
        join(data, await sha256(client)),
      )
      return {
        id: toBase64url(id),
        response: {
          clientDataJSON: toBase64url(client),
          authenticatorData: toBase64url(data),
          signature: toBase64url(derSignature(new Uint8Array(raw))),
          userHandle,
        },
      }
    },
  }
}

export type Authenticator = Awaited<ReturnType<typeof createAuthenticator>>
