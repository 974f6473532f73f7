import type { PayBody } from '#contract/checkouts/page'
import { sendPayment } from './sendPayment.ts'
import { type DecidedState, pollUntilDecided } from './attemptState.ts'

/** Result of an attempt. */
export type SubmitResult =
  | { readonly kind: 'state'; readonly state: DecidedState }
  | { readonly kind: 'rejected'; readonly errors: unknown }
  | { readonly kind: 'rateLimited' | 'unavailable' | 'gone' }

/** Why the outcome is pending: our attempt's state is being checked, or another window is paying. */
export type PendingReason = 'checking' | 'elsewhere'

/** Limits for sending a request that the gateway never received: number of sends, and time since the shopper's click. */
const MAX_SENDS = 3
const RESEND_WINDOW_MS = 120_000

/**
 * Submits one payment attempt. Retries send the same nonce and body, and the gateway runs a nonce once. Still the attempt is
 * only sent again after the gateway has reported that it never began, so that the shopper learns a known outcome first.
 *
 * @param onPending runs while the outcome is pending
 */
export const submitPayment = async (
  checkout: string,
  body: PayBody,
  onPending: (reason: PendingReason) => void,
): Promise<SubmitResult> => {
  const clickedAt = Date.now()
  const notify = (mine: boolean): void => onPending(mine ? 'checking' : 'elsewhere')
  for (let sends = 1; ; sends++) {
    const response = await sendPayment(checkout, body)
    if (response.kind === 'rejected')
      return response.status === 429 ? { kind: 'rateLimited' } : { kind: 'rejected', errors: response.errors }
    if (response.kind === 'state' && response.state.status !== 'processing')
      return { kind: 'state', state: response.state }

    notify(response.kind !== 'state' || (response.state.status === 'processing' && response.state.mine))
    const state = await pollUntilDecided(checkout, body.nonce, notify)
    if (!state) return { kind: 'gone' }
    const neverStarted = state.status === 'open' && !state.declined
    if (!neverStarted || response.kind === 'state') return { kind: 'state', state }
    if (response.kind === 'failed' || sends === MAX_SENDS || Date.now() - clickedAt > RESEND_WINDOW_MS)
      return { kind: 'unavailable' }
  }
}
