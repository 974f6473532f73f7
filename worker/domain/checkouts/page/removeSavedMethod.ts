import type { SavedMethod } from '#contract/checkouts/form'
import type { RemoveRequest } from '#contract/checkouts/pay'
import { ApiError, apiError } from '#contract/errors/apiError'
import type { FoundCheckout } from '../../../store/checkouts/findCheckout.ts'
import type { WalletStore } from '../../../store/customers/walletStore.ts'
import type { Clock } from '../../clock.ts'
import { deleteWalletEntry } from '../../customers/deleteWalletEntry.ts'
import { isValidNonce } from '../pay/nonce.ts'
import type { FingerprintNeeds } from '../pay/nonce.ts'
import { checkoutStatus } from '../status.ts'
import { savedMethods } from './savedMethods.ts'

interface Needs extends FingerprintNeeds {
  readonly clock: Clock
  readonly walletEntries: Pick<WalletStore, 'delete'>
}

/**
 * Removes a saved payment method that a checkout offers, as the API deletes it, and returns those that are left. The merchant must have allowed
 * it, since anyone with the URL of the checkout can do it.
 *
 * Errors: format_invalid (nonce); checkout_closed (409), also while it is being paid; wallet_not_found, for a payment method that the
 * checkout does not offer, or if removal is not allowed; invalid_state (409), if a subscription charges it.
 */
export const removeSavedMethod = async (
  found: FoundCheckout,
  { nonce, wallet }: RemoveRequest,
  services: Needs,
): Promise<readonly SavedMethod[]> => {
  const { checkout } = found
  if (!(await isValidNonce(checkout.id, nonce, services)))
    throw apiError('format_invalid', { field: 'nonce', details: { format: 'nonce of this page' } })
  const { status } = checkoutStatus(found, services.clock.now())
  if (status !== 'open') throw apiError('checkout_closed', { details: { state: status } })
  const offered = savedMethods(found)
  const { customer } = checkout
  const isOffered = offered.some((method) => method.wallet === wallet)
  if (checkout.offer.allowRemoval !== true || customer === null || !isOffered)
    throw apiError('wallet_not_found', { field: 'wallet' })
  try {
    await deleteWalletEntry({ customer, wallet }, services)
  } catch (thrown) {
    // Removed in another window: it is gone, as the shopper wants.
    if (thrown instanceof ApiError && thrown.items[0].type === 'not_found') return without(offered, wallet)
    // The subscription is not for everyone with the URL.
    if (thrown instanceof ApiError && thrown.items[0].type === 'invalid_state')
      throw apiError('invalid_state', { field: 'wallet', details: { state: 'subscribed' } })
    throw thrown
  }
  return without(offered, wallet)
}

const without = (methods: readonly SavedMethod[], wallet: string): readonly SavedMethod[] =>
  methods.filter((method) => method.wallet !== wallet)
