import type { Order } from '#contract/transactions/order'
import type { ModificationInput } from './modificationErrors.ts'

/** A capture, void or credit as a client requests it. */
export interface ModificationRequest extends ModificationInput {
  /** The id of any operation of the payment. */
  readonly transactionId: string
  readonly initiatedByUserId: string | null
  readonly referenceTransactionId: string | null
  /** Only of a credit. */
  readonly order?: Order | undefined
}
