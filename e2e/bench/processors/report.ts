import { markdownTable } from '../report/markdownTable.ts'
import { median } from '../statistics.ts'
import type { OwnTime, Subject } from './measure.ts'

const shareOf = (own: number | null, other: number | null): number | null =>
  own === null || other === null ? null : own / other

const formatShares = (shares: readonly (number | null)[]): string => {
  const known = shares.filter((share) => share !== null)
  if (known.length === 0) return 'unknown'
  return `${median(known).toFixed(2)} (${Math.min(...known).toFixed(2)} to ${Math.max(...known).toFixed(2)})`
}

const formatMs = (values: readonly (number | null)[]): string => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? 'unknown' : median(known).toFixed(2)
}

/** Own time of each processor, and its share of the first one's in the same rounds: the median, with minimum and maximum. */
export const processorTable = (
  subjects: readonly Subject[],
  rounds: readonly ReadonlyMap<string, OwnTime>[],
): string => {
  const [first] = subjects
  const timesOf = (name: string, time: keyof OwnTime) => rounds.map((round) => round.get(name)![time])
  const sharesOf = (name: string, time: keyof OwnTime) =>
    rounds.map((round) => shareOf(round.get(name)![time], round.get(first!.name)![time]))
  return markdownTable(
    ['Processor', 'Own time, ms', 'Share', 'CPU time, ms', 'Share'],
    subjects.map(({ name }) => [
      name,
      formatMs(timesOf(name, 'ownMs')),
      formatShares(sharesOf(name, 'ownMs')),
      formatMs(timesOf(name, 'cpuMs')),
      formatShares(sharesOf(name, 'cpuMs')),
    ]),
  )
}
