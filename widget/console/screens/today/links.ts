import { currencyCode } from '../../format/money.ts'
import { addDays, startOfDay } from '../../format/utcDay.ts'
import { paths } from '../../shell/routes.ts'

/** Links from a figure to exactly the payments that it counts, in its currency. */
export type TodayLinks = {
  /** The payments with a capture or refund on a day: those that the figure adds up. */
  readonly moved: (filter: 'captured' | 'refunded' | 'moved', day: string) => string
  /** The payments of a search that were made from a day to a day. */
  readonly made: (search: string, from: string, to: string) => string
}

/** @param href the address of a path in the current mode */
export const linksIn = (currency: number, href: (path: string) => string): TodayLinks => ({
  moved: (filter, day) => href(paths.payments(`${filter}:${day} currency:${currencyCode(currency)}`)),
  made: (search, from, to) =>
    href(
      paths.payments(
        `${search} from:${startOfDay(from)} to:${startOfDay(addDays(to, 1))} currency:${currencyCode(currency)}`,
      ),
    ),
})
