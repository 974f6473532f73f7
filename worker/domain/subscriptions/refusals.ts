import type { Fault, Refusal } from '#contract/refusal'
import { refuse } from '#contract/refusal'
import type { SubscriptionState } from '#contract/subscriptions'

/**
 * The error (409 invalid_state) for a change that the state does not allow.
 *
 * @param allowed the states that it could be changed to
 */
export const invalidSubscriptionState = (
  state: SubscriptionState,
  allowed: readonly SubscriptionState[] = [],
  more: Pick<Fault, 'field'> = {},
): Refusal => refuse('invalid_state', { ...more, details: { state, allowed } })
