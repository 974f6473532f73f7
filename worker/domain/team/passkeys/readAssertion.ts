import { createAssertionSignatureMessage, parseAuthenticatorData } from '@oslojs/webauthn'
import { fromBase64url } from '#contract/encoding/bytes'
import type { Bytes } from '#contract/encoding/bytes'
import type { Assertion } from '#contract/team/credentials'
import type { PasskeyRow } from '../../../store/team/passkeys.ts'
import { isSignedBy } from './publicKey.ts'
import { readClientData } from './relyingParty.ts'
import type { RelyingParty } from './relyingParty.ts'

/** What a passkey has signed. */
export interface ReadAssertion {
  readonly challenge: string
  readonly signCount: number
}

/** What is signed: the authenticator's data and the client's. */
const messageOf = (authenticatorData: Bytes, clientDataJson: Bytes): Bytes =>
  new Uint8Array(createAssertionSignatureMessage(authenticatorData, clientDataJson))

/**
 * Reads what a passkey has signed. Null if the signature is wrong, for another host, made without the person's finger, face or PIN, or by a
 * copy of the passkey: a counter that does not grow (0 and 0 for passkeys that are copied between a person's devices).
 */
export const readAssertion = async (
  { id, response }: Assertion,
  passkey: Pick<PasskeyRow, 'id' | 'publicKey' | 'algorithm' | 'signCount'>,
  relyingParty: RelyingParty,
): Promise<ReadAssertion | null> => {
  const clientDataJson = fromBase64url(response.clientDataJSON)
  const authenticator = fromBase64url(response.authenticatorData)
  const signature = fromBase64url(response.signature)
  if (clientDataJson === null || authenticator === null || signature === null || id !== passkey.id) return null
  const client = readClientData(clientDataJson, 'get', relyingParty)
  if (client === null) return null
  try {
    const data = parseAuthenticatorData(authenticator)
    if (!data.userPresent || !data.userVerified || !data.verifyRelyingPartyIdHash(relyingParty.id)) return null
    const { signatureCounter: signCount } = data
    if (signCount <= passkey.signCount && (signCount > 0 || passkey.signCount > 0)) return null
    const isRight = await isSignedBy(passkey, messageOf(authenticator, clientDataJson), signature)
    return isRight ? { challenge: client.challenge, signCount } : null
  } catch {
    return null
  }
}
