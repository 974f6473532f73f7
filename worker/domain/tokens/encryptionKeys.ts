import type { RequestServices } from '../../app/compose.ts'

/** The public keys that cards may be encrypted to. The account's pair is made when it is first asked for. */
export const listEncryptionKeys = async ({ encryptedCards }: RequestServices) => ({
  keys: await encryptedCards.publicKeys(),
  errors: null,
})
