import type { Transaction } from '../../../client/types.ts'
import { transitions } from '#contract/transactions/transitions'
import { formatDate } from '../../format/time.ts'
import { formatMoney, minus, sumOf } from '../../format/money.ts'
import { declineOf, responseText } from '#contract/transactions/responseCodes'
import { paymentTexts } from './texts.ts'

export type { Transaction }

/** What a person can do with a payment. */
export type PaymentAction = 'refund' | 'capture' | 'void'

const requests = { refund: 'creditRest', capture: 'captureRest', void: 'voidPayment' } as const
const operations = { refund: 'creditTransaction', capture: 'captureTransaction', void: 'voidTransaction' } as const

/** The actions that the state allows, by the state machine of the gateway. */
export const actionsOf = ({ status, type }: Transaction, can: (operation: string) => boolean): PaymentAction[] =>
  (['refund', 'capture', 'void'] as const).filter((action) => {
    const permissions: Readonly<Record<string, string>> = transitions[requests[action]]
    return type !== 'credit' && permissions[status] === 'begin' && can(operations[action])
  })

/** The parts of a payment's money. They add up to the authorized amount, or to what was captured if that is more. */
export type MoneyParts = {
  readonly kept: number
  readonly refunded: number
  readonly disputed: number
  readonly capturable: number
  readonly released: number
}

export const moneyParts = (payment: Transaction): MoneyParts => {
  const { amountAuthorized, amountCaptured, amountCapturable, amountCredited } = payment
  const left = Math.max(minus(amountCaptured, amountCredited), 0)
  const disputed = Math.min(sumOf(payment.disputes.map(({ amountWithdrawn }) => amountWithdrawn)), left)
  return {
    kept: minus(left, disputed),
    refunded: amountCredited,
    disputed,
    capturable: amountCapturable,
    released: Math.max(minus(amountAuthorized, amountCaptured, amountCapturable), 0),
  }
}

/** The amount that can still be refunded. */
export const refundable = ({ amountCaptured, amountCredited }: Transaction): number =>
  minus(amountCaptured, amountCredited)

/** A decline in words: what the bank or the gateway said. */
export const declineText = (code: string | null): string =>
  code === null ? paymentTexts.meanings['processing_error']! : responseText(code)

/** What a decline means, and what to do. */
export const declineMeaning = (responseCode: string): string => {
  const { code, retry } = declineOf(responseCode)
  return [paymentTexts.meanings[code], paymentTexts.retry[retry]].filter(Boolean).join(' ')
}

/** The state of a payment in a sentence. */
export const summaryOf = (payment: Transaction): string => {
  const money = (amount: number): string => formatMoney(amount, payment.currency)
  const { summary } = paymentTexts
  if (payment.type === 'credit' && payment.approved) return paymentTexts.payout(money(payment.amount))
  switch (payment.status) {
    case 'authorized':
      return payment.expires === null
        ? summary.authorized(money(payment.amountCapturable))
        : summary.authorizedUntil(money(payment.amountCapturable), formatDate(new Date(payment.expires)))
    case 'partially_captured':
      return summary.partially_captured(money(payment.amountCaptured), money(payment.amountCapturable))
    case 'captured':
      return summary.captured(money(payment.amountCaptured))
    case 'settled':
      return summary.settled(money(payment.amountSettled))
    case 'partially_refunded':
      return summary.partially_refunded(money(payment.amountCredited), money(refundable(payment)))
    case 'refunded':
      return summary.refunded(money(payment.amountCredited))
    case 'declined':
      return summary.declined(declineText(payment.responseCode))
    default:
      return paymentTexts.otherStates[payment.status] ?? ''
  }
}
