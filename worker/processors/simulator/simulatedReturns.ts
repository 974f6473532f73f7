import type { DisputeStage } from '#contract/disputes/disputeStages'
import type { OperationType, Ref } from '../processor.ts'
import type { SimulatedReturn, SettlementTimes } from '../simulatedReturn.ts'
import { bankingDay } from './bankingDays.ts'
import type { ReturnTrigger } from './cards.ts'
import { type SimulatedCase, disputeTriggers, isDisputeTrigger } from './simulatedDisputes.ts'

/**
 * The trigger of an approved payment, stored in `Ref.raw`. The simulator has no memory and must not store the card number, so
 * captures, voids, credits and settlements have only this text of the original.
 */
export type Mark = 'amountDriven' | ReturnTrigger | `return:${string}`

export type ReturnRule =
  | {
      readonly event: 'returned'
      /** NACHA return code of a check. */
      readonly code?: string
      /**
       * Days after the approval, or banking days after the settlement. A bank may return a check until the second banking day after the
       * settlement (NACHA Operating Rules, 3.8).
       */
      readonly after: { readonly days: number } | { readonly bankingDays: number }
    }
  | ({ readonly event: 'disputed' } & SimulatedCase)

/** The return or dispute of an approved authorization or credit. */
export const returnRule = (type: OperationType, { raw, op, root }: Ref): ReturnRule | undefined => {
  if (type === 'credit' && raw === 'refundReturned') return { event: 'returned', after: { days: 1 } }
  if (type === 'authorize' && isDisputeTrigger(raw)) return { event: 'disputed', ...disputeTriggers[raw] }
  // Modifications copy the mark of their original, whose own return is simulated. An unreferenced credit has no original.
  const first = type === 'authorize' || (type === 'credit' && op === root)
  if (first && raw?.startsWith('return:')) return { event: 'returned', code: raw.slice(7), after: { bankingDays: 2 } }
  return undefined
}

const dayMs = 86_400_000

/** The return or dispute with its times, which the settlement schedules. */
export const simulateReturn = (
  type: OperationType,
  ref: Ref,
  { approved, settled }: SettlementTimes,
): SimulatedReturn | undefined => {
  const rule = returnRule(type, ref)
  if (rule?.event === 'disputed') {
    const after = (days: number) => settled + days * dayMs
    const toStage = ([stage, day, dueDay]: readonly [DisputeStage, day: number, dueDay?: number]) => ({
      stage,
      at: after(day),
      ...(dueDay === undefined ? {} : { evidenceDueBy: after(dueDay) }),
    })
    return { event: 'disputed', reason: rule.reason, stages: rule.stages.map(toStage) }
  }
  if (rule === undefined) return undefined
  const { event, code, after } = rule
  const at = 'days' in after ? approved + after.days * dayMs : bankingDay(settled, after.bankingDays)
  return { event, ...(code === undefined ? {} : { code }), at: Math.max(settled, at) }
}
