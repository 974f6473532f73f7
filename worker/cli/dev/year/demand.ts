import type { SeededRandom } from './random.ts'

/** Orders of an ordinary day a year ago, and today. */
const [ordersThen, ordersNow] = [2.6, 5.5]
/** From Sunday to Saturday. */
const weekdays = [1.1, 0.85, 0.8, 0.85, 1, 1.15, 1.35]
/** From January to December: gifts in May and December, people away in summer. */
const months = [0.75, 0.85, 0.9, 1, 1.3, 0.95, 0.85, 0.85, 0.95, 1.05, 1.3, 1.55]
/** Chances of the hours from 8 to 22. */
const hours = [1, 2, 4, 6, 7, 6, 6, 5, 5, 6, 6, 7, 8, 8, 5]

/** The times of a day's orders, in ascending order. @param midnight of the day. @param share of the year that has passed, from 0 to 1 */
export const orderTimes = (midnight: number, share: number, random: SeededRandom): number[] => {
  const date = new Date(midnight)
  const expected =
    ordersThen * (ordersNow / ordersThen) ** share * weekdays[date.getUTCDay()]! * months[date.getUTCMonth()]!
  const count = Math.floor(expected * (0.6 + 0.8 * random.next()) + random.next())
  const times = Array.from({ length: count }, () => {
    const hour = 8 + random.weighted(hours.map((weight, index) => [index, weight] as const))
    return midnight + hour * 3_600_000 + random.between(0, 3_599) * 1000
  })
  return times.toSorted((one, other) => one - other)
}
