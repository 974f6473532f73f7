import { byField } from '#contract/schema/issues'
import type { PayRequest } from '#contract/checkouts/pay'
import type { AttemptState } from '#contract/checkouts/page'
import type { Order } from '#contract/transactions/order'
import { ApiError, apiError } from '#contract/errors/apiError'
import { approvalCodes } from '#contract/transactions/responseCodes'
import type { CheckoutStore } from '../../../store/checkouts/checkoutStore.ts'
import type { FoundCheckout } from '../../../store/checkouts/findCheckout.ts'
import type { CheckoutAttemptRow } from '../../../store/checkouts/attemptRows.ts'
import type { NewCheckoutAttempt } from '../../../store/checkouts/attempts.ts'
import type { Warning } from '../../warning.ts'
import { definedOnly } from '../../definedOnly.ts'
import { localDate } from '../../localDay.ts'
import { money, moneyOf } from '../../money.ts'
import type { TransactionResponse } from '../../transactions/responses/transactionResponse.ts'
import { initiateTransaction } from '../../transactions/initiate/initiateTransaction.ts'
import { phoneAnswer, validateAnswers } from './answers.ts'
import { givenConsents, validateConsents } from './consents.ts'
import { normalizeAddresses } from './addresses.ts'
import type { AddressNeeds } from './addresses.ts'
import { completeCheckout } from '../completion/complete.ts'
import type { CompleteCheckoutNeeds } from '../completion/complete.ts'
import { toCheckoutForm } from '../offer/form.ts'
import { noChoices } from '../price/priceOrder.ts'
import { quoteOrder } from '../price/quotedOrder.ts'
import type { QuotedOrder } from '../price/quotedOrder.ts'
import { isValidNonce } from './nonce.ts'
import { toCheckoutOrder } from './order.ts'
import { isAsSeen, orderErrors } from './orderedChoices.ts'
import { paymentSource } from './source.ts'
import type { PaymentSourceNeeds } from './source.ts'
import { attemptState } from './attemptState.ts'
import { withStoredShopper } from '../page/knownShopper.ts'
import { issueReceiptKey } from '../page/receiptKey.ts'
import type { ReceiptKeyNeeds } from '../page/receiptKey.ts'

/** The sweep checks an attempt after this time: its request has ended by then. */
const sweepAfterMs = 60_000

/**
 * Whether the shopper is charged now. A subscription that begins later is charged on its first day; its card is verified with an amount of 0.
 */
export const isChargedNow = ({ checkout }: Pick<FoundCheckout, 'checkout'>, now: number, timeZone: string): boolean => {
  const { subscription } = checkout.offer
  return subscription === null || subscription.firstDate <= localDate(now, timeZone)
}

type Needs = AddressNeeds &
  CompleteCheckoutNeeds &
  ReceiptKeyNeeds &
  PaymentSourceNeeds &
  Parameters<typeof initiateTransaction>[3] & {
    readonly checkouts: Pick<CheckoutStore, 'find'>
    readonly warn: (warning: Warning) => void
  }

/** The state of an attempt. A receipt is due if this request completed the checkout. */
export interface PayResult {
  readonly state: AttemptState
  /** Opens the shopper's receipt (`issueReceiptKey`); null unless this attempt paid. */
  readonly receiptKey: string | null
  /** The order with figures that the shopper has not seen: nothing was charged. */
  readonly repriced: QuotedOrder | null
  readonly receiptDue: boolean
  /** Whether this request sent a wrong security code to the issuer. */
  readonly isWrongCode: boolean
}

/** The result of an attempt that is known. */
export const attemptResult = async (
  found: FoundCheckout,
  nonce: string,
  services: ReceiptKeyNeeds,
): Promise<PayResult> => ({
  state: await attemptState(found, nonce, services),
  receiptKey: await issueReceiptKey(found, nonce, services),
  repriced: null,
  receiptDue: false,
  isWrongCode: false,
})

/**
 * Pays a checkout: authorizes and captures at once through the steps of every payment. The nonce is an idempotency key, so that a repeated
 * request makes no second payment. Of concurrent attempts from several windows one pays.
 *
 * Where the shopper's choices change what is paid, the order is priced again, by what is stored and the address of the payment. If its figures
 * are not those of the quote, nothing is charged, and the result has the order.
 *
 * Errors: format_invalid (nonce); those of `paymentSource`, `validateAnswers`, `validateConsents`, `normalizeAddresses` and `orderErrors`. A closed checkout and a decline return a state, no error.
 */
export const payCheckout = async (found: FoundCheckout, sent: PayRequest, services: Needs): Promise<PayResult> => {
  const { checkout } = found
  const { nonce } = sent
  if (!(await isValidNonce(checkout.id, nonce, services)))
    throw apiError('format_invalid', { field: 'nonce', details: { format: 'nonce of this page' } })
  const result = await attemptResult(found, nonce, services)
  const { state: current } = result
  if (current.status !== 'open' || current.declined !== null) return result

  const body = withStoredShopper(sent, found)
  const form = toCheckoutForm(checkout.offer)
  const addresses = await normalizeAddresses(form, body.answers, services)
  const quoted = await quoteOrder(
    checkout,
    body.order ?? noChoices,
    (form.shipping ? addresses.answers.shipTo : addresses.answers.billTo) ?? {},
    services,
  )
  const [error, ...others] = [
    ...validateAnswers(form, body.answers),
    ...validateConsents(form, body.answers),
    ...addresses.errors,
    ...orderErrors(quoted, body),
  ].sort(byField)
  if (error !== undefined) throw new ApiError(error, ...others)
  if (quoted !== null && !isAsSeen(quoted, body)) return { ...result, repriced: quoted }
  const source = await paymentSource(body.payment, found, form, services)

  const now = services.clock.now()
  const charged = isChargedNow(found, now, services.account.settings.timeZone)
  const attempt: NewCheckoutAttempt = {
    checkout: checkout.id,
    nonce,
    locale: body.locale,
    email: body.answers.email.trim(),
    phone: phoneAnswer(form, body.answers),
    consents: givenConsents(checkout.offer, body.answers, now),
    store: form.store === 'agreed' || (form.store === 'ask' && body.answers.save),
    charged,
    pricedOrder: quoted?.pricing.order ?? null,
    at: now,
    recheckAt: now + sweepAfterMs,
  }
  const total = attempt.pricedOrder
    ? money(attempt.pricedOrder.total, checkout.currency)
    : moneyOf(checkout.total, checkout.currency)
  const order = toCheckoutOrder(
    checkout,
    { ...body, answers: { ...body.answers, ...addresses.answers } },
    attempt.pricedOrder,
  )
  try {
    const response = await initiateTransaction(
      'payment',
      { payment: {}, order },
      charged ? total : moneyOf(0, checkout.currency),
      services,
      {
        capture: charged ? 'now' : 'later',
        allowPartial: false,
        bill: null,
        checkout: attempt,
        source,
        // The later payments of a subscription have the processor's text, so its first one has it too.
        ...(checkout.offer.subscription === null &&
          definedOnly('statementDescriptor', checkout.offer.appearance.statementDescriptor)),
        ...(checkout.offer.subscription !== null && { reason: 'recurring' as const }),
      },
    )
    return await completePayment(found, toAttemptRow(attempt, response, order, body.payment.wallet ?? null), services)
  } catch (thrown) {
    const type = thrown instanceof ApiError ? thrown.items[0].type : null
    // The saved payment method was deleted while the page was open.
    if (type === 'wallet_not_found') throw apiError(type, { field: 'payment.wallet' })
    if (type !== 'operation_in_progress') throw thrown
    // A concurrent attempt was first, this request was sent twice, or the checkout is closed.
    const latest = await services.checkouts.find(checkout.id)
    return await attemptResult(latest ?? found, nonce, services)
  }
}

/** The attempt as its row will be read. Members that are unknown here are empty: no code uses them before the row is read. */
const toAttemptRow = (
  { nonce, at, locale, email, phone, consents, store, charged, pricedOrder }: NewCheckoutAttempt,
  { transactionId, responseCode, authCode }: TransactionResponse,
  orderData: Order,
  wallet: string | null,
): CheckoutAttemptRow => {
  const code = responseCode ?? '96'
  return {
    nonce,
    transactionId: Number(transactionId),
    created: at,
    locale,
    email,
    phone,
    consents,
    store,
    charged,
    pricedOrder,
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

const completePayment = async (
  found: FoundCheckout,
  attempt: CheckoutAttemptRow,
  services: Needs,
): Promise<PayResult> => {
  const after = { ...found, attempts: [...found.attempts, attempt] }
  let receiptDue = false
  try {
    receiptDue = await completeCheckout(after, services)
  } catch {
    // The payment succeeded, so the shopper sees no error. The sweep completes the checkout.
    services.warn('checkout_not_completed')
  }
  const result = await attemptResult(after, attempt.nonce, services)
  const { state } = result
  return { ...result, receiptDue, isWrongCode: state.status === 'open' && state.declined === 'wrongCode' }
}
