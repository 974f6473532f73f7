import type { AttemptState } from '#contract/checkouts/page'
import { type GatewayResponse, requestCheckout } from './request.ts'

/** Delays before each poll; the last one repeats. */
const DELAYS_MS = [1000, 2000, 4000, 8000, 15_000]

/** State of an attempt with a known outcome. */
export type DecidedState = Exclude<AttemptState, { status: 'processing' }>

/** Fetches the state of an attempt by its nonce. */
export const fetchAttemptState = (checkout: string, nonce: string): Promise<GatewayResponse> =>
  requestCheckout(checkout, 'state', { nonce })

/** Waits, or until the browser is online again. */
const waitOrOnline = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })

/**
 * Polls an attempt's state until the outcome is known, without a time limit. It waits first: a request with a lost response
 * may still be in flight.
 *
 * @param onProcessing runs with whether the processing attempt is this one, not another window's
 * @returns null if the checkout is gone
 */
export const pollUntilDecided = async (
  checkout: string,
  nonce: string,
  onProcessing: (mine: boolean) => void = () => {},
): Promise<DecidedState | null> => {
  for (let polls = 0; ; polls++) {
    await waitOrOnline(DELAYS_MS[Math.min(polls, DELAYS_MS.length - 1)]!)
    const response = await fetchAttemptState(checkout, nonce)
    if (response.kind === 'state') {
      const { state } = response
      if (state.status !== 'processing') return state
      onProcessing(state.mine)
    }
    // A rate-limited poll (429) is repeated.
    if (response.kind === 'rejected' && response.status !== 429) return null
  }
}
