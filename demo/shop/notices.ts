import { printCents } from './money.ts'
import type { Payment } from './payments.ts'

/** A message for the shopper: what happened and what to do. */
export type Notice = { title: string; text: string; small?: string }

/** Decline reasons by the gateway's reason code. Lost and stolen cards get the generic text on purpose. */
const reasons: Record<string, string> = {
  insufficient_funds: 'Insufficient funds',
  expired_card: 'This card has expired',
  incorrect_cvc: 'The security code does not match',
  incorrect_zip: 'The postal code does not match',
  invalid_number: 'The card number is invalid',
  card_not_supported: 'This card cannot be used here',
  withdrawal_count_limit_exceeded: 'The payment exceeds the card’s limit',
  issuer_not_available: 'Your bank could not be reached',
  processor_timeout: 'Your bank did not respond in time, and nothing was charged',
  processing_error: 'Your bank could not process the payment',
  card_velocity_exceeded: 'Your bank requires authentication',
}
const defaultReason = 'Your bank declined the payment'

/** Next step, by the gateway's `retry` advice. */
const advice: Record<string, string> = {
  never: 'Pay with another card.',
  later: 'Try again later, or pay with another card.',
  other_method: 'Check the card details, or pay with another card.',
  contact_issuer: 'Call your bank, or pay with another card.',
  authenticate: 'Pay with another card.',
}
const defaultAdvice = 'Try another card or contact your bank.'

/** Messages by API error type. Other types are errors of the shop, not of the shopper. */
const rejections: Record<string, string> = {
  token_expired: 'The card details have expired. Enter them again.',
  token_not_found: 'The card details were lost. Enter them again.',
}
const defaultRejection = 'This shop can’t accept payments right now. You have not been charged.'

const declineNotice = ({ outcome }: Payment): Notice | undefined => {
  if (outcome.result !== 'declined') return undefined
  const { responseCode, transactionId, errors } = outcome.transaction
  const message = errors?.[0]?.message
  const reason = reasons[message?.code ?? ''] ?? defaultReason
  const next = advice[String(message?.details?.['retry'])] ?? defaultAdvice
  return {
    title: 'Payment declined',
    text: `${reason}. ${next}`,
    small: `Response code ${responseCode}, transaction ${transactionId}`,
  }
}

/** The notice for a payment; undefined if it was approved. */
export const toNotice = (payment: Payment): Notice | undefined => {
  const { outcome, totals } = payment
  switch (outcome.result) {
    case 'approved':
      return undefined
    case 'declined':
      return declineNotice(payment)
    case 'partial': {
      const { transaction, canceled } = outcome
      const charge = canceled ? 'the charge on this one was canceled' : 'contact us to refund the charge on this one'
      return {
        title: 'Payment not completed',
        text: `This card covers ${printCents(Math.round(transaction.amount * 100))} of ${printCents(totals.total)}. Pay with another card; ${charge}.`,
        small: `Response code ${transaction.responseCode}, transaction ${transaction.transactionId}`,
      }
    }
    case 'rejected':
      return { title: 'Payment not completed', text: rejections[outcome.reason] ?? defaultRejection }
    case 'unknown':
      return {
        title: 'Payment status unknown',
        text: 'We don’t know yet whether the payment went through. Check your bank’s app before you try again.',
      }
  }
}

export const missingCardNotice: Notice = { title: 'No card entered', text: 'Enter your card details, then pay.' }
export const changedBagNotice: Notice = {
  title: 'Your bag has changed',
  text: 'Nothing was charged. Check the new total, then pay.',
}
export const checkoutUnavailableNotice: Notice = {
  title: 'Checkout unavailable',
  text: 'The checkout could not be created. Pay by card here, or try again later.',
}

/** Notices for a shopper who returns from a checkout that is not paid, or whose status is unknown. */
export const unpaidNotices: Readonly<Record<'unpaid' | 'unknown', Notice>> = {
  unpaid: { title: 'Not paid yet', text: 'We have not received a payment for this order.' },
  unknown: {
    title: 'Payment status unknown',
    text: 'We could not reach the gateway. Reload this page in a moment.',
  },
}
