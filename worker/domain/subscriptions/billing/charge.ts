import { ApiError } from '#contract/errors/apiError'
import { numberFromText } from '#contract/schema/rawJson'
import { declineOf, isApproval } from '#contract/transactions/responseCodes'
import type { BillingState } from '../../../store/subscriptions/billingState.ts'
import type { BillAttempt } from '../../../store/subscriptions/bills.ts'
import type { SubscriptionRow } from '../../../store/subscriptions/subscriptionColumns.ts'
import type { Clock } from '../../clock.ts'
import { decimalText, moneyOf } from '../../money.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import type { FirstChargedSubscription } from '../../../store/transactions/createPending.ts'
import { initiateTransaction } from '../../transactions/initiate/initiateTransaction.ts'
import type { InitiateTransactionNeeds } from '../../transactions/initiate/initiateTransaction.ts'
import type { TransactionResponse } from '../../transactions/responses/transactionResponse.ts'
import { nextBillAttempt, withBillAttempt } from './attempt.ts'
import type { ChargeOutcome } from '../state/transitions.ts'

/** Declines by the processor or network. The issuer has not decided. */
const processorFailures: ReadonlySet<string> = new Set([
  'processor_timeout',
  'processing_error',
  'issuer_not_available',
  'try_again_later',
])

/** The outcome of a charge by its response code. */
export const toChargeOutcome = (responseCode: string): ChargeOutcome => {
  if (isApproval(responseCode)) return { result: 'paid', responseCode }
  const { retry, code } = declineOf(responseCode)
  const kind = retry === 'never' ? 'hard' : processorFailures.has(code) ? 'processor' : 'soft'
  return { result: 'declined', responseCode, kind }
}

/** The outcome of an earlier charge by the row of its payment. */
export const earlierChargeOutcome = ({ status, responseCode }: NonNullable<BillingState['payment']>): ChargeOutcome =>
  status === 'pending' ? { result: 'waiting' } : toChargeOutcome(responseCode ?? '96')

/** The order of the payment. Its reference is that of the bill: sub:<subscription>:<period>. */
const toBillOrder = (
  { id, label }: SubscriptionRow,
  { period, currency, total, tax, surcharge, shipping }: BillAttempt,
) => {
  const units = (minor: number) => numberFromText(decimalText(moneyOf(minor, currency)))
  return {
    referenceObject: `sub:${id}`,
    referenceObjectId: numberFromText(String(period)),
    total: units(total),
    tax: units(tax),
    surcharge: units(surcharge),
    shipping: units(shipping),
    metadata: { subscription: id, label, period: String(period) },
  }
}

export type ChargeResult =
  /** The subscription has changed since it was read. */
  | { readonly result: 'stale' }
  /** The customer has no payment method to charge. */
  | { readonly result: 'noMethod' }
  | {
      readonly result: 'charged'
      readonly state: BillingState
      readonly outcome: ChargeOutcome
      readonly response: TransactionResponse
    }

export type ChargeBillNeeds = InitiateTransactionNeeds & {
  readonly clock: Clock
  readonly limits: Pick<TimeLimits, 'abandonAfterMs'>
}

/**
 * Charges one period of a subscription: authorizes and captures with the saved payment method through the steps of every payment. The batch
 * that inserts the payment also marks the bill as in progress, so that concurrent and repeated calls for one state make one payment.
 *
 * @param created for a new subscription, which the same batch inserts and which claims the request's key
 * @returns the state during the charge, and the outcome
 */
export const chargeBill = async (
  due: BillingState,
  needs: ChargeBillNeeds,
  created: Pick<FirstChargedSubscription, 'idempotent'> | null = null,
): Promise<ChargeResult> => {
  const { clock, limits } = needs
  const { customer, wallet } = due.subscription
  const attempt = nextBillAttempt(due, { at: clock.now(), again: clock.now() + limits.abandonAfterMs })
  const { total, currency } = attempt
  try {
    const response = await initiateTransaction(
      'payment',
      {
        payment: { stored: { ...(wallet === null ? { customer } : { customer, wallet }), initiatedBy: 'merchant' } },
        order: toBillOrder(due.subscription, attempt),
      },
      moneyOf(total, currency),
      needs,
      {
        reason: 'recurring',
        capture: 'now',
        allowPartial: false,
        bill: attempt,
        checkout: null,
        // No sweep charges it at the same time.
        ...(created && { subscription: { ...created, row: { ...due.subscription, due: attempt.again } } }),
      },
    )
    return {
      result: 'charged',
      response,
      state: { ...withBillAttempt(due, attempt, Number(response.transactionId)), payment: null },
      outcome: response.responseCode === '68' ? { result: 'waiting' } : toChargeOutcome(response.responseCode ?? '96'),
    }
  } catch (thrown) {
    const type = thrown instanceof ApiError ? thrown.items[0].type : null
    if (type === 'operation_in_progress') return { result: 'stale' }
    if (type !== null && missingMethodErrors.has(type)) return { result: 'noMethod' }
    throw thrown
  }
}

const missingMethodErrors: ReadonlySet<string> = new Set([
  'customer_not_found',
  'wallet_not_found',
  'wallet_not_of_customer',
])
