import { markdownTable } from './markdownTable.ts'
import { measureRound, warmUpSeconds, type Round } from '../load/measure.ts'
import { median } from '../statistics.ts'
import { countRequest, type PerRequest } from '../load/perRequest.ts'
import { rateShares, formatSpread } from './report.ts'
import { rows, type Row, type RowName, type GatewayUnderLoad } from '../load/rows.ts'

/** A gateway in a comparison: its rounds and the counters of one request. */
export interface Side {
  readonly rounds: readonly Round[]
  readonly perRequest: PerRequest
}

export interface Comparison {
  readonly row: RowName
  readonly here: Side
  readonly there: Side
}

/** Alternates two gateways. Each starts every second round. */
export const compareRow = async (
  name: RowName,
  {
    here,
    there,
    rounds,
    seconds,
  }: { here: GatewayUnderLoad; there: GatewayUnderLoad; rounds: number; seconds: number },
): Promise<Comparison> => {
  const row: Row = rows[name]
  const sides = [here, there].map((gateway) => ({ gateway, rounds: [] as Round[] }))
  const load = async (gateway: GatewayUnderLoad, lasts: number) =>
    measureRound(gateway.server, await row.prepare(gateway, lasts), lasts)
  for (const { gateway } of sides) await load(gateway, warmUpSeconds)
  for (let nth = 0; nth < rounds; nth++)
    for (const side of nth % 2 === 0 ? sides : sides.toReversed()) side.rounds.push(await load(side.gateway, seconds))
  const [ours, theirs] = await Promise.all(
    sides.map(async ({ gateway, rounds }) => ({
      rounds,
      perRequest: await countRequest(gateway.server, await row.prepare(gateway, warmUpSeconds)),
    })),
  )
  return { row: name, here: ours!, there: theirs! }
}

/** Joins the rounds of several comparisons of a row, whose counters are equal. */
export const joinComparisons = (comparisons: readonly Comparison[]): Comparison => {
  const sideOf = (which: 'here' | 'there'): Side => ({
    rounds: comparisons.flatMap((one) => one[which].rounds),
    perRequest: comparisons[0]![which].perRequest,
  })
  return { row: comparisons[0]!.row, here: sideOf('here'), there: sideOf('there') }
}

const formatRate = ({ rounds }: Side): string =>
  Math.round(median(rounds.map(({ perSecond }) => perSecond))).toLocaleString('en')

/** The median share of CPU time; `unknown` without CPU times. */
const cpuShare = (here: Side, there: Side): string => {
  const shares = here.rounds.flatMap(({ cpuMs }, nth) => {
    const other = there.rounds[nth]!.cpuMs
    return cpuMs === null || other === null ? [] : [cpuMs / other]
  })
  return shares.length === 0 ? 'unknown' : median(shares).toFixed(3)
}

export const comparisonTable = (comparisons: readonly Comparison[]): string =>
  markdownTable(
    [
      'Request',
      'Per second here',
      'There',
      'Here / there',
      'CPU time here / there',
      'D1 round trips',
      'Statements',
      'Rows read',
      'Rows written',
    ],
    comparisons.map(({ row, here, there }) => {
      const both = (what: 'trips' | 'statements' | 'rowsRead' | 'rowsWritten') =>
        `${here.perRequest[what]} / ${there.perRequest[what]}`
      return [
        row,
        formatRate(here),
        formatRate(there),
        formatSpread(rateShares(here.rounds, there.rounds), 3),
        cpuShare(here, there),
        both('trips'),
        both('statements'),
        both('rowsRead'),
        both('rowsWritten'),
      ]
    }),
  )
