import type { AttentionReason } from '#contract/transactions/attention'
import type { OperationType } from '#contract/transactions/transactions'
import { addedLater, json } from '../sql/row.ts'
import { ofPayment } from './ofPayment.ts'

/** The oldest operation of a payment that needs attention, for its API resource. Times are milliseconds since 1970. */
export interface PaymentAttention {
  readonly since: number
  readonly reason: AttentionReason
  readonly id: number
  readonly type: OperationType
  readonly amount: number
  readonly created: number
  readonly attempts: number
  readonly due: number | null
}

/** An SQL expression: that operation of a payment as a JSON text. NULL if there is none. @param payment table or alias of `transactions` */
export const attentionOf = (payment: string): string =>
  `CASE WHEN ${payment}.attention IS NOT NULL THEN
     (SELECT json_object('since', attention, 'reason', attentionReason, 'id', id, 'type', type, 'amount', amount, 'created', created,
                         'attempts', attempts, 'due', due) || ''
      FROM operations AS unclear WHERE ${ofPayment(`${payment}.id`, 'unclear')} AND unclear.attention = ${payment}.attention LIMIT 1) END`

/** The column that this expression gives. Earlier snapshots lack it. */
export const attentionColumn = addedLater(json<PaymentAttention>())
