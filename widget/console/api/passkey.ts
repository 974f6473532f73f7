import { ApiError } from './apiError.ts'

/** Whether this browser can sign in with a passkey. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/**
 * Asks the person for a passkey.
 *
 * @returns the credential for the server
 * @throws {ApiError} `passkey_canceled` without a passkey
 */
export const askForPasskey = async (publicKey: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> => {
  if (!hasPasskeys()) throw new ApiError({ status: 0, type: 'passkeys_unsupported', message: '' })
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey)
  const credential = await navigator.credentials.get({ publicKey: options }).catch(() => null)
  // The browser gives no reason: canceled, timed out, or no passkey of this site.
  if (!(credential instanceof PublicKeyCredential))
    throw new ApiError({ status: 0, type: 'passkey_canceled', message: '' })
  return credential.toJSON()
}

/**
 * Makes a passkey of this site.
 *
 * @returns the credential for the server
 * @throws {ApiError} `passkey_canceled` without a passkey, `passkey_exists` on a device that has one
 */
export const createPasskey = async (publicKey: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> => {
  if (!hasPasskeys()) throw new ApiError({ status: 0, type: 'passkeys_unsupported', message: '' })
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey)
  const credential = await navigator.credentials.create({ publicKey: options }).catch((error: unknown) => {
    // The device has a passkey of this person.
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new ApiError({ status: 0, type: 'passkey_exists', message: '' })
    return null
  })
  if (!(credential instanceof PublicKeyCredential))
    throw new ApiError({ status: 0, type: 'passkey_canceled', message: '' })
  return credential.toJSON()
}
