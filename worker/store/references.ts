import { transactionKey } from '#contract/transactionKey'
import type { Statement } from './database.ts'
import { sql } from './database.ts'
import type { Owner } from './owner.ts'

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
