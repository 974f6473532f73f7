import type { PageDecline, AttemptState } from '#contract/checkouts/page'
import { declineOf, isApproval } from '#contract/transactions/responseCodes'
import type { FoundCheckout } from '../../../store/checkouts/findCheckout.ts'
import type { CheckoutAttemptRow } from '../../../store/checkouts/attemptRows.ts'
import type { Clock } from '../../clock.ts'
import { mintNonce } from './nonce.ts'
import type { FingerprintNeeds } from './nonce.ts'
import { paidAttempt, checkoutStatus } from '../status.ts'
import { thankYouUrl } from '../page/thankYouUrl.ts'

/** What the page shows of an issuer's decline, by decline code. Other codes are `declined`. */
const declines: Readonly<Record<string, PageDecline>> = {
  insufficient_funds: 'insufficientFunds',
  withdrawal_count_limit_exceeded: 'limit',
  expired_card: 'expired',
  incorrect_cvc: 'wrongCode',
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
  const { code, type } = declineOf(responseCode)
  // Rules of the gateway and the account share codes with issuers. Card testers would learn to avoid them.
  return type === 'gateway_rejected' ? 'declined' : (declines[code] ?? 'declined')
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
