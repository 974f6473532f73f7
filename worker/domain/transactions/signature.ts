import { refuse } from '#contract/refusal'
import { transactionKey } from '#contract/transactionKey'
import type { RequestServices } from '../../app/compose.ts'

/**
 * What a shopper drew at a reader, by the id of any operation of the payment.
 *
 * Refusal: not_found, also where nobody signed.
 */
export const getSignature = async (id: string, { transactions, readerVault }: RequestServices) => {
  const key = transactionKey(id)
  const found = key === -1 ? null : await transactions.findSignature(key)
  if (found === null) throw refuse('not_found', { details: { resource: 'signature' } })
  return {
    signature: {
      type: 'image/png' as const,
      data: await readerVault.openSignature(found.transactionId, found),
      created: new Date(found.created).toISOString(),
    },
    errors: null,
  }
}
