import { toBase64 } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { generateAccountKey, unwrapAccountKey } from './keys/accountKeys.ts'
import type { AccountKey } from './keys/accountKeys.ts'
import type { Card } from './cards/cards.ts'
import { parseRootKeys } from './keys/rootKeys.ts'

/** For tests: ROOT_KEYS with these versions. Each key is its version as a byte, 32 times. */
export const rootKeysText = (...versions: number[]): string =>
  versions.map((version) => `${version}:${toBase64(new Uint8Array(32).fill(version))}`).join()

/** For tests: a new account key. */
export const newAccountKey = async (accountId: string): Promise<AccountKey> => {
  const roots = await parseRootKeys(rootKeysText(1))
  const { wrappedKey } = await generateAccountKey(roots, accountId)
  return unwrapAccountKey(roots, accountId, wrappedKey)
}

/** For tests: a card with non-ASCII letters. */
export const card: Card = {
  number: new Secret('4242424242424242'),
  expiry: '1230',
  nameOnCard: 'José Muñoz',
  postalCode: '46201',
}

/** For tests: a card as plain data, for comparisons. */
export const revealed = ({ number, ...rest }: Card) => ({ number: number.reveal(), ...rest })
