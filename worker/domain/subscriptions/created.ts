import { apiError } from '#contract/errors/apiError'
import { isApproved } from '#contract/transactions/responseCodes'
import type { IdempotentRequest } from '../../store/sql/idempotency.ts'
import type { SubscriptionKey } from '../../store/subscriptions/claimedSubscriptions.ts'
import type { SubscriptionRow } from '../../store/subscriptions/subscriptionColumns.ts'
import type { SubscriptionStore } from '../../store/subscriptions/subscriptionStore.ts'
import type { TransactionStore } from '../../store/transactions/transactionStore.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'
import { toSubscription } from './toApi.ts'

interface ChargedOperation {
  readonly transactionId: string
  readonly responseCode: string | null
}

/** The first charge as an API resource. @param isPending whether the outcome is still unknown */
export const toCharge = ({ transactionId, responseCode }: ChargedOperation, isPending: boolean) => {
  const approved = isApproved(responseCode)
  return {
    transactionId,
    approved,
    responseCode,
    status: isPending ? ('pending' as const) : approved ? ('approved' as const) : ('declined' as const),
  }
}

/** The response to a request that subscribes. @param charge null if the first charge is in the future */
export const toCreated = (subscription: SubscriptionRow, charge: ReturnType<typeof toCharge> | null, now: number) => ({
  customerSubscriptions: [toSubscription(subscription, now)],
  charge,
  errors: null,
})

export interface ReplaySubscriptionNeeds {
  readonly clock: Clock
  readonly idempotent: IdempotentRequest | null
  readonly subscriptions: Pick<SubscriptionStore, 'find'>
  readonly transactions: Pick<TransactionStore, 'find'>
}

/**
 * The response to a repeated request: its subscription as it is now, and its first charge with the outcome that is known by now.
 *
 * Errors: idempotency_mismatch; idempotency_in_progress, while the first request waits for the processor.
 */
export const replaySubscription = async (
  { fingerprint, requestId: replayOf, made }: SubscriptionKey,
  { clock, idempotent, subscriptions, transactions }: ReplaySubscriptionNeeds,
) => {
  if (fingerprint !== idempotent?.fingerprint) throw apiError('idempotency_mismatch')
  if (made === null) throw apiError('idempotency_in_progress')
  const [state, payment] = await Promise.all([
    subscriptions.find(made.subscription),
    made.operation === null ? null : transactions.find(made.operation),
  ])
  if (state === null) throw notFound('subscription')
  const first = payment?.operations.find(({ id }) => id === made.operation)
  if (first === undefined) return { ...toCreated(state.subscription, null, clock.now()), replayOf }
  const { id, responseCode, status } = first
  if (status === 'pending' && responseCode === null) throw apiError('idempotency_in_progress')
  const charge = toCharge({ transactionId: String(id), responseCode }, status === 'pending')
  return { ...toCreated(state.subscription, charge, clock.now()), replayOf }
}
