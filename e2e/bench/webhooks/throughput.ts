import type { Arrival, BenchReceiver } from './receivers.ts'

/** Deliveries of a backlog after the number at once has adapted. */
export interface Throughput {
  readonly perSecond: number
  /** The most that the receiver was handling, also those that it rejected. */
  readonly atOnce: number
  /** Responses 429 during the whole run. */
  readonly rejected: number
  readonly isInOrder: boolean
}

/** Whether the first deliveries of each resource came in the order of its events. */
export const isInOrder = (arrivals: readonly Arrival[]): boolean => {
  const last = new Map<string, number>()
  const seen = new Set<string>()
  return arrivals.every(({ resource, sequence }) => {
    const id = `${resource} ${sequence}`
    // A retry may come at any time.
    if (seen.has(id)) return true
    seen.add(id)
    const isNext = sequence > (last.get(resource) ?? 0)
    last.set(resource, sequence)
    return isNext
  })
}

/** The figures of the last half of the arrivals. */
export const throughputOf = ({ arrivals }: BenchReceiver): Throughput => {
  const adapted = arrivals.slice(Math.floor(arrivals.length / 2))
  const ms = adapted.at(-1)!.at - adapted[0]!.at
  return {
    perSecond: (adapted.filter(({ status }) => status === 204).length * 1000) / ms,
    atOnce: Math.max(...adapted.map(({ atOnce }) => atOnce)),
    rejected: arrivals.filter(({ status }) => status === 429).length,
    isInOrder: isInOrder(arrivals),
  }
}
