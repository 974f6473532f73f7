import type { Api } from '../../api/api.ts'
import { createPasskey } from '../../api/passkey.ts'

/** One of the member's own passkeys. */
export type Passkey = {
  readonly id: string
  /** Empty for one from before passkeys had names. */
  readonly name: string
  /** RFC 3339. */
  readonly created: string
  readonly lastUsed: string | null
}

/** GET /session/passkeys. */
export type OwnPasskeys = { readonly passkeys: readonly Passkey[]; readonly hasRecoveryCode: boolean }

const path = '/session/passkeys'

export const readPasskeys = (api: Api, signal: AbortSignal): Promise<OwnPasskeys> => api.get(path, {}, signal)

/** Makes one more passkey in this browser and registers it. Without a name it has that of the browser. @throws {ApiError} */
export const addPasskey = async (api: Api, name: string): Promise<Passkey> => {
  const { publicKey } = await api.json<{ publicKey: PublicKeyCredentialCreationOptionsJSON }>('POST', `${path}/options`)
  const credential = await createPasskey(publicKey)
  const body = { credential, ...(name !== '' && { name }) }
  return (await api.json<{ passkey: Passkey }>('POST', path, { body })).passkey
}

export const removePasskey = async (api: Api, id: string): Promise<void> => {
  await api.send('DELETE', `${path}/${encodeURIComponent(id)}`)
}

/** Makes a recovery code, in place of the one before. @returns the code, which no later response has */
export const newRecoveryCode = async (api: Api): Promise<string> =>
  (await api.json<{ recoveryCode: string }>('POST', '/session/recoverycode')).recoveryCode
