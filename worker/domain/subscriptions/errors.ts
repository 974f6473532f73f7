import type { ErrorDetail, ApiError } from '#contract/errors/apiError'
import { apiError } from '#contract/errors/apiError'
import type { SubscriptionState } from '#contract/subscriptions/subscriptions'

/**
 * The API error invalid_state (409) for a change that the state does not allow.
 *
 * @param allowed states that the subscription can be changed to
 */
export const invalidSubscriptionState = (
  state: SubscriptionState,
  allowed: readonly SubscriptionState[] = [],
  more: Pick<ErrorDetail, 'field'> = {},
): ApiError => apiError('invalid_state', { ...more, details: { state, allowed } })
