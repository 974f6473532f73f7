import { sql } from '../sql/database.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { attentionColumn, attentionOf } from './attentionOf.ts'
import type { PaymentAttention } from './attentionOf.ts'
import { operationResourceColumns, transactionResourceColumns } from './columns.ts'
import type { OperationResource, TransactionResource } from './columns.ts'
import { ofPayment } from './ofPayment.ts'

export interface FoundTransaction {
  readonly transaction: TransactionResource
  readonly operations: readonly OperationResource[]
  /** The oldest operation that a person has to look up. */
  readonly attention: PaymentAttention | null
}

const operationOfPayment = operationResourceColumns.prefixed('operation', 'operation_')

/**
 * One row per operation, the first operation first. Ids do not order them, since those of one millisecond are unordered.
 *
 * Only the first row has the columns of the transaction, whose id is that of its first operation. A second statement
 * for these columns would cost the request more time than their NULLs in further rows.
 */
const operationsWithPayment = `
  SELECT ${operationOfPayment.list}, ${transactionResourceColumns.list('payment')}, ${attentionOf('payment')} AS attention
  FROM operations AS named
  CROSS JOIN operations AS operation ON ${ofPayment('named.transactionId', 'operation')}
  LEFT JOIN transactions AS payment ON payment.id = operation.id
  WHERE named.id = ? AND named.account = ? AND named.mode = ?
  ORDER BY operation.id <> operation.transactionId, operation.id`

/**
 * One round trip: a transaction with all its operations, the first one first, by the id of any of them. Null if the account has no such
 * operation.
 */
export const findTransaction = async (
  { database, owner: { account, mode } }: OwnerScope,
  id: number,
): Promise<FoundTransaction | null> => {
  const rows = await database.rows(sql(operationsWithPayment, id, account, mode))
  const [first] = rows
  if (first === undefined) return null
  return {
    transaction: transactionResourceColumns.decode(first),
    operations: rows.map(operationOfPayment.decode),
    attention: attentionColumn.read(first['attention'], 'attention'),
  }
}
