import { numberFromText } from '#contract/schema/rawJson'
import { responseText } from '#contract/transactions/responseCodes'
import type { FigureRow } from '../../store/figures/figures.ts'
import { decimalText, moneyOf } from '../money.ts'

/** Rows by a key, in ascending order of the keys. */
const groupBy = <Key extends string | number>(
  rows: readonly FigureRow[],
  keyOf: (row: FigureRow) => Key,
): readonly (readonly [Key, readonly FigureRow[]])[] => {
  const groups = new Map<Key, FigureRow[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

const countOf = (rows: readonly FigureRow[]): number => rows.reduce((count, { operations }) => count + operations, 0)
const amountOf = (rows: readonly FigureRow[]): bigint => rows.reduce((total, { amount }) => total + amount, 0n)

const declinePrefix = 'declined:'

/** The declines by response code, the most frequent first. */
const toDeclines = (rows: readonly FigureRow[]) =>
  groupBy(rows, ({ figure }) => figure.slice(declinePrefix.length))
    .map(([code, declines]) => ({
      code: code === '' ? null : code,
      text: code === '' ? null : responseText(code),
      count: countOf(declines),
    }))
    .filter(({ count }) => count !== 0)
    .toSorted((a, b) => b.count - a.count)

/** The figures of rows in one currency. */
const toCurrencyFigures = (currency: number, rows: readonly FigureRow[]) => {
  const of = (figure: string) => rows.filter((row) => row.figure === figure)
  const amount = (minor: bigint) => numberFromText(decimalText({ ...moneyOf(0, currency), minor }))
  const [captured, credited] = [of('captured'), of('credited')]
  const declined = rows.filter(({ figure }) => figure.startsWith(declinePrefix))
  return {
    currency,
    captures: { count: countOf(captured), amount: amount(amountOf(captured)) },
    credits: { count: countOf(credited), amount: amount(amountOf(credited)) },
    net: amount(amountOf(captured) - amountOf(credited)),
    authorizations: { approved: countOf(of('approved')), declined: countOf(declined) },
    declines: toDeclines(declined),
  }
}

/** The figures of rows by currency, without currencies of which everything was undone. */
const toCurrencies = (rows: readonly FigureRow[]) =>
  groupBy(rows, ({ currency }) => currency)
    .map(([currency, own]) => toCurrencyFigures(currency, own))
    .filter(
      ({ captures, credits, authorizations: { approved, declined } }) =>
        captures.count + credits.count + approved + declined !== 0,
    )

const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Converts figures to their API resource: days as dates, amounts in currency units. @param asOf milliseconds since 1970 */
export const toFigures = (
  { from, to }: { readonly from: number; readonly to: number },
  asOf: number,
  rows: readonly FigureRow[],
) => ({
  from: dateOf(from),
  to: dateOf(to),
  asOf: new Date(asOf).toISOString(),
  days: groupBy(rows, ({ day }) => day).flatMap(([day, own]) =>
    toCurrencies(own).map((figures) => Object.assign({ day: dateOf(day) }, figures)),
  ),
  totals: toCurrencies(rows),
})
