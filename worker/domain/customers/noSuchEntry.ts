import { refuse } from '#contract/refusal'
import type { Refusal } from '#contract/refusal'
import type { WalletMissing } from '../../store/customers/walletChanges.ts'
import { noSuchCustomer } from './noSuchCustomer.ts'

/** The refusal (404 not_found) of a path to a payment method: the customer is not there, or has no such entry, or deleted it. */
export const noSuchEntry = (missing: WalletMissing): Refusal =>
  missing === 'customer_not_found' ? noSuchCustomer() : refuse('not_found', { details: { resource: 'wallet entry' } })
