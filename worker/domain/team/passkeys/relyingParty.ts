import { ClientDataType, parseClientDataJSON } from '@oslojs/webauthn'
import { toBase64url } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'

/** The console as passkeys know it. */
export interface RelyingParty {
  /** Its host name. A passkey belongs to it and signs for no other. */
  readonly id: string
  /** Its origin, which browsers write into what is signed. */
  readonly origin: string
}

/** What a browser says about a signature: nobody but the browser writes it. */
export interface ClientData {
  /** In base64url. */
  readonly challenge: string
}

/**
 * Reads the client data of a registration or a signature. Null if it is malformed, of the other kind, of another origin, or from a page in a
 * frame of another site.
 */
export const readClientData = (
  bytes: Bytes,
  kind: 'create' | 'get',
  { origin }: Pick<RelyingParty, 'origin'>,
): ClientData | null => {
  try {
    const data = parseClientDataJSON(bytes)
    const expected = kind === 'create' ? ClientDataType.Create : ClientDataType.Get
    if (data.type !== expected || data.origin !== origin || data.crossOrigin === true) return null
    return { challenge: toBase64url(data.challenge) }
  } catch {
    return null
  }
}
