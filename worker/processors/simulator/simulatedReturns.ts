import type { SimulatedReturn, OperationType, Ref, SettlementTimes } from '../processor.ts'
import { bankingDay } from './bankingDays.ts'
import type { ReturnTrigger } from './cards.ts'

/**
 * What an approved payment's references remember of its trigger. The simulator has no memory and must not keep the
 * card number, so this word in `Ref.raw` is all that a capture, void, credit or settlement knows of the original.
 */
export type Mark = 'amountDriven' | ReturnTrigger | `return:${string}`

export interface ReturnRule {
  readonly event: SimulatedReturn['event']
  /** NACHA return code of a check. */
  readonly code?: string
  /**
   * When it comes: so many days after the approval, so many banking days after the settlement, or with it. A bank has
   * until the second banking day after the settlement to return a check (NACHA Operating Rules, 3.8).
   */
  readonly after: { readonly days: number } | { readonly bankingDays: number } | 'settlement'
}

/** What will happen to an approved operation by itself: to a payment's authorization, or to a credit. */
export const returnRule = (type: OperationType, { raw, op, root }: Ref): ReturnRule | undefined => {
  if (type === 'credit' && raw === 'refundReturned') return { event: 'returned', after: { days: 1 } }
  if (type === 'authorize' && raw === 'disputed') return { event: 'disputed', after: 'settlement' }
  // Follow-ups remember the mark of their original, which comes back by itself; a payout has no original.
  const first = type === 'authorize' || (type === 'credit' && op === root)
  if (first && raw?.startsWith('return:')) return { event: 'returned', code: raw.slice(7), after: { bankingDays: 2 } }
  return undefined
}

const dayMs = 86_400_000

const returnTime = (after: ReturnRule['after'], { approved, settled }: SettlementTimes): number => {
  if (after === 'settlement') return settled
  return 'days' in after ? approved + after.days * dayMs : bankingDay(settled, after.bankingDays)
}

/** `consequenceOf` on a clock: for the settlement to act out when that has come. */
export const simulateReturn = (type: OperationType, ref: Ref, times: SettlementTimes): SimulatedReturn | undefined => {
  const consequence = returnRule(type, ref)
  if (consequence === undefined) return undefined
  const { after, ...what } = consequence
  return { ...what, at: Math.max(times.settled, returnTime(after, times)) }
}
