import { numberFromText } from '#contract/schema/rawJson'
import type { PlanRow } from '../../store/plans/plans.ts'
import { decimalText, moneyOf } from '../money.ts'

/** A plan as an API resource, its amount in currency units. */
export const toPlan = ({ id, label, unit, interval, dayOfCycle, currency, amount, installments }: PlanRow) => ({
  id,
  label,
  cycle: { unit, interval, dayOfCycle },
  amount: { value: numberFromText(decimalText(moneyOf(amount, currency))), currency },
  installments,
})
