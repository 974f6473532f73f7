import type { PayBody } from '#contract/checkouts/page'
import { pay } from './sendPayment.ts'
import { type KnownState, untilKnown } from './attemptState.ts'

/** What came of a try. */
export type Outcome =
  | { readonly kind: 'state'; readonly state: KnownState }
  | { readonly kind: 'refused'; readonly errors: unknown }
  | { readonly kind: 'rateLimited' | 'unavailable' | 'gone' }

/** What there is to say while nobody knows: it is being looked for, or another window pays. */
export type Waiting = 'checking' | 'elsewhere'

/** A request that never arrived is sent so often, and by itself no later than so long after the shopper pressed the button. */
const SENDS = 3
const PATIENCE_MS = 120_000

/**
 * Makes one try to pay. The gateway makes a try once under its name, and what is sent again has the same name and the same
 * body; still it is sent again only where the gateway says that it never began, since whoever waits wants to know first.
 *
 * @param tell what to say meanwhile
 */
export const makeTry = async (checkout: string, body: PayBody, tell: (waiting: Waiting) => void): Promise<Outcome> => {
  const pressed = Date.now()
  const wait = (mine: boolean): void => tell(mine ? 'checking' : 'elsewhere')
  for (let sends = 1; ; sends++) {
    const answer = await pay(checkout, body)
    if (answer.kind === 'refused')
      return answer.status === 429 ? { kind: 'rateLimited' } : { kind: 'refused', errors: answer.errors }
    if (answer.kind === 'state' && answer.state.status !== 'processing') return { kind: 'state', state: answer.state }

    wait(answer.kind !== 'state' || (answer.state.status === 'processing' && answer.state.mine))
    const state = await untilKnown(checkout, body.nonce, wait)
    if (!state) return { kind: 'gone' }
    const neverBegun = state.status === 'open' && !state.declined
    if (!neverBegun || answer.kind === 'state') return { kind: 'state', state }
    if (answer.kind === 'failed' || sends === SENDS || Date.now() - pressed > PATIENCE_MS)
      return { kind: 'unavailable' }
  }
}
