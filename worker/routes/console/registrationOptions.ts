import { algorithms } from '../../domain/team/passkeys/publicKey.ts'
import type { RelyingParty } from '../../domain/team/passkeys/relyingParty.ts'
import { toUserHandle } from '../../domain/team/userHandle.ts'
import { passkeyTimeout } from './consoleRoute.ts'

/** Whose passkey is made. */
interface Registrant {
  readonly id: string
  readonly email: string
  readonly shard: string
  /** The account's name, which the browser shows beside the passkey. */
  readonly account: string
  /** Ids of the person's passkeys, so that a device offers no second one. */
  readonly passkeys?: readonly string[]
}

/** What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON). */
export const registrationOptions = (
  challenge: string,
  { id, email, shard, account, passkeys = [] }: Registrant,
  relyingParty: RelyingParty,
) => ({
  challenge,
  rp: { id: relyingParty.id, name: account },
  user: { id: toUserHandle({ shard, member: id }), name: email, displayName: email },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: passkeys.map((passkey) => ({ type: 'public-key', id: passkey })),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
  timeout: passkeyTimeout,
})
