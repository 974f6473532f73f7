import type { EncryptedCardVault } from '../../vault/cards/encryptedCardVault.ts'

interface Needs {
  readonly encryptedCards: Pick<EncryptedCardVault, 'publicKeys'>
}

/** Lists the public keys that cards may be encrypted to. The first request of an account creates its key pair. */
export const listEncryptionKeys = async ({ encryptedCards }: Needs) => ({
  keys: await encryptedCards.publicKeys(),
  errors: null,
})
