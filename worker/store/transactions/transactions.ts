import type { TransactionState } from '#contract/transactions'
import { sql } from '../sql/database.ts'
import { operationColumns, transactionColumns } from './transactionEvents.ts'
import type { ShownOperation, ShownTransaction } from './transactionEvents.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** The columns of what is paid with, sealed and shown. Cash has none but its method. */
export interface InstrumentColumns {
  /** creditCard, check, cash or digitalPayPayment. */
  readonly method: string
  readonly cardId: string | null
  readonly sealedPan: string | null
  readonly wrappedPanKey: string | null
  readonly network: string | null
  readonly last4: string | null
  readonly digits: number | null
  readonly expiry: string | null
  readonly fingerprint: string | null
  readonly cardRange: string | null
  /** Keyed hash of the address that a browser made the token from. */
  readonly source: string | null
  readonly customer: string | null
  readonly wallet: string | null
  /** Of a co-badged card: the network that its holder chose. */
  readonly preferredNetwork: string | null
}

/** Columns of `transactions`, as the database has them. Amounts are minor units, times are milliseconds since 1970. */
export interface TransactionRow extends InstrumentColumns {
  readonly id: number
  readonly account: string
  readonly mode: 'test' | 'live'
  /** A credit is a payout that refers to no payment. */
  readonly type: 'payment' | 'credit'
  readonly status: TransactionState
  readonly currency: number
  readonly requested: number
  readonly approved: number
  readonly captured: number
  readonly credited: number
  readonly settled: number
  readonly tip: number
  /** Reserved by captures and credits on their way. */
  readonly capturing: number
  readonly crediting: number
  /** 1 while an operation is on its way that bears no other beside it. */
  readonly held: 0 | 1
  /** Approved, and given up. */
  readonly released: number
  readonly terminal: string | null
  readonly initiatedBy: string
  readonly initial: string
  readonly networkTransactionId: string | null
  readonly orderData: string | null
  readonly orderReference: string | null
  readonly referenceTransactionId: string | null
  readonly initiatedByUserId: string | null
  readonly batchId: string | null
  readonly created: number
  readonly updated: number
  readonly expires: number | null
}

/**
 * A transaction with all its operations, by the id of any of them; null where the account has none such. One round trip.
 *
 * The first operation comes first, which its id alone does not say: two ids of one millisecond are in no order.
 */
export const findTransaction = async (
  { database, owner: { account, mode } }: OwnerScope,
  id: number,
): Promise<{ transaction: ShownTransaction; operations: ShownOperation[] } | null> => {
  const root = 'SELECT transactionId FROM operations WHERE id = ? AND account = ? AND mode = ?'
  const [[transaction] = [], operations = []] = await database.batch([
    sql(`SELECT ${transactionColumns.join()} FROM transactions WHERE id = (${root})`, id, account, mode),
    sql(
      `SELECT ${operationColumns.join()} FROM operations WHERE transactionId = (${root}) ORDER BY id <> transactionId, id`,
      id,
      account,
      mode,
    ),
  ])
  if (transaction === undefined) return null
  return {
    transaction: transaction as unknown as ShownTransaction,
    operations: operations as unknown as ShownOperation[],
  }
}
