import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { TransactionStore } from '../../store/transactions/transactionStore.ts'
import { toTransaction } from './toApi.ts'
import { notFound } from '../notFound.ts'

interface Needs {
  readonly transactions: Pick<TransactionStore, 'find'>
}

/**
 * Returns a transaction by the id of any of its operations: that operation's outcome, and the payment's state and amounts.
 *
 * Error: not_found (404), for unknown ids and for those of another account or mode alike.
 */
export const getTransaction = async (id: string, { transactions }: Needs) => {
  const key = parseTransactionId(id)
  const found = key === -1 ? null : await transactions.find(key)
  const operation = found?.operations.find((candidate) => candidate.id === key)
  if (!found || !operation) throw notFound('transaction')
  return toTransaction(found.transaction, operation, found.operations, found.attention, found)
}
