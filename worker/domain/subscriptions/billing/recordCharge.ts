import type { BillingState } from '../../../store/subscriptions/billingState.ts'
import { changeSubscription } from '../change.ts'
import type { ChangeSubscriptionNeeds } from '../change.ts'
import { hasChargeInProgress, withOutcome } from '../state/transitions.ts'
import type { ChargeOutcome, SubscriptionWithBill } from '../state/transitions.ts'

/**
 * Records the outcome of a charge, on top of a concurrent cancellation or pause. Writes nothing if another sweep has recorded it.
 *
 * @returns the present state; null for a deleted subscription
 */
export const recordCharge = (
  charging: BillingState,
  outcome: ChargeOutcome,
  needs: ChangeSubscriptionNeeds,
): Promise<SubscriptionWithBill | null> =>
  changeSubscription(
    charging.subscription.id,
    (state, moment) =>
      hasChargeInProgress(state) && state.bill?.transactionId === charging.bill?.transactionId
        ? withOutcome(state, outcome, moment)
        : null,
    needs,
    charging,
  )
