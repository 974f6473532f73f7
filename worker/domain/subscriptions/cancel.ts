import { apiError } from '#contract/errors/apiError'
import type { SubscriptionParams } from '#contract/subscriptions/subscriptions'
import type { SubscriptionStore } from '../../store/subscriptions/subscriptionStore.ts'
import { notFound } from '../notFound.ts'
import { changeSubscription } from './change.ts'
import type { ChangeSubscriptionNeeds } from './change.ts'
import { changeAuditNote } from './changeAudit.ts'
import { invalidSubscriptionState } from './errors.ts'
import { toSubscription } from './toApi.ts'
import { canceled, isEnded } from './state/transitions.ts'
import type { Moment, SubscriptionWithBill } from './state/transitions.ts'

interface Needs extends ChangeSubscriptionNeeds {
  readonly subscriptions: Pick<SubscriptionStore, 'find' | 'findOfCustomer' | 'update'>
}

/**
 * Cancels a subscription immediately and permanently. A charge in progress finishes.
 *
 * Errors: not_found (404), already_canceled (409); invalid_state (409), if all installments are paid.
 */
export const cancelSubscription = async (of: SubscriptionParams, needs: Needs) => {
  const { Customer: customer, Subscription: id } = of
  const read = await needs.subscriptions.findOfCustomer(customer, id)
  if (read === null) throw notFound('subscription')
  const after = await changeSubscription(id, cancel, needs, read)
  if (after === null) throw notFound('subscription')
  return { customerSubscriptions: [toSubscription(after.subscription, needs.clock.now())], errors: null }
}

const cancel = (state: SubscriptionWithBill, moment: Moment) => {
  const { status } = state.subscription
  if (status === 'canceled') throw apiError('already_canceled')
  if (isEnded(state)) throw invalidSubscriptionState(status)
  const after = canceled(state, moment)
  return { ...after, note: changeAuditNote(state, after, moment.now) }
}
