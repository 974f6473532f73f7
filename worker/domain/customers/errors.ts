import { apiError } from '#contract/errors/apiError'
import type { ApiError } from '#contract/errors/apiError'
import type { MissingWalletEntry } from '../../store/customers/walletChanges.ts'
import { notFound } from '../notFound.ts'

/** The API error not_found (404) for a wallet entry: of the customer or of the entry. */
export const walletEntryNotFound = (missing: MissingWalletEntry): ApiError =>
  notFound(missing === 'customer_not_found' ? 'customer' : 'wallet entry')

/** The API error already_exists (409) for the merchantIdentifier of another customer. @param by id of that customer */
export const merchantIdentifierTaken = (by: string): ApiError =>
  apiError('already_exists', { field: 'merchantIdentifier', details: { id: by } })
