import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** A signature, sealed. */
export interface SealedSignature {
  readonly sealed: string
  readonly wrappedKey: string
}

/** A statement for the batch that writes down what was presented. Only where that has happened, by its time. */
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

/** A statement for the batch that settles a payment: nobody needs the signature under what came to nothing. */
export const forgetSignature = (transactionId: number): Statement =>
  sql('DELETE FROM signatures WHERE transactionId = ?', transactionId)

/** One round trip, by the id of any operation of the payment. Null where nobody signed. */
export const findSignature = async (
  { database, owner: { account, mode } }: OwnerScope,
  id: number,
): Promise<(SealedSignature & { readonly transactionId: number; readonly created: number }) | null> =>
  (await database.row(
    sql(
      `SELECT transactionId, sealed, wrappedKey, created FROM signatures
       WHERE transactionId = (SELECT transactionId FROM operations WHERE id = ? AND account = ? AND mode = ?)`,
      id,
      account,
      mode,
    ),
  )) as (SealedSignature & { readonly transactionId: number; readonly created: number }) | null
