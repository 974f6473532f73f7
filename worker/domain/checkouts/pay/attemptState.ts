import type { PageDecline, TryState } from '#contract/checkouts/page'
import { declineOf, isApproval } from '#contract/transactions/responseCodes'
import type { FoundCheckout, TryRow } from '../../../store/checkouts/checkouts.ts'
import type { Clock } from '../../clock.ts'
import { mintNonce } from './nonce.ts'
import type { FingerprintNeeds } from './nonce.ts'
import { paidAttempt, checkoutStatus } from '../status.ts'
import { thankYouUrl } from '../page/thankYouUrl.ts'

/** What a page says of a decline, by the word of its code. Of checks of address and security code it says nothing: thieves read along. */
const declines: Readonly<Record<string, PageDecline>> = {
  insufficient_funds: 'insufficientFunds',
  expired_card: 'expired',
  card_not_supported: 'notAccepted',
  transaction_not_allowed: 'notAccepted',
  processor_timeout: 'tryLater',
  processing_error: 'tryLater',
  issuer_not_available: 'tryLater',
  try_again_later: 'tryLater',
}

const toPageDecline = ({ status, responseCode }: TryRow): PageDecline => {
  // It never reached a bank, or was undone because the bank was not heard of.
  if (status !== 'declined' || responseCode === null || isApproval(responseCode)) return 'tryLater'
  return declines[declineOf(responseCode).code] ?? 'declined'
}

/** How the try of a name stands, and with it its checkout. */
export const tryState = async (
  found: FoundCheckout,
  nonce: string,
  services: FingerprintNeeds & { readonly clock: Clock },
): Promise<TryState> => {
  const { status } = checkoutStatus(found, services.clock.now())
  const mine = found.tries.find((one) => one.nonce === nonce)
  switch (status) {
    case 'completed': {
      const { transactionId } = paidAttempt(found)!
      return { status, transactionId: String(transactionId), url: thankYouUrl(found.checkout, transactionId) }
    }
    case 'processing':
      return { status, mine: mine?.status === 'pending' }
    case 'open':
      return mine === undefined
        ? { status, declined: null, nonce }
        : { status, declined: toPageDecline(mine), nonce: await mintNonce(found.checkout.id, services) }
    default:
      return { status }
  }
}
