import type { Statement } from './database.ts'
import { sql } from './database.ts'
import type { Owner } from './owner.ts'

/** An id that a client named, as ours: -1, which nobody has, where it can be none of ours. Ours stay below 2^53. */
export const transactionKey = (named: string): number => {
  const id = Number(named)
  // 007 is not 7.
  return Number.isSafeInteger(id) && String(id) === named ? id : -1
}

/** A piece of SQL with its values: true where the client's reference is absent or one of its own. */
export const referenceHolds = ({ account, mode }: Owner, reference: string | null): Statement =>
  reference === null
    ? sql('TRUE')
    : sql(
        'EXISTS (SELECT 1 FROM operations WHERE id = ? AND account = ? AND mode = ?)',
        transactionKey(reference),
        account,
        mode,
      )
