import { refuse } from '#contract/refusal'
import type { OfSubscription } from '#contract/subscriptions'
import type { RequestServices } from '../../app/compose.ts'
import { changeSubscription } from './change.ts'
import { changeNote } from './note.ts'
import { notFound } from '../notFound.ts'
import { refuseState } from './refusals.ts'
import { shownSubscription } from './shown.ts'
import { canceled, isEnded } from './states.ts'
import type { Moment, State } from './states.ts'

/**
 * Cancels a subscription at once and for good. A charge that is under way finishes.
 *
 * Refusals: not_found (404), already_canceled (409); invalid_state (409), where all installments are paid.
 */
export const cancelSubscription = async (of: OfSubscription, services: RequestServices) => {
  const { Customer: customer, Subscription: id } = of
  const read = await services.subscriptions.findOf(customer, id)
  if (read === null) throw notFound('subscription')
  const after = await changeSubscription(id, cancel, services, read)
  if (after === null) throw notFound('subscription')
  return { customerSubscriptions: [shownSubscription(after.subscription, services.clock.now())], errors: null }
}

const cancel = (state: State, moment: Moment) => {
  const { status } = state.subscription
  if (status === 'canceled') throw refuse('already_canceled')
  if (isEnded(state)) throw refuseState(status)
  const after = canceled(state, moment)
  return { ...after, note: changeNote(state, after, moment.now) }
}
