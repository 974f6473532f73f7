import type { Pay } from '#contract/checkouts/pay'
import type { TryState } from '#contract/checkouts/page'
import type { Order } from '#contract/transactions/order'
import { Refusal, refuse } from '#contract/errors/apiError'
import { approvalCodes } from '#contract/transactions/responseCodes'
import type { CheckoutStore } from '../../../store/checkouts/checkoutStore.ts'
import type { FoundCheckout, TryRow } from '../../../store/checkouts/checkouts.ts'
import type { CheckoutTry } from '../../../store/checkouts/attempts.ts'
import type { Warning } from '../../warning.ts'
import { localDate } from '../../localDay.ts'
import { moneyOf } from '../../money.ts'
import type { TransactionAnswer } from '../../transactions/responses/transactionResponse.ts'
import { initiateTransaction } from '../../transactions/initiate/initiateTransaction.ts'
import { validateAnswers } from './answers.ts'
import { completeCheckout } from '../completion/complete.ts'
import type { CompleteCheckoutNeeds } from '../completion/complete.ts'
import { toCheckoutForm } from '../offer/form.ts'
import { isValidNonce } from './nonce.ts'
import type { FingerprintNeeds } from './nonce.ts'
import { toCheckoutOrder } from './order.ts'
import { paymentSource } from './source.ts'
import type { PaymentSourceNeeds } from './source.ts'
import { tryState } from './attemptState.ts'

/** After this the sweep looks what became of a try: whoever made it is done with it, or dead. */
const sweepAfterMs = 60_000

/**
 * Whether the shopper is charged now: a subscription whose first day is still to come is charged then, and its card verified with an amount
 * of 0.
 */
export const isChargedNow = ({ checkout }: Pick<FoundCheckout, 'checkout'>, now: number, timeZone: string): boolean => {
  const { subscription } = checkout.offer
  return subscription === null || subscription.firstDate <= localDate(now, timeZone)
}

type Needs = CompleteCheckoutNeeds &
  FingerprintNeeds &
  PaymentSourceNeeds &
  Parameters<typeof initiateTransaction>[3] & {
    readonly checkouts: Pick<CheckoutStore, 'find'>
    readonly warn: (warning: Warning) => void
  }

/** How a try stands, and whether it was this that has paid, so that a receipt is to be sent. */
export interface PayResult {
  readonly state: TryState
  readonly receiptDue: boolean
}

const withoutReceipt = (state: TryState): PayResult => ({ state, receiptDue: false })

/**
 * One try to pay a checkout: authorizes and takes the money in one, by the same code as any payment. However often it is sent, at once or
 * later, it is made once, under the name that its page was given; and of any number of tries, in as many windows, one pays.
 *
 * Refusals: format_invalid (nonce, answers); those of `sourceOfTry` and `faultsOfAnswers`. A checkout that is not open, and a decline, are
 * answers.
 */
export const payCheckout = async (found: FoundCheckout, body: Pay, services: Needs): Promise<PayResult> => {
  const { checkout } = found
  const { nonce } = body
  if (!(await isValidNonce(checkout.id, nonce, services)))
    throw refuse('format_invalid', { field: 'nonce', details: { format: 'one that this page was given' } })
  const before = await tryState(found, nonce, services)
  if (before.status !== 'open' || before.declined !== null) return withoutReceipt(before)

  const form = toCheckoutForm(checkout.offer)
  const [fault, ...others] = validateAnswers(form, body.answers)
  if (fault !== undefined) throw new Refusal(fault, ...others)
  const source = await paymentSource(body.payment, found, form, services)

  const now = services.clock.now()
  const charged = isChargedNow(found, now, services.account.settings.timeZone)
  const attempt: CheckoutTry = {
    checkout: checkout.id,
    nonce,
    locale: body.locale,
    email: body.answers.email.trim(),
    store: form.store === 'agreed' || (form.store === 'ask' && body.answers.save),
    charged,
    at: now,
    again: now + sweepAfterMs,
  }
  const order = toCheckoutOrder(checkout, body)
  try {
    const answer = await initiateTransaction(
      'payment',
      { payment: {}, order },
      moneyOf(charged ? checkout.total : 0, checkout.currency),
      services,
      {
        capture: charged ? 'now' : 'later',
        allowPartial: false,
        bill: null,
        checkout: attempt,
        source,
        ...(checkout.offer.subscription !== null && { reason: 'recurring' as const }),
      },
    )
    return await completePayment(found, toAttemptRow(attempt, answer, order, body.payment.wallet ?? null), services)
  } catch (thrown) {
    const type = thrown instanceof Refusal ? thrown.faults[0].type : null
    // It was deleted while the page was open.
    if (type === 'wallet_not_found') throw refuse(type, { field: 'payment.wallet' })
    if (type !== 'operation_in_progress') throw thrown
    // Another try was first, or this one was sent twice at once, or the checkout is closed.
    const now = await services.checkouts.find(checkout.id)
    return withoutReceipt(await tryState(now ?? found, nonce, services))
  }
}

/** The try as its row will be read. What is not known here, nobody asks of it before it is read. */
const toAttemptRow = (
  { nonce, at, locale, email, store, charged }: CheckoutTry,
  { transactionId, responseCode, authCode }: TransactionAnswer,
  orderData: Order,
  wallet: string | null,
): TryRow => {
  const code = responseCode ?? '96'
  return {
    nonce,
    transactionId: Number(transactionId),
    created: at,
    locale,
    email,
    store,
    charged,
    status: code in approvalCodes ? 'captured' : code === '68' ? 'pending' : code === '92' ? 'failed' : 'declined',
    responseCode: code,
    authCode,
    network: '',
    last4: '',
    orderData,
    customer: null,
    wallet,
  }
}

const completePayment = async (found: FoundCheckout, made: TryRow, services: Needs): Promise<PayResult> => {
  const after = { ...found, tries: [...found.tries, made] }
  let receiptDue = false
  try {
    receiptDue = await completeCheckout(after, services)
  } catch {
    // The payment stands, and its shopper must not hear of a failure: the sweep does the rest.
    services.warn('checkout_not_completed')
  }
  return { state: await tryState(after, made.nonce, services), receiptDue }
}
