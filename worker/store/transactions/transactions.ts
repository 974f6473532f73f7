import { sql } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { attentionColumn, attentionOf } from './attentionOf.ts'
import type { PaymentAttention } from './attentionOf.ts'
import { operationResourceColumns, transactionResourceColumns } from './columns.ts'
import type { OperationResource, TransactionResource } from './columns.ts'
import { ofPayments } from './ofPayment.ts'

export interface FoundTransaction {
  readonly transaction: TransactionResource
  readonly operations: readonly OperationResource[]
  /** The oldest operation that a person has to look up. */
  readonly attention: PaymentAttention | null
}

/**
 * One round trip: a transaction with all its operations, by the id of any of them. Null if the account has no such operation.
 *
 * The first operation is first in the list. Ids do not ensure this, since those of one millisecond are unordered.
 */
export const findTransaction = async (
  { database, owner: { account, mode } }: OwnerScope,
  id: number,
): Promise<FoundTransaction | null> => {
  const root = sql('SELECT transactionId FROM operations WHERE id = ? AND account = ? AND mode = ?', id, account, mode)
  const theirs = ofPayments(root)
  const [[transaction] = [], operations = []] = await database.batch([
    sql(
      `SELECT ${transactionResourceColumns.list()}, ${attentionOf('transactions')} AS attention FROM transactions WHERE id = (${root.sql})`,
      ...root.values,
    ),
    sql(
      `SELECT ${operationResourceColumns.list()} FROM operations WHERE ${theirs.sql} ORDER BY id <> transactionId, id`,
      ...theirs.values,
    ),
  ])
  if (transaction === undefined) return null
  return {
    transaction: transactionResourceColumns.decode(transaction),
    operations: operations.map(operationResourceColumns.decode),
    attention: attentionColumn.read(transaction['attention'], 'attention'),
  }
}
