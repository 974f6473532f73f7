import { sql } from '../sql/database.ts'
import type { Row } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** The key pair that an account's cards are encrypted to: the public half in clear, as JSON text, the private half sealed. */
export interface StoredEncryptionKey {
  readonly publicKey: string
  readonly sealedKey: string
  readonly wrappedKey: string
}

const read = ({ account, mode }: Owner) =>
  sql('SELECT publicKey, sealedKey, wrappedKey FROM encryptionKeys WHERE account = ? AND mode = ?', account, mode)

const storedKey = (row: Row): StoredEncryptionKey => row as unknown as StoredEncryptionKey

/** One round trip. Null where none was made yet. */
export const findEncryptionKey = async ({ database, owner }: OwnerScope): Promise<StoredEncryptionKey | null> => {
  const row = await database.row(read(owner))
  return row === null ? null : storedKey(row)
}

/** Keeps the first pair that anybody makes, and answers the one that is kept: two requests may both find none. One round trip. */
export const keepFirstEncryptionKey = async (
  { database, owner }: OwnerScope,
  { publicKey, sealedKey, wrappedKey }: StoredEncryptionKey,
): Promise<StoredEncryptionKey> => {
  const [, [row] = []] = await database.batch([
    sql(
      'INSERT OR IGNORE INTO encryptionKeys (account, mode, publicKey, sealedKey, wrappedKey) VALUES (?, ?, ?, ?, ?)',
      owner.account,
      owner.mode,
      publicKey,
      sealedKey,
      wrappedKey,
    ),
    read(owner),
  ])
  if (row === undefined) throw new Error('The encryption key was neither found nor made.')
  return storedKey(row)
}
