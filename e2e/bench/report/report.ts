import { toBill, items, priceList, storageCost, sumUsage, toUsage, type Item, type Usage } from './costs.ts'
import type { Load } from '../load/load.ts'
import { markdownTable } from './markdownTable.ts'
import type { Measured, Round } from '../load/measure.ts'
import { median } from '../statistics.ts'
import { rows, type Row, type RowName } from '../load/rows.ts'
import { milliseconds } from './textTable.ts'

export interface Spread {
  readonly median: number
  readonly minimum: number
  readonly maximum: number
}

/** The rates of consecutive pairs as shares of the baseline. */
export const rateShares = (
  loads: readonly Pick<Load, 'perSecond'>[],
  baselines: readonly Pick<Load, 'perSecond'>[],
): Spread => {
  const shares = loads.map(({ perSecond }, round) => perSecond / baselines[round]!.perSecond)
  return { median: median(shares), minimum: Math.min(...shares), maximum: Math.max(...shares) }
}

const rate = (value: number): string => Math.round(value).toLocaleString('en')
const count = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1))
/** The median with minimum and maximum in parentheses. */
export const formatSpread = ({ median, minimum, maximum }: Spread, digits = 2): string =>
  `${median.toFixed(digits)} (${minimum.toFixed(digits)}–${maximum.toFixed(digits)})`
const medianOf = (loads: readonly Load[], name: 'perSecond' | 'p50' | 'p99'): number =>
  median(loads.map((load) => load[name]))

/** The median of the rounds; null if unknown. */
const medianCpuMs = (rounds: readonly Round[]): number | null => {
  const known = rounds.flatMap(({ cpuMs }) => cpuMs ?? [])
  return known.length === 0 ? null : median(known)
}

const cpu = (rounds: readonly Round[]): string => medianCpuMs(rounds)?.toFixed(1) ?? 'unknown'

/** Rates and database work per request: gateway / baseline. */
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
      'Target',
      'CPU, ms',
      'D1 round trips',
      'Statements',
      'Rows read',
      'Rows written',
    ],
    measured.map(({ row, stored, loads, baselines, perRequest, baselinePerRequest: ofBaseline }) => {
      const { target }: Row = rows[row]
      const both = (name: 'trips' | 'statements' | 'rowsRead' | 'rowsWritten') =>
        `${count(perRequest[name])} / ${count(ofBaseline[name])}`
      return [
        row,
        stored.toLocaleString('en'),
        rate(medianOf(loads, 'perSecond')),
        milliseconds(medianOf(loads, 'p50')),
        milliseconds(medianOf(loads, 'p99')),
        rate(medianOf(baselines, 'perSecond')),
        formatSpread(rateShares(loads, baselines)),
        target === undefined ? '' : target.toFixed(1),
        `${cpu(loads)} / ${cpu(baselines)}`,
        both('trips'),
        both('statements'),
        both('rowsRead'),
        both('rowsWritten'),
      ]
    }),
  )

/** Each row with more stored payments, compared with the fewest. */
export const growthTable = (measured: readonly Measured[]): string => {
  const fewest = Math.min(...measured.map(({ stored }) => stored))
  const withFewest = new Map(measured.filter(({ stored }) => stored === fewest).map((one) => [one.row, one]))
  return markdownTable(
    ['Request', 'Stored', `Share of the rate with ${fewest.toLocaleString('en')}`, 'Rows read', 'Rows written'],
    measured
      .filter(({ stored }) => stored !== fewest)
      .map(({ row, stored, loads, perRequest }) => {
        const reference = withFewest.get(row)!
        return [
          row,
          stored.toLocaleString('en'),
          formatSpread(rateShares(loads, reference.loads)),
          `${count(reference.perRequest.rowsRead)} → ${count(perRequest.rowsRead)}`,
          `${count(reference.perRequest.rowsWritten)} → ${count(perRequest.rowsWritten)}`,
        ]
      }),
  )
}

/** Time until the shopper presents the card, during which the terminal's Durable Object is billed. */
export const shopperSeconds = 10

const dollars = (value: number): string => `$${value.toFixed(2)}`
const million = 1_000_000

/** Billed operations with their rows. */
const baskets: readonly (readonly [name: string, parts: readonly RowName[]])[] = [
  ['Paid by card', ['token', 'authorize', 'capture']],
  ['The same, with a webhook', ['token', 'webhook', 'capture']],
  ['Paid at a terminal', ['terminal', 'capture']],
  ['Payment read', ['get']],
  ['Payments listed', ['list']],
  ['Checkout created', ['checkout']],
]

const toRowUsage = ({ row, perRequest, loads }: Measured): Usage => {
  const waits = row === 'terminal' ? shopperSeconds * 1000 : 0
  return toUsage({ ...perRequest, objectMs: perRequest.objectMs + waits, cpuMs: medianCpuMs(loads) ?? 0 })
}

const inMillions = (value: number): string => (value / million).toFixed(value < 10 * million ? 2 : 1)

/** The cost of a million of each, extrapolated from one. An operation with an unmeasured row is left out. */
export const costSheet = (measured: readonly Measured[]): string => {
  const byRow = new Map(measured.map((one) => [one.row, one]))
  const bought = baskets.flatMap(([name, parts]) => {
    const found = parts.flatMap((part) => byRow.get(part) ?? [])
    if (found.length < parts.length) return []
    const bytes = found.reduce((sum, { loads }) => sum + median(loads.map((load) => load.bytes)), 0)
    return [
      {
        name: `${name}: ${parts.join(', ')}`,
        bill: toBill(sumUsage(...found.map((one) => [million, toRowUsage(one)] as const))),
        storage: storageCost(million * bytes),
      },
    ]
  })
  const byItem = (Object.keys(items) as Item[]).map((item, nth) => {
    const name = `${items[item]}, in millions, at $${priceList.prices[item].perMillion}`
    const lines = bought.map(({ bill }) => bill.lines[nth]!)
    return [name].concat(lines.map(({ quantity, listed }) => `${inMillions(quantity)}: ${dollars(listed)}`))
  })
  return markdownTable(
    ['One million'].concat(bought.map(({ name }) => name)),
    byItem.concat([
      ['Total at list price'].concat(bought.map(({ bill }) => dollars(bill.listed))),
      ['A month with the plan and its included usage'].concat(bought.map(({ bill }) => dollars(bill.billed))),
      [`Stored in D1 per month, at $${priceList.storage.perGb} a GB`].concat(
        bought.map(({ storage }) => dollars(storage)),
      ),
    ]),
  )
}

/** The missed targets, each in a sentence. */
export const shortfalls = (measured: readonly Measured[]): readonly string[] =>
  measured.flatMap(({ row, stored, loads, baselines }) => {
    const { target = 0 }: Row = rows[row]
    const { median } = rateShares(loads, baselines)
    return median >= target
      ? []
      : [`${row} with ${stored.toLocaleString('en')}: ${median.toFixed(2)} of its baseline, target ${target}.`]
  })
