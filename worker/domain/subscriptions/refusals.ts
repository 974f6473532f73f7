import type { Fault, Refusal } from '#contract/refusal'
import { refuse } from '#contract/refusal'
import type { SubscriptionState } from '#contract/subscriptions'

/** The refusal (404 not_found) of an id that is unknown, another customer's, of another account or of the other mode: nobody learns which. */
export const noSuchSubscription = (): Refusal => refuse('not_found', { details: { resource: 'subscription' } })

/**
 * The refusal (409 invalid_state) of a change that the state does not allow.
 *
 * @param allowed the states that it could be changed to
 */
export const refuseState = (
  state: SubscriptionState,
  allowed: readonly SubscriptionState[] = [],
  more: Pick<Fault, 'field'> = {},
): Refusal => refuse('invalid_state', { ...more, details: { state, allowed } })
