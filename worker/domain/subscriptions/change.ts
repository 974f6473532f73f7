import { apiError } from '#contract/errors/apiError'
import type { AuditNote } from '../../store/sql/audit.ts'
import type { BillingState } from '../../store/subscriptions/billingState.ts'
import type { SubscriptionStore } from '../../store/subscriptions/subscriptionStore.ts'
import type { Account } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import { eventsBetween } from './state/events.ts'
import type { Moment, SubscriptionWithBill } from './state/transitions.ts'

/** A write fails only after a concurrent write succeeded, so that as many attempts as concurrent writers suffice. No subscription has more. */
const maxAttempts = 40

export interface MomentNeeds {
  readonly account: Pick<Account, 'settings'>
  readonly clock: Clock
}

/** The time of a change, with the account's settings. */
export const currentMoment = ({ account, clock }: MomentNeeds): Moment => ({
  now: clock.now(),
  timeZone: account.settings.timeZone,
  retryDays: account.settings.subscriptionRetryDays,
})

/** The state after a change, with the audit note if a key made it. */
export interface SubscriptionChange extends SubscriptionWithBill {
  readonly note?: AuditNote
}

export interface WriteChangeNeeds {
  readonly subscriptions: Pick<SubscriptionStore, 'update'>
}

/**
 * Stores a change with the events that announce it. False if the subscription has changed since it was read.
 *
 * Errors: customer_not_found, wallet_not_found, wallet_not_of_customer, for a new payment method.
 */
export const writeChange = async (
  before: BillingState,
  { note, ...after }: SubscriptionChange,
  { subscriptions }: WriteChangeNeeds,
): Promise<boolean> => {
  const result = await subscriptions.update(before, { ...after, events: eventsBetween(before, after) }, note)
  if (result === 'updated') return true
  if (result === 'stale') return false
  throw apiError(result, { field: 'wallet' })
}

export interface ChangeSubscriptionNeeds extends MomentNeeds {
  readonly subscriptions: Pick<SubscriptionStore, 'find' | 'update'>
}

/**
 * Changes a subscription under optimistic concurrency: if the state has changed before the write, it is read and decided again.
 *
 * @param decide returns the state after the change, or null for no change
 * @param read the state that the caller has read
 * @returns the current state; null for an unknown subscription
 */
export const changeSubscription = async (
  id: string,
  decide: (state: BillingState, moment: Moment) => SubscriptionChange | null,
  needs: ChangeSubscriptionNeeds,
  read?: BillingState,
): Promise<SubscriptionWithBill | null> => {
  const { subscriptions } = needs
  let state = read ?? (await subscriptions.find(id))
  for (let attempt = 1; state !== null; attempt++) {
    const after = decide(state, currentMoment(needs))
    if (after === null) return state
    if (await writeChange(state, after, needs)) return after
    if (attempt === maxAttempts) throw apiError('unavailable')
    state = await subscriptions.find(id)
  }
  return null
}
