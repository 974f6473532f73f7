import type { SimulatedReturn, OperationType, Ref, SettlementTimes } from '../processor.ts'
import { bankingDay } from './bankingDays.ts'
import type { ReturnTrigger } from './cards.ts'

/**
 * The trigger of an approved payment, stored in `Ref.raw`. The simulator has no memory and must not store the card number, so
 * captures, voids, credits and settlements have only this text of the original.
 */
export type Mark = 'amountDriven' | ReturnTrigger | `return:${string}`

export interface ReturnRule {
  readonly event: SimulatedReturn['event']
  /** NACHA return code of a check. */
  readonly code?: string
  /**
   * Days after the approval, banking days after the settlement, or the settlement itself. A bank may return a check until the
   * second banking day after the settlement (NACHA Operating Rules, 3.8).
   */
  readonly after: { readonly days: number } | { readonly bankingDays: number } | 'settlement'
}

/** The return or dispute of an approved authorization or credit. */
export const returnRule = (type: OperationType, { raw, op, root }: Ref): ReturnRule | undefined => {
  if (type === 'credit' && raw === 'refundReturned') return { event: 'returned', after: { days: 1 } }
  if (type === 'authorize' && raw === 'disputed') return { event: 'disputed', after: 'settlement' }
  // Modifications copy the mark of their original, whose own return is simulated. An unreferenced credit has no original.
  const first = type === 'authorize' || (type === 'credit' && op === root)
  if (first && raw?.startsWith('return:')) return { event: 'returned', code: raw.slice(7), after: { bankingDays: 2 } }
  return undefined
}

const dayMs = 86_400_000

const returnTime = (after: ReturnRule['after'], { approved, settled }: SettlementTimes): number => {
  if (after === 'settlement') return settled
  return 'days' in after ? approved + after.days * dayMs : bankingDay(settled, after.bankingDays)
}

/** The return or dispute with its time, which the settlement schedules. */
export const simulateReturn = (type: OperationType, ref: Ref, times: SettlementTimes): SimulatedReturn | undefined => {
  const rule = returnRule(type, ref)
  if (rule === undefined) return undefined
  const { after, ...event } = rule
  return { ...event, at: Math.max(times.settled, returnTime(after, times)) }
}
