import type { Fault, Refusal } from '#contract/errors/apiError'
import { refuse } from '#contract/errors/apiError'
import type { SubscriptionState } from '#contract/subscriptions/subscriptions'

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
