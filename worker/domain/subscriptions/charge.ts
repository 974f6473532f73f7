import { Refusal } from '#contract/refusal'
import { numberFromText } from '#contract/rawJson'
import { declineOf, isApproval } from '#contract/responseCodes'
import type { AccountServices } from '../../app/compose.ts'
import type { BillAttempt } from '../../store/subscriptions/bills.ts'
import type { Standing, SubscriptionRow } from '../../store/subscriptions/subscriptions.ts'
import { decimalText, moneyOf } from '../money.ts'
import { initiateTransaction } from '../transactions/initiateTransaction.ts'
import { asked, nextAttempt } from './attempt.ts'
import type { ChargeOutcome } from './states.ts'

/** Words of codes that say nothing of the payment method: some system on the way could not decide. */
const undecided: ReadonlySet<string> = new Set([
  'processor_timeout',
  'processing_error',
  'issuer_not_available',
  'try_again_later',
])

/** What a response code of a charge means for its bill. */
export const outcomeOf = (responseCode: string): ChargeOutcome => {
  if (isApproval(responseCode)) return { result: 'paid', responseCode }
  const { retry, code } = declineOf(responseCode)
  const kind = retry === 'never' ? 'hard' : undecided.has(code) ? 'processor' : 'soft'
  return { result: 'declined', responseCode, kind }
}

/** What a payment that was asked for before came to, by what is written of it. */
export const outcomeOfPayment = ({ status, responseCode }: NonNullable<Standing['payment']>): ChargeOutcome =>
  status === 'pending' ? { result: 'waiting' } : outcomeOf(responseCode ?? '96')

/** What the payment's order says of it. Object and id together are the bill's name: sub:<subscription>:<period>. */
const orderOf = (
  { id, label }: SubscriptionRow,
  { period, currency, total, tax, surcharge, shipping }: BillAttempt,
) => {
  const figure = (minor: number) => numberFromText(decimalText(moneyOf(minor, currency)))
  return {
    referenceObject: `sub:${id}`,
    referenceObjectId: numberFromText(String(period)),
    total: figure(total),
    tax: figure(tax),
    surcharge: figure(surcharge),
    shipping: figure(shipping),
    metadata: { subscription: id, label, period: String(period) },
  }
}

export type Charged =
  /** The subscription has changed since it was read. */
  | { readonly result: 'overtaken' }
  /** There is nothing to pay with. */
  | { readonly result: 'noMethod' }
  | { readonly result: 'asked'; readonly standing: Standing; readonly outcome: ChargeOutcome }

/**
 * Asks for the money of a subscription's period, once: authorizes and takes it in one, with the stored payment method, by the same code as
 * any payment. That the bill is being asked for is written in the batch that opens the payment, so that however often this is begun for
 * one state of the subscription, one payment is made.
 *
 * @returns the subscription while its bill was asked for, and what came of that
 */
export const charge = async (due: Standing, services: AccountServices): Promise<Charged> => {
  const { clock, limits } = services
  const { customer, wallet } = due.subscription
  const attempt = nextAttempt(due, { at: clock.now(), again: clock.now() + limits.abandonAfterMs })
  const { total, currency } = attempt
  try {
    const answer = await initiateTransaction(
      'payment',
      {
        payment: { stored: { ...(wallet === null ? { customer } : { customer, wallet }), initiatedBy: 'merchant' } },
        order: orderOf(due.subscription, attempt),
      },
      moneyOf(total, currency),
      services,
      { reason: 'recurring', capture: 'now', allowPartial: false, bill: attempt, checkout: null },
    )
    return {
      result: 'asked',
      standing: { ...asked(due, attempt, Number(answer.transactionId)), payment: null },
      outcome: answer.responseCode === '68' ? { result: 'waiting' } : outcomeOf(answer.responseCode ?? '96'),
    }
  } catch (thrown) {
    const type = thrown instanceof Refusal ? thrown.faults[0].type : null
    if (type === 'operation_in_progress') return { result: 'overtaken' }
    if (type !== null && withoutMethod.has(type)) return { result: 'noMethod' }
    throw thrown
  }
}

const withoutMethod: ReadonlySet<string> = new Set(['customer_not_found', 'wallet_not_found', 'wallet_not_of_customer'])
