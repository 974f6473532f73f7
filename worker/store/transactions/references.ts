import { parseTransactionId } from '#contract/transactions/transactionKey'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'

/** A condition: the reference transaction is absent or belongs to the owner. */
export const referenceHolds = ({ account, mode }: Owner, reference: string | null): Statement =>
  reference === null
    ? sql('TRUE')
    : sql(
        'EXISTS (SELECT 1 FROM operations WHERE id = ? AND account = ? AND mode = ?)',
        parseTransactionId(reference),
        account,
        mode,
      )
