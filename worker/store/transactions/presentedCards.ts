import { sql } from '../sql/database.ts'
import { duplicateColumns, selectDuplicate } from './duplicates.ts'
import { insertSignature } from './signatures.ts'
import type { SealedSignature } from './signatures.ts'
import type { InstrumentColumns } from './columns.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** A card presented at a terminal, for the payment that waits there. */
export interface PresentedCardColumns {
  readonly id: number
  readonly columns: Pick<
    InstrumentColumns,
    'cardId' | 'sealedPan' | 'wrappedPanKey' | 'network' | 'last4' | 'digits' | 'expiry' | 'fingerprint' | 'cardRange'
  >
  readonly signature: SealedSignature | null
  readonly at: number
  /** When the sweep may abandon the payment. */
  readonly due: number
  /** An equal payment made after this time is a duplicate; null for no such rule. */
  readonly duplicateSince: number | null
}

/**
 * One round trip: attaches the presented card to its payment before the processor is called. Null if a sweep has abandoned the payment.
 */
export const attachCard = async (
  { database, owner }: OwnerScope,
  { id, columns, signature, at, due, duplicateSince }: PresentedCardColumns,
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
    duplicate: duplicateSince === null ? null : selectDuplicate(id, duplicateSince),
  })
  if (rows.operation.length === 0) return null
  return { duplicateOf: duplicateColumns.decodeFirst(rows.duplicate)?.id ?? null }
}
