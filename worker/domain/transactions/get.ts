import { refuse } from '#contract/refusal'
import { transactionKey } from '#contract/transactionKey'
import type { RequestServices } from '../../app/compose.ts'
import { shown } from './shown.ts'

/**
 * A whole transaction by the id of any of its operations: the operation's own outcome, the payment's state and amounts.
 *
 * Refusal: not_found, for unknown ids and for those of another account or mode alike.
 */
export const getTransaction = async (id: string, { transactions }: RequestServices) => {
  const key = transactionKey(id)
  const found = key === -1 ? null : await transactions.find(key)
  const operation = found?.operations.find((candidate) => candidate.id === key)
  if (!found || !operation) throw refuse('not_found', { details: { resource: 'transaction' } })
  return shown(found.transaction, operation, found.operations)
}
