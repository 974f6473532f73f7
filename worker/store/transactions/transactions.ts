import { actorNameColumns, actorNames } from '../audit/actorColumns.ts'
import type { ActorRow } from '../audit/actorColumns.ts'
import { sql } from '../sql/database.ts'
import type { Row } from '../sql/database.ts'
import { defineColumns, nullable, text } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { attentionColumn, attentionOf } from './attentionOf.ts'
import type { PaymentAttention } from './attentionOf.ts'
import { operationResourceColumns, transactionResourceColumns } from './columns.ts'
import type { OperationResource, TransactionResource } from './columns.ts'
import { ofPayment } from './ofPayment.ts'
import { resolutionsColumn, resolutionsOf } from './resolutionsOf.ts'
import type { RecordedResolution } from './resolutionsOf.ts'

/** An operation with who made it. */
export type OperationWithActor = OperationResource & { readonly actor: ActorRow | null }

export interface FoundTransaction {
  readonly transaction: TransactionResource
  readonly operations: readonly OperationWithActor[]
  /** The checkout that was paid. */
  readonly checkout: string | null
  /** The oldest operation that a person has to look up. */
  readonly attention: PaymentAttention | null
  /** What persons recorded about its operations, the oldest first. */
  readonly resolutions: readonly RecordedResolution[]
}

const operationOfPayment = operationResourceColumns.prefixed('operation', 'operation_')

/**
 * One row per operation, the first operation first. Ids do not order them, since those of one millisecond are unordered.
 *
 * Only the first row has the columns of the transaction, whose id is that of its first operation. A second statement
 * for these columns would cost the request more time than their NULLs in further rows.
 */
const operationsWithPayment = `
  SELECT ${operationOfPayment.list}, ${transactionResourceColumns.list('payment')}, ${attentionOf('payment')} AS attention,
         operation.actor AS actor, ${actorNames('operation.actor', 'operation.account')},
         (SELECT checkout FROM checkoutTries WHERE checkoutTries.transactionId = payment.id) AS checkout,
         ${resolutionsOf('payment')} AS resolutions
  FROM operations AS named
  CROSS JOIN operations AS operation ON ${ofPayment('named.transactionId', 'operation')}
  LEFT JOIN transactions AS payment ON payment.id = operation.id
  WHERE named.id = ? AND named.account = ? AND named.mode = ?
  ORDER BY operation.id <> operation.transactionId, operation.id`

const actorColumns = defineColumns({ actor: nullable(text), ...actorNameColumns })
const checkoutColumn = nullable(text)

const toOperationWithActor = (row: Row): OperationWithActor => {
  const { actor, ...names } = actorColumns.decode(row)
  return { ...operationOfPayment.decode(row), actor: actor === null ? null : { key: actor, ...names } }
}

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
    operations: rows.map(toOperationWithActor),
    checkout: checkoutColumn.read(first['checkout'], 'checkout'),
    attention: attentionColumn.read(first['attention'], 'attention'),
    resolutions: resolutionsColumn.read(first['resolutions'], 'resolutions'),
  }
}
