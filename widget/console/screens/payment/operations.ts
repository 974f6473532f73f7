import { minus } from '../../format/money.ts'
import type { ApiRequest } from './curl.ts'
import { refundable, type PaymentAction, type Transaction } from './payment.ts'
import { paymentTexts } from './texts.ts'

/** What a person has chosen in the dialog. */
export type Choice = {
  readonly action: PaymentAction
  /** In currency units; absent for a void. */
  readonly amount: number
  /** A key of the reasons; empty without one. */
  readonly reason: string
  /** Whether a capture releases the rest. */
  readonly isFinal: boolean
}

/** The largest amount of an action. */
export const mostOf = (action: PaymentAction, payment: Transaction): number =>
  action === 'refund' ? refundable(payment) : action === 'capture' ? payment.amountCapturable : payment.amountAuthorized

/** The request of a choice. The amount is always sent, so that the result is what the preview showed. */
export const requestOf = (
  { action, amount, reason, isFinal }: Choice,
  { originalTransactionId: id, currency }: Transaction,
): ApiRequest & { readonly method: 'POST' } => {
  switch (action) {
    case 'refund':
      return {
        method: 'POST',
        path: '/v1/transactions/credit',
        body: {
          referenceTransactionId: id,
          amount: { value: amount, currency },
          ...(reason && { order: { metadata: { reason } } }),
        },
      }
    case 'capture':
      return {
        method: 'POST',
        path: '/v1/transactions/capture',
        body: { transactionId: id, amount, ...(isFinal && { final: true }) },
      }
    case 'void':
      return { method: 'POST', path: '/v1/transactions/void', body: { transactionId: id } }
  }
}

/** One line of the preview: an amount now and after the action. */
export type PreviewRow = { readonly text: string; readonly now: number; readonly after: number }

/** The result of a choice. */
export const previewOf = ({ action, amount, isFinal }: Choice, payment: Transaction): PreviewRow[] => {
  const { rows } = paymentTexts.dialog
  const { amountCaptured: captured, amountCapturable: reserved, amountCredited: refunded } = payment
  switch (action) {
    case 'refund':
      return [
        { text: rows.refunded, now: refunded, after: minus(refunded, -amount) },
        { text: rows.kept, now: refundable(payment), after: minus(refundable(payment), amount) },
      ]
    case 'capture':
      return [
        { text: rows.captured, now: captured, after: minus(captured, -amount) },
        { text: rows.reserved, now: reserved, after: isFinal ? 0 : minus(reserved, amount) },
      ]
    case 'void':
      return [
        { text: rows.reserved, now: reserved, after: 0 },
        { text: rows.captured, now: captured, after: 0 },
      ]
  }
}
