import { parseAttestationObject } from '@oslojs/webauthn'
import { fromBase64url, toBase64url } from '#contract/encoding/bytes'
import type { Registration } from '#contract/team/credentials'
import type { NewPasskey } from '../../../store/team/members.ts'
import { toJwk } from './publicKey.ts'
import { readClientData } from './relyingParty.ts'
import type { RelyingParty } from './relyingParty.ts'

/** A new passkey with the challenge that its browser was given. */
export type ReadRegistration = Omit<NewPasskey, 'challengeMs' | 'name'> & { readonly challenge: string }

/**
 * Reads a new passkey. Attestation is not asked for, so nothing says which maker's device it is: a shop trusts the person who holds the
 * invitation. Null if it is malformed, for another host, or made without the person's finger, face or PIN.
 */
export const readRegistration = (
  { id, response }: Registration,
  relyingParty: RelyingParty,
): ReadRegistration | null => {
  const [clientDataJson, attestation] = [
    fromBase64url(response.clientDataJSON),
    fromBase64url(response.attestationObject),
  ]
  if (clientDataJson === null || attestation === null) return null
  const client = readClientData(clientDataJson, 'create', relyingParty)
  if (client === null) return null
  try {
    const { authenticatorData } = parseAttestationObject(attestation)
    const { credential, userPresent, userVerified, signatureCounter } = authenticatorData
    if (credential === null || !userPresent || !userVerified) return null
    if (!authenticatorData.verifyRelyingPartyIdHash(relyingParty.id) || toBase64url(credential.id) !== id) return null
    const { algorithm, jwk } = toJwk(credential.publicKey)
    return { id, publicKey: JSON.stringify(jwk), algorithm, signCount: signatureCounter, challenge: client.challenge }
  } catch {
    return null
  }
}
