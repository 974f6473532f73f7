import type { InvocationKind, InvocationRecord } from '../../../worker/testing/workers/background/figures.ts'
import { median } from '../statistics.ts'

/** A charged bill: when it came due, and when it was charged. Milliseconds since 1970. */
export interface ChargedBill {
  readonly due: number
  readonly at: number
}

/**
 * How far bills were charged out of order, in milliseconds: the most that a bill was charged later than if all had been charged at the same
 * times in the order in which they came due.
 */
export const mostOutOfOrder = (bills: readonly ChargedBill[]): number => {
  const times = bills.map(({ at }) => at).toSorted((a, b) => a - b)
  return Math.max(0, ...bills.toSorted((a, b) => a.due - b.due).map(({ at }, rank) => at - times[rank]!))
}

/** The number of times that each id occurs, beyond the first. */
export const countRepeats = (ids: readonly string[]): number => ids.length - new Set(ids).size

/** Events per second in the middle half of them: a run begins with one worker and ends with few items. */
export const middleRate = (times: readonly number[]): number => {
  const sorted = times.toSorted((a, b) => a - b)
  const [from, to] = [Math.floor(sorted.length / 4), Math.floor((sorted.length * 3) / 4)]
  const ms = (sorted[to] ?? 0) - (sorted[from] ?? 0)
  return ms === 0 ? 0 : ((to - from) / ms) * 1000
}

export interface InvocationSummary {
  readonly kind: InvocationKind
  readonly count: number
  readonly batches: { readonly p50: number; readonly max: number }
  readonly statements: { readonly p50: number; readonly max: number }
  readonly ms: { readonly p50: number; readonly max: number }
  readonly connections: number
}

/** The time in which an invocation works. A run of the cron waits for the objects that it has woken, which work on their own. */
export const workMs = ({ kind, ms, workedMs }: InvocationRecord): number => (kind === 'cron' ? workedMs : ms)

const medianAndMost = (values: readonly number[]) => ({
  p50: median(values),
  max: values.reduce((most, value) => Math.max(most, value), 0),
})

export const summarizeInvocations = (records: readonly InvocationRecord[]): readonly InvocationSummary[] =>
  (['cron', 'round', 'lane', 'request'] as const)
    .map((kind) => ({ kind, some: records.filter((record) => record.kind === kind) }))
    .filter(({ some }) => some.length > 0)
    .map(({ kind, some }) => ({
      kind,
      count: some.length,
      batches: medianAndMost(some.map(({ batches }) => batches)),
      statements: medianAndMost(some.map(({ statements }) => statements)),
      ms: medianAndMost(some.map(workMs)),
      connections: medianAndMost(some.map(({ connections }) => connections)).max,
    }))
