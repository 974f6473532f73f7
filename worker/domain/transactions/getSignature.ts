import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { TransactionStore } from '../../store/transactions/transactionStore.ts'
import type { TerminalVault } from '../../vault/terminalVault.ts'
import { notFound } from '../notFound.ts'

interface Needs {
  readonly terminalVault: Pick<TerminalVault, 'openSignature'>
  readonly transactions: Pick<TransactionStore, 'findSignature'>
}

/**
 * Returns the signature that a shopper drew at a terminal, by the id of any operation of the payment.
 *
 * Error: not_found (404), also for a payment without a signature.
 */
export const getSignature = async (id: string, { transactions, terminalVault }: Needs) => {
  const key = parseTransactionId(id)
  const found = key === -1 ? null : await transactions.findSignature(key)
  if (found === null) throw notFound('signature')
  return {
    signature: {
      type: 'image/png' as const,
      data: await terminalVault.openSignature(found.transactionId, found),
      created: new Date(found.created).toISOString(),
    },
    errors: null,
  }
}
