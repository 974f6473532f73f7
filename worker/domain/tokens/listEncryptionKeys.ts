import type { EncryptedCardVault } from '../../vault/cards/encryptedCardVault.ts'
import { wholeListHeaders } from '../pageHeaders.ts'

interface Needs {
  readonly encryptedCards: Pick<EncryptedCardVault, 'publicKeys'>
}

/** Lists the public keys that cards may be encrypted to. The first request of an account creates its key pair. */
export const listEncryptionKeys = async ({ encryptedCards }: Needs) => {
  const keys = await encryptedCards.publicKeys()
  return { keys, headers: wholeListHeaders('/v1/encryptionkeys', keys), errors: null }
}
