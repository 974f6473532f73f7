import { isoDate } from '../../format/time.ts'
import { paymentsTexts } from './texts.ts'
import type { Term } from './search.ts'

export type PresetName = keyof typeof paymentsTexts.dates.presets

/** The first and the last day of a range, YYYY-MM-DD of the local calendar. */
export type Days = { readonly from: string; readonly to: string }

const range = (from: Date, to: Date): Days => ({ from: isoDate(from), to: isoDate(to) })

/** Frequent ranges of days, by the browser's calendar. */
export const presets: Readonly<Record<PresetName, (now: Date) => Days>> = {
  today: (now) => range(now, now),
  yesterday: (now) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
    return range(day, day)
  },
  week: (now) => range(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 6), now),
  thisMonth: (now) => range(new Date(now.getFullYear(), now.getMonth(), 1), now),
  lastMonth: (now) =>
    range(new Date(now.getFullYear(), now.getMonth() - 1, 1), new Date(now.getFullYear(), now.getMonth(), 0)),
}

export const presetNames = Object.keys(presets) as PresetName[]

/** The filters of a search with another range of days. */
export const withDays = (terms: readonly Pick<Term, 'key' | 'value'>[], { from, to }: Days) => [
  ...terms.filter(({ key }) => key !== 'from' && key !== 'to'),
  { key: 'from' as const, value: from },
  { key: 'to' as const, value: to },
]
