import type { TryState } from '#contract/checkouts/page'
import { type Answer, request } from './request.ts'

/** Waits before each question; the last one stands. */
const DELAYS_MS = [1000, 2000, 4000, 8000, 15_000]

/** A try of which it is known how it came out. */
export type KnownState = Exclude<TryState, { status: 'processing' }>

/** Asks how the try of a name stands. */
export const askState = (checkout: string, nonce: string): Promise<Answer> => request(checkout, 'state', { nonce })

/** Waits, but not longer than until the browser is back online. */
const pause = (ms: number): Promise<void> =>
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
 * Asks how a try stands until that is known, however long it takes. First it waits: a request whose answer was lost may
 * still be on its way.
 *
 * @param tell whether the try that is processing is this one, or another window's
 * @returns null where the gateway will not say: the checkout is gone
 */
export const untilKnown = async (
  checkout: string,
  nonce: string,
  tell: (mine: boolean) => void = () => {},
): Promise<KnownState | null> => {
  for (let asked = 0; ; asked++) {
    await pause(DELAYS_MS[Math.min(asked, DELAYS_MS.length - 1)]!)
    const answer = await askState(checkout, nonce)
    if (answer.kind === 'state') {
      const { state } = answer
      if (state.status !== 'processing') return state
      tell(state.mine)
    }
    // Too many questions are asked again later.
    if (answer.kind === 'refused' && answer.status !== 429) return null
  }
}
