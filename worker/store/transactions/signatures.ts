import { sql } from '../sql/database.ts'
import { defineColumns, integer, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** A signature, sealed. */
export interface SealedSignature {
  readonly sealed: string
  readonly wrappedKey: string
}

/** INSERT of a signature, if the same batch has attached the presented card at this time. */
export const insertSignature = (transactionId: number, signature: SealedSignature, at: number): Statement =>
  sql(
    `INSERT INTO signatures (transactionId, account, mode, sealed, wrappedKey, created)
     SELECT id, account, mode, ?, ?, ? FROM transactions WHERE id = ? AND status = 'pending' AND updated = ?
     ON CONFLICT DO NOTHING`,
    signature.sealed,
    signature.wrappedKey,
    at,
    transactionId,
    at,
  )

/** DELETE of a signature, for the batch that records an outcome other than an approval. */
export const deleteSignature = (transactionId: number): Statement =>
  sql('DELETE FROM signatures WHERE transactionId = ?', transactionId)

const signatureColumns = defineColumns({ transactionId: integer, sealed: text, wrappedKey: text, created: integer })

/** One round trip, by the id of any operation of the payment. Null if the payment has no signature. */
export const findSignature = async (
  { database, owner: { account, mode } }: OwnerScope,
  id: number,
): Promise<RowOf<typeof signatureColumns> | null> =>
  signatureColumns.decodeFirst(
    await database.rows(
      sql(
        `SELECT ${signatureColumns.list()} FROM signatures
       WHERE transactionId = (SELECT transactionId FROM operations WHERE id = ? AND account = ? AND mode = ?)`,
        id,
        account,
        mode,
      ),
    ),
  )
