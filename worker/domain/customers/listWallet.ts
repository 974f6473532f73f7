import type { Paging } from '#contract/schema/paging'
import { apiError } from '#contract/errors/apiError'
import type { WalletStore } from '../../store/customers/walletStore.ts'
import { notFound } from '../notFound.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { toWalletEntry } from './toApi.ts'

interface Needs {
  readonly walletEntries: Pick<WalletStore, 'list'>
}

/**
 * Lists a page of a customer's saved payment methods, newest first.
 *
 * Errors: not_found (404); query_invalid, for a cursor that is no entry of this wallet.
 */
export const listWallet = async (customer: string, page: Paging, { walletEntries }: Needs) => {
  const wallet = await walletEntries.list(customer, page)
  if (wallet === 'customer_not_found') throw notFound('customer')
  if (wallet === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return {
    wallet: wallet.entries.map(toWalletEntry),
    headers: pageHeaders(`/v1/customers/${customer}/wallet`, page, wallet),
    errors: null,
  }
}
