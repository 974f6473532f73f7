import { sql } from '../sql/database.ts'
import { equalPayment } from './createPending.ts'
import { insertSignature } from './signatures.ts'
import type { SealedSignature } from './signatures.ts'
import type { InstrumentColumns } from './transactions.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** What a shopper presented at a reader, for the payment that waits there. */
export interface Presented {
  readonly id: number
  readonly columns: Pick<
    InstrumentColumns,
    'cardId' | 'sealedPan' | 'wrappedPanKey' | 'network' | 'last4' | 'digits' | 'expiry' | 'fingerprint' | 'cardRange'
  >
  readonly signature: SealedSignature | null
  readonly at: number
  /** When the sweep may take it for abandoned from now on. */
  readonly due: number
  /** An equal payment made after this time is a duplicate; null for no such rule. */
  readonly duplicateSince: number | null
}

/**
 * Writes the card down that was presented, before the processor is asked: one round trip. Null where the payment waits no longer, because
 * the sweep has taken it for abandoned.
 */
export const presentCard = async (
  { database, owner }: OwnerScope,
  { id, columns, signature, at, due, duplicateSince }: Presented,
): Promise<{ readonly duplicateOf: number | null } | null> => {
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const rows = await database.named({
    operation: sql(
      `UPDATE operations SET due = ?, updated = ?
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending' AND due IS NOT NULL RETURNING id`,
      due,
      at,
      id,
      owner.account,
      owner.mode,
    ),
    transaction: sql(
      `UPDATE transactions SET ${names.map((name) => `${name} = ?`).join(', ')}, updated = ?
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending'
         AND EXISTS (SELECT 1 FROM operations WHERE operations.id = transactions.id AND due = ?)`,
      ...names.map((name) => columns[name]),
      at,
      id,
      owner.account,
      owner.mode,
      due,
    ),
    signature: signature === null ? null : insertSignature(id, signature, at),
    duplicate: duplicateSince === null ? null : equalPayment({ id }, duplicateSince),
  })
  if (rows.operation.length === 0) return null
  return { duplicateOf: (rows.duplicate[0]?.['id'] ?? null) as number | null }
}
