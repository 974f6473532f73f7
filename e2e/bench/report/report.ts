import { billOf, items, priceList, storageOf, sumOf, usageOf, type Item, type Usage } from './costs.ts'
import type { Load } from '../load/load.ts'
import { markdownTable } from './markdownTable.ts'
import type { Measured, Round } from '../load/measure.ts'
import { median } from '../statistics.ts'
import { rows, type Row, type RowName } from '../load/rows.ts'
import { milliseconds } from './textTable.ts'

export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

/** Of pairs that were measured one after the other, each one's share of the other. */
export const sharesOf = (
  loads: readonly Pick<Load, 'perSecond'>[],
  baselines: readonly Pick<Load, 'perSecond'>[],
): Spread => {
  const shares = loads.map(({ perSecond }, round) => perSecond / baselines[round]!.perSecond)
  return { median: median(shares), least: Math.min(...shares), most: Math.max(...shares) }
}

const rate = (value: number): string => Math.round(value).toLocaleString('en')
const count = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1))
/** The median, and in brackets the least and the most. */
export const showSpread = ({ median, least, most }: Spread, digits = 2): string =>
  `${median.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
const of = (loads: readonly Load[], what: 'perSecond' | 'p50' | 'p99'): number =>
  median(loads.map((load) => load[what]))

/** The median of the rounds; null where the system does not tell. */
const cpuOf = (rounds: readonly Round[]): number | null => {
  const known = rounds.flatMap(({ cpuMs }) => cpuMs ?? [])
  return known.length === 0 ? null : median(known)
}

const cpu = (rounds: readonly Round[]): string => cpuOf(rounds)?.toFixed(1) ?? 'unknown'

/** Rates, and what one request asks of the database: ours / the baseline's. */
export const rateTable = (measured: readonly Measured[]): string =>
  markdownTable(
    [
      'Request',
      'Stored',
      'Per second',
      'p50',
      'p99',
      'Baseline per second',
      'Share of baseline',
      'Promise',
      'CPU, ms',
      'D1 round trips',
      'Statements',
      'Rows read',
      'Rows written',
    ],
    measured.map(({ row, stored, loads, baselines, perRequest, ofBaseline }) => {
      const { promise }: Row = rows[row]
      const both = (what: 'trips' | 'statements' | 'rowsRead' | 'rowsWritten') =>
        `${count(perRequest[what])} / ${count(ofBaseline[what])}`
      return [
        row,
        stored.toLocaleString('en'),
        rate(of(loads, 'perSecond')),
        milliseconds(of(loads, 'p50')),
        milliseconds(of(loads, 'p99')),
        rate(of(baselines, 'perSecond')),
        showSpread(sharesOf(loads, baselines)),
        promise === undefined ? '' : promise.toFixed(1),
        `${cpu(loads)} / ${cpu(baselines)}`,
        both('trips'),
        both('statements'),
        both('rowsRead'),
        both('rowsWritten'),
      ]
    }),
  )

/** Each row among more payments, beside itself among the fewest. */
export const growthTable = (measured: readonly Measured[]): string => {
  const fewest = Math.min(...measured.map(({ stored }) => stored))
  const few = new Map(measured.filter(({ stored }) => stored === fewest).map((one) => [one.row, one]))
  return markdownTable(
    ['Request', 'Stored', `Share of the rate among ${fewest.toLocaleString('en')}`, 'Rows read', 'Rows written'],
    measured
      .filter(({ stored }) => stored !== fewest)
      .map(({ row, stored, loads, perRequest }) => {
        const beside = few.get(row)!
        return [
          row,
          stored.toLocaleString('en'),
          showSpread(sharesOf(loads, beside.loads)),
          `${count(beside.perRequest.rowsRead)} → ${count(perRequest.rowsRead)}`,
          `${count(beside.perRequest.rowsWritten)} → ${count(perRequest.rowsWritten)}`,
        ]
      }),
  )
}

/** How long a shopper stands at a reader before the card is there: the session's object waits with them, and is billed for it. */
export const shopperSeconds = 10

const dollars = (value: number): string => `$${value.toFixed(2)}`
const million = 1_000_000

/** What is bought, as the rows that it is made of. */
const baskets: readonly (readonly [what: string, parts: readonly RowName[]])[] = [
  ['Paid by card', ['token', 'authorize', 'capture']],
  ['The same, and a webhook told of it', ['token', 'webhook', 'capture']],
  ['Paid at a card reader', ['terminal', 'capture']],
  ['Read', ['get']],
  ['Listed', ['list']],
  ['A checkout made', ['checkout']],
]

const usageOfRow = ({ row, perRequest, loads }: Measured): Usage => {
  const waits = row === 'terminal' ? shopperSeconds * 1000 : 0
  return usageOf({ ...perRequest, objectMs: perRequest.objectMs + waits, cpuMs: cpuOf(loads) ?? 0 })
}

const inMillions = (value: number): string => (value / million).toFixed(value < 10 * million ? 2 : 1)

/** What a million of each comes to, by what was counted for one. A basket is left out where a row of it was not measured. */
export const costSheet = (measured: readonly Measured[]): string => {
  const byRow = new Map(measured.map((one) => [one.row, one]))
  const bought = baskets.flatMap(([what, parts]) => {
    const found = parts.flatMap((part) => byRow.get(part) ?? [])
    if (found.length < parts.length) return []
    const bytes = found.reduce((sum, { loads }) => sum + median(loads.map((load) => load.bytes)), 0)
    return [
      {
        what: `${what}: ${parts.join(', ')}`,
        bill: billOf(sumOf(...found.map((one) => [million, usageOfRow(one)] as const))),
        kept: storageOf(million * bytes),
      },
    ]
  })
  const byItem = (Object.keys(items) as Item[]).map((item, nth) => {
    const name = `${items[item]}, in millions, at $${priceList.prices[item].perMillion}`
    const lines = bought.map(({ bill }) => bill.lines[nth]!)
    return [name].concat(lines.map(({ quantity, listed }) => `${inMillions(quantity)}: ${dollars(listed)}`))
  })
  return markdownTable(
    ['A million of'].concat(bought.map(({ what }) => what)),
    byItem.concat([
      ['All of it at list price'].concat(bought.map(({ bill }) => dollars(bill.listed))),
      ['A month of that alone, with the plan and what it includes'].concat(
        bought.map(({ bill }) => dollars(bill.billed)),
      ),
      [`Kept in D1, each month, at $${priceList.storage.perGb} a GB`].concat(bought.map(({ kept }) => dollars(kept))),
    ]),
  )
}

/** The promises that were not kept, each in a sentence. */
export const shortfalls = (measured: readonly Measured[]): readonly string[] =>
  measured.flatMap(({ row, stored, loads, baselines }) => {
    const { promise = 0 }: Row = rows[row]
    const { median } = sharesOf(loads, baselines)
    return median >= promise
      ? []
      : [`${row} among ${stored.toLocaleString('en')}: ${median.toFixed(2)} of its baseline, promised ${promise}.`]
  })
