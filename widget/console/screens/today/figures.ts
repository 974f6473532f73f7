import type { Api } from '../../api/api.ts'
import type { DailyFigures, GetFiguresAnswer } from '../../../client/types.ts'
import { sumOf } from '../../format/money.ts'
import { addDays } from '../../format/utcDay.ts'
import { firstDay, periodDays } from './period.ts'

/** The figures of one UTC day in one currency. */
export type DayFigures = {
  readonly day: string
  readonly captured: number
  readonly refunded: number
  readonly net: number
  readonly captures: number
  readonly refunds: number
  readonly approved: number
  readonly declined: number
  readonly declines: readonly Decline[]
}

/** Declines with one response code. */
export type Decline = { readonly code: string; readonly text: string; readonly count: number }

/** The figures by currency, the one with the most payments first, each with all days of the range, the earliest first. */
export type Figures = {
  /** The current UTC day of the account's clock. */
  readonly today: string
  /** ISO 4217 numbers. */
  readonly currencies: readonly number[]
  readonly daysOf: (currency: number) => readonly DayFigures[]
}

const emptyDay = (day: string): DayFigures => ({
  day,
  captured: 0,
  refunded: 0,
  net: 0,
  captures: 0,
  refunds: 0,
  approved: 0,
  declined: 0,
  declines: [],
})

const toDay = (day: DailyFigures): DayFigures => ({
  day: day.day,
  captured: day.captures.amount,
  refunded: day.credits.amount,
  net: day.net,
  captures: day.captures.count,
  refunds: day.credits.count,
  approved: day.authorizations.approved,
  declined: day.authorizations.declined,
  declines: day.declines.map(({ code, text, count }) => ({ code: code ?? '', text: text ?? '', count })),
})

/** Reads the figures of the current period and of the one before. */
export const readFigures = async (api: Api, signal: AbortSignal): Promise<Figures> => {
  const { figures } = await api.get<GetFiguresAnswer>('/v1/figures', { from: firstDay() }, signal)
  const byCurrency = Map.groupBy(figures.days, ({ currency }) => currency)
  const payments = (currency: number): number =>
    byCurrency.get(currency)!.reduce((sum, { authorizations: { approved, declined } }) => sum + approved + declined, 0)
  return {
    today: figures.to,
    currencies: [...byCurrency.keys()].sort((one, other) => payments(other) - payments(one)),
    daysOf: (currency) => {
      const found = new Map(byCurrency.get(currency)?.map((day) => [day.day, toDay(day)]))
      return Array.from({ length: 2 * periodDays }, (_, index) => addDays(figures.to, index + 1 - 2 * periodDays)).map(
        (day) => found.get(day) ?? emptyDay(day),
      )
    },
  }
}

/** The sums of some days. */
export const totalOf = (days: readonly DayFigures[]): Omit<DayFigures, 'day'> => {
  const count = (name: 'captures' | 'refunds' | 'approved' | 'declined'): number =>
    days.reduce((sum, day) => sum + day[name], 0)
  const declines = Map.groupBy(
    days.flatMap((day) => day.declines),
    ({ code }) => code,
  )
  return {
    captured: sumOf(days.map(({ captured }) => captured)),
    refunded: sumOf(days.map(({ refunded }) => refunded)),
    net: sumOf(days.map(({ net }) => net)),
    captures: count('captures'),
    refunds: count('refunds'),
    approved: count('approved'),
    declined: count('declined'),
    declines: [...declines.values()]
      .map((same) => ({
        code: same[0]!.code,
        text: same[0]!.text,
        count: same.reduce((sum, { count }) => sum + count, 0),
      }))
      .sort((one, other) => other.count - one.count),
  }
}

/** The share of authorizations that were approved; null without any. */
export const approvalRate = ({ approved, declined }: Pick<DayFigures, 'approved' | 'declined'>): number | null =>
  approved + declined === 0 ? null : approved / (approved + declined)
