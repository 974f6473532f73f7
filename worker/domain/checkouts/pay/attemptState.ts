import type { PageDecline, AttemptState } from '#contract/checkouts/page'
import { declineOf, isApproval } from '#contract/transactions/responseCodes'
import type { FoundCheckout, CheckoutAttemptRow } from '../../../store/checkouts/checkouts.ts'
import type { Clock } from '../../clock.ts'
import { mintNonce } from './nonce.ts'
import type { FingerprintNeeds } from './nonce.ts'
import { paidAttempt, checkoutStatus } from '../status.ts'
import { thankYouUrl } from '../page/thankYouUrl.ts'

/** What the page shows of a decline, by decline code. AVS and CVV results are left out, since card testers would read them. */
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

const toPageDecline = ({ status, responseCode }: CheckoutAttemptRow): PageDecline => {
  // The attempt never reached the issuer, or was reversed because its outcome was unknown.
  if (status !== 'declined' || responseCode === null || isApproval(responseCode)) return 'tryLater'
  return declines[declineOf(responseCode).code] ?? 'declined'
}

/** The state of the attempt with a nonce, and of its checkout. */
export const attemptState = async (
  found: FoundCheckout,
  nonce: string,
  services: FingerprintNeeds & { readonly clock: Clock },
): Promise<AttemptState> => {
  const { status } = checkoutStatus(found, services.clock.now())
  const attempt = found.attempts.find((candidate) => candidate.nonce === nonce)
  switch (status) {
    case 'completed': {
      const { transactionId } = paidAttempt(found)!
      return { status, transactionId: String(transactionId), url: thankYouUrl(found.checkout, transactionId) }
    }
    case 'processing':
      return { status, mine: attempt?.status === 'pending' }
    case 'open':
      return attempt === undefined
        ? { status, declined: null, nonce }
        : { status, declined: toPageDecline(attempt), nonce: await mintNonce(found.checkout.id, services) }
    default:
      return { status }
  }
}
