import { sql } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** The key pair for card encryption in browsers: the public key as JSON text, the private key sealed. */
const columns = defineColumns({ publicKey: text, sealedKey: text, wrappedKey: text })

export type StoredEncryptionKey = RowOf<typeof columns>

const selectKey = ({ account, mode }: Owner) =>
  sql(`SELECT ${columns.list()} FROM encryptionKeys WHERE account = ? AND mode = ?`, account, mode)

/** One round trip. Null if the account has none yet. */
export const findEncryptionKey = async ({ database, owner }: OwnerScope): Promise<StoredEncryptionKey | null> => {
  const row = await database.row(selectKey(owner))
  return row && columns.decode(row)
}

/** One round trip: inserts the key pair if the account has none, and returns the stored one. Concurrent requests get the same pair. */
export const getOrInsertEncryptionKey = async (
  { database, owner }: OwnerScope,
  key: StoredEncryptionKey,
): Promise<StoredEncryptionKey> => {
  const [, [row] = []] = await database.batch([
    sql(
      `INSERT OR IGNORE INTO encryptionKeys (account, mode, ${columns.list()}) VALUES (?, ?, ${columns.placeholders})`,
      owner.account,
      owner.mode,
      ...columns.encode(key),
    ),
    selectKey(owner),
  ])
  if (row === undefined) throw new Error('The encryption key was neither found nor inserted.')
  return columns.decode(row)
}
