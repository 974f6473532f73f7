import { refuse } from '#contract/errors/apiError'
import type { Refusal } from '#contract/errors/apiError'
import type { WalletMissing } from '../../store/customers/walletChanges.ts'
import { notFound } from '../notFound.ts'

/** The error (404 not_found) for the path of a wallet entry: either the customer does not exist, or the entry does not. */
export const walletEntryNotFound = (missing: WalletMissing): Refusal =>
  notFound(missing === 'customer_not_found' ? 'customer' : 'wallet entry')

/** The error (409 already_exists) for a merchantIdentifier that another customer has. @param by the id of that customer */
export const merchantIdentifierTaken = (by: string): Refusal =>
  refuse('already_exists', { field: 'merchantIdentifier', details: { id: by } })
