import { printCents } from './money.ts'
import type { Payment } from './payments.ts'

/** A sentence of bad news: what happened, and what to do next. */
export type Notice = { title: string; text: string; small?: string }

/** Why a card was declined, by the gateway's reason code. Nobody is told at the till that a card is reported stolen. */
const reasons: Record<string, string> = {
  insufficient_funds: 'Insufficient funds',
  expired_card: 'This card has expired',
  incorrect_cvc: 'The security code does not match',
  incorrect_zip: 'The postal code does not match',
  invalid_number: 'The bank does not know this card number',
  card_not_supported: 'This card cannot be used here',
  withdrawal_count_limit_exceeded: 'The payment is above the card’s limit',
  issuer_not_available: 'Your bank cannot be reached',
  processor_timeout: 'Your bank did not answer in time, and nothing was charged',
  processing_error: 'Your bank could not handle the payment',
  card_velocity_exceeded: 'Your bank wants to check that it is you',
}
const anyReason = 'Your bank declined the payment'

/** What to do next, by the gateway's advice on trying again. */
const advice: Record<string, string> = {
  never: 'Pay with another card.',
  later: 'Try again later, or pay with another card.',
  other_method: 'Check the card’s details, or pay with another card.',
  contact_issuer: 'Call your bank, or pay with another card.',
  authenticate: 'Pay with another card.',
}
const anyAdvice = 'Try another card or contact your bank.'

/** Why the gateway did not take the request, by the error's type. The rest is the shop's fault, not the shopper's. */
const refusals: Record<string, string> = {
  token_expired: 'The card’s details were entered too long ago. Enter them again.',
  token_not_found: 'The card’s details got lost on the way. Enter them again.',
}
const anyRefusal = 'This shop cannot take the payment right now. You have not been charged.'

const declined = ({ outcome }: Payment): Notice | undefined => {
  if (outcome.result !== 'declined') return undefined
  const { responseCode, transactionId, errors } = outcome.transaction
  const message = errors?.[0]?.message
  const reason = reasons[message?.code ?? ''] ?? anyReason
  const next = advice[String(message?.details?.['retry'])] ?? anyAdvice
  return {
    title: 'Payment declined',
    text: `${reason}. ${next}`,
    small: `Response code ${responseCode}, transaction ${transactionId}`,
  }
}

/** What to tell the shopper about a payment; undefined when it went well. */
export const noticeOf = (payment: Payment): Notice | undefined => {
  const { outcome, totals } = payment
  switch (outcome.result) {
    case 'approved':
      return undefined
    case 'declined':
      return declined(payment)
    case 'partial': {
      const { transaction, released } = outcome
      const hold = released ? 'nothing is held on this one any more' : 'the hold on this one ends by itself'
      return {
        title: 'Payment not completed',
        text: `This card covers ${printCents(Math.round(transaction.amount * 100))} of ${printCents(totals.total)}. Pay with another card; ${hold}.`,
        small: `Response code ${transaction.responseCode}, transaction ${transaction.transactionId}`,
      }
    }
    case 'refused':
      return { title: 'Payment not completed', text: refusals[outcome.reason] ?? anyRefusal }
    case 'unheard':
      return {
        title: 'No answer',
        text: 'We could not hear whether the payment went through. Look at your bank’s app before you try again.',
      }
  }
}

export const emptyCard: Notice = { title: 'No card yet', text: 'Enter your card’s details, then pay.' }
export const changedBag: Notice = {
  title: 'Your bag has changed',
  text: 'Nothing was charged. Look at the new total, then pay.',
}
export const noCheckout: Notice = {
  title: 'No checkout',
  text: 'The gateway could not make a page to pay on. Pay by card here, or try again later.',
}

/** What to say where a shopper comes back from a checkout and it is not known to be paid. */
export const unpaid: Readonly<Record<'unpaid' | 'unheard', Notice>> = {
  unpaid: { title: 'Not paid yet', text: 'The gateway knows of no payment for this order.' },
  unheard: {
    title: 'No answer',
    text: 'We could not hear from the gateway whether this order is paid. Load this page again in a moment.',
  },
}
