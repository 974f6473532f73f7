import { customerExists } from './customers.ts'
import { sealedInstrumentColumns } from './walletEntryColumns.ts'
import { sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, flag } from '../sql/row.ts'

/**
 * An expression on `transactions`: the processor's reference of the payment's first operation, by which its connection names it. Null at the
 * built-in simulator.
 */
export const referenceOfFirst = `iif(connection IS NULL, NULL, (SELECT processorRef ->> 'raw' FROM operations WHERE operations.id = transactions.id))`

/** A payment's reference to a saved payment method: an entry, a customer (for its default), or both. */
export interface StoredReference {
  readonly customer: string | null
  readonly wallet: string | null
}

/** A WHERE condition: the entry of a reference. */
const entryByReference = ({ customer, wallet }: StoredReference): Statement => {
  if (wallet === null) return sql('customer = ? AND isDefault = 1', customer)
  return customer === null ? sql('id = ?', wallet) : sql('id = ? AND customer = ?', wallet, customer)
}

/**
 * Selects the saved payment method of a reference: one row, or none. Usable as a statement and as a subquery.
 */
export const walletSource = ({ account, mode }: Owner, reference: StoredReference): Statement => {
  const entry = entryByReference(reference)
  return sql(
    `SELECT ${sealedInstrumentColumns}, customer, id AS wallet, networkTransactionId, initialReferences, address, source FROM walletEntries
     WHERE ${entry.sql} AND account = ? AND mode = ? AND deleted IS NULL
       AND EXISTS (SELECT 1 FROM customers WHERE customers.id = walletEntries.customer AND customers.deleted IS NULL)`,
    ...entry.values,
    account,
    mode,
  )
}

const lookUpColumns = defineColumns({ found: flag, customerKnown: flag, walletKnown: flag })

/** Selects one row for `missingWalletReason`, which returns why `walletSource` selects no row. */
export const lookUpWallet = (owner: Owner, reference: StoredReference): Statement => {
  const source = walletSource(owner, reference)
  const entry = walletSource(owner, { customer: null, wallet: reference.wallet })
  const hasCustomer = customerExists(owner, reference.customer ?? '')
  return sql(
    `SELECT EXISTS (${source.sql}) AS found, ${hasCustomer.sql} AS customerKnown, EXISTS (${entry.sql}) AS walletKnown`,
    ...source.values,
    ...hasCustomer.values,
    ...entry.values,
  )
}

export type MissingWallet = 'customer_not_found' | 'wallet_not_found' | 'wallet_not_of_customer'

/** The reason why a reference has no saved payment method. Null if it has one. @param row of `lookUpWallet` */
export const missingWalletReason = (
  { customer, wallet }: StoredReference,
  row: Row | undefined,
): MissingWallet | null => {
  const { found, customerKnown, walletKnown } = lookUpColumns.decode(row ?? {})
  if (found) return null
  if (customer !== null && !customerKnown) return 'customer_not_found'
  return wallet !== null && walletKnown ? 'wallet_not_of_customer' : 'wallet_not_found'
}

/**
 * Stores in the wallet entry of a payment how later payments name it: by the network's id, and by the processor's reference for its connection.
 * Later payments refer to the first approved one. Stands in the batch that records the outcome, after the UPDATEs of the payment and its
 * operation.
 */
export const setInitialPayment = ({ account, mode }: Owner, transaction: number): Statement =>
  sql(
    `UPDATE walletEntries
     SET networkTransactionId = coalesce(walletEntries.networkTransactionId, paid.networkTransactionId),
         initialReferences = iif(paid.reference IS NULL, walletEntries.initialReferences,
                                 json_patch(json_object(paid.connection, paid.reference), coalesce(walletEntries.initialReferences, '{}')))
     FROM (SELECT wallet, networkTransactionId, connection, ${referenceOfFirst} AS reference FROM transactions
           WHERE id = ? AND account = ? AND mode = ?) AS paid
     WHERE walletEntries.id = paid.wallet AND account = ? AND mode = ?
       AND (walletEntries.networkTransactionId IS NULL AND paid.networkTransactionId IS NOT NULL
            OR paid.reference IS NOT NULL AND coalesce(walletEntries.initialReferences, '{}') ->> paid.connection IS NULL)`,
    transaction,
    account,
    mode,
    account,
    mode,
  )
