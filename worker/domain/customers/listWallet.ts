import type { Paging } from '#contract/paging'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { noSuchCustomer } from './noSuchCustomer.ts'
import { shownEntry } from './shown.ts'

/**
 * A page of a customer's stored payment methods, newest first.
 *
 * Refusals: not_found (404); query_invalid, for a cursor that is none of this wallet's.
 */
export const listWallet = async (customer: string, page: Paging, { walletEntries }: RequestServices) => {
  const wallet = await walletEntries.list(customer, page)
  if (wallet === 'customer_not_found') throw noSuchCustomer()
  if (wallet === 'cursor_not_found') throw refuse('query_invalid', { field: 'cursor' })
  return {
    wallet: wallet.entries.map(shownEntry),
    headers: pageHeaders(`/v1/customers/${customer}/wallet`, page, wallet),
    errors: null,
  }
}
