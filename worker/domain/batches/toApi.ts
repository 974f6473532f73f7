import { numberFromText } from '#contract/schema/rawJson'
import type { BatchWithTotals } from '../../store/batches/batches.ts'
import type { BatchTotal } from '../../store/batches/totals.ts'
import { decimalText, moneyOf } from '../money.ts'

const time = (ms: number): string => new Date(ms).toISOString()

const toBatchTotal = ({ currency, captures, captured, credits, credited }: BatchTotal) => {
  const amount = (minor: bigint) => numberFromText(decimalText({ ...moneyOf(0, currency), minor }))
  return {
    currency,
    captures: { count: captures, amount: amount(captured) },
    credits: { count: credits, amount: amount(credited) },
    net: amount(captured - credited),
  }
}

type ApiBatch = Pick<BatchWithTotals, 'id' | 'status' | 'cutoff' | 'created' | 'closed' | 'totals'>

/** Converts a batch to its API resource: times in RFC 3339, amounts in currency units. */
export const toBatch = ({ id, status, cutoff, created, closed, totals }: ApiBatch) => ({
  id,
  status,
  cutoff: time(cutoff),
  created: time(created),
  closed: closed === null ? null : time(closed),
  totals: totals.map(toBatchTotal),
})
